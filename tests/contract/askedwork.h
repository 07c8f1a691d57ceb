#pragma once

#include "ledgerundertest.h"

#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"

#include <QFile>
#include <QTest>

namespace obstat::tests {

using namespace Qt::StringLiterals;
using ledger::AttemptOutcome;
using ledger::Status;

inline const QByteArray kOwner = "\n"
                                 "[owner.mill]\n"
                                 "kind = \"http\"\n"
                                 "url = \"http://127.0.0.1:11\"\n"
                                 "settle_after = \"1m\"\n";

inline const QByteArray kTool = "\n"
                                "[tool.grind]\n"
                                "effect = \"write\"\n"
                                "undo = \"no\"\n"
                                "approver = \"policy\"\n"
                                "on_repeat = \"doubles\"\n"
                                "natural_key = [\"record\"]\n"
                                "timeout = \"30s\"\n"
                                "expires_after = \"4h\"\n"
                                "owner = \"mill\"\n"
                                "reference = \"id\"\n"
                                "commit = { method = \"POST\", path = \"/grind\" }\n"
                                "success = { status = 200 }\n"
                                "no_effect = { status = 422 }\n";

inline const QByteArray kQuery =
    "query = { method = \"GET\", path = \"/ground/{key}\", found = { status = 200 }, absent = { status = 404 } }\n";

/// One approved piece of work whose owner ignores keys and can be asked, in a ledger of its own.
struct AskedWork
{
    explicit AskedWork(const QByteArray &more = kQuery, const QByteArray &owner = kOwner)
    {
        ledger.loadTools(LedgerUnderTest::toolsToml() + owner + kTool + more);
        id = submit(u"A"_s).operation->id;
        approve();
    }
    ledger::SubmitAnswer submit(const QString &record)
    {
        return ledger.submit(
            LedgerUnderTest::submission(u"grind"_s, base::canonicalBytes(QJsonObject{{u"record"_s, record}})));
    }
    void approve() { QCOMPARE(ledger.decide(ledger.row(id), u"approve"_s).code, u"admitted"_s); }
    /// Sends it and loses the answer.
    void lose()
    {
        const auto claim = ledger.claimOne();
        auto lost = LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset);
        lost.retryAt = ledger.clock.now();
        static_cast<void>(ledger.end(lost));
        QCOMPARE(ledger.row(id).status, Status::Unknown);
    }
    ledger::Question due()
    {
        const auto report = ledger.claim();
        if (report.questions.size() != 1 || !report.claims.isEmpty())
            qFatal("%lld questions, %lld claims", qlonglong(report.questions.size()), qlonglong(report.claims.size()));
        return report.questions.first();
    }
    ledger::QuestionStarted begin(const ledger::Question &question)
    {
        const ledger::AttemptStart start{question.operation.id, 0, "GET /ground", 30 * base::kSecond};
        return need(need(ledger.writer().startQuestions({&start, 1}), "start").first(), "question");
    }
    ledger::OperationRow finish(const ledger::Question &question, const ledger::QuestionStarted &begun,
                                AttemptOutcome outcome, const QString &reference = {})
    {
        ledger::AttemptEnd end;
        end.operation = question.operation.id;
        end.fence = begun.fence;
        end.number = begun.number;
        end.outcome = outcome;
        end.reference = reference;
        end.response = "{}";
        if (outcome == AttemptOutcome::Found)
            end.result = "{\"id\":\"g-1\"}";
        return need(ledger.writer().endQuestion(end, question.entry), "end question");
    }
    ledger::OperationRow ask(AttemptOutcome outcome, const QString &reference = {})
    {
        const auto question = due();
        return finish(question, begin(question), outcome, reference);
    }
    ledger::OperationRow row() { return ledger.row(id); }
    /// The log went back, and an administrator lets this copy go on: what was approved may have happened elsewhere.
    void resume()
    {
        ledger.close();
        QVERIFY(QFile::remove(ledger.files().state));
        ledger.open();
        QVERIFY(!ledger.writer().doubt().isEmpty());
        need(ledger.act(u"resume"_s, u"copy"_s, {{u"reason"_s, u"the old disk is destroyed"_s}}), "resume");
        QCOMPARE(row().status, Status::Unknown);
    }
    void askByHand()
    {
        approval::DecisionBody body = ledger.decisionBody(row(), u"ask_again"_s);
        body.verdict.clear();
        QCOMPARE(need(ledger.writer().admit(ledger.sign(body)), "admit").code, u"asked"_s);
    }
    void requireWhole()
    {
        ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                        ledger.options().administrators);
        const auto report = need(verifier.run({}), "verify");
        QVERIFY2(report.whole, report.findings.isEmpty() ? "" : qPrintable(report.findings.first().what));
    }

    LedgerUnderTest ledger;
    qint64 id = 0;
};

} // namespace obstat::tests
