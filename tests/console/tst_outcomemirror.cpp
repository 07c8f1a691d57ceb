#include "console/client/readdetail.h"
#include "console/models/outcomegate.h"
#include "contract/outcomesteps.h"

using namespace Qt::StringLiterals;

namespace obstat::tests {

using console::OutcomeAction;
using console::OutcomeActions;
using console::OutcomeBlock;
using console::OutcomeGate;

/// The console's gate against the ledger's own judgement: whatever the gate lets through is admitted, and what it stops
/// is refused for the same reason.
class TestOutcomeMirror : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gate_saysWhatTheLedgerSays_data();
    void gate_saysWhatTheLedgerSays();

private:
    using Setup = qint64 (*)(LedgerUnderTest &);
    static const QList<std::pair<const char *, Setup>> &setups();
    static QString codeOf(OutcomeBlock block);
};

namespace {

void canBeAsked(LedgerUnderTest &ledger)
{
    QByteArray tools = LedgerUnderTest::toolsToml();
    tools.replace(
        "natural_key = [\"record\"]",
        "natural_key = [\"record\"]\nquery = { method = \"GET\", path = \"/v1\", query = { key = \"{key}\" }, "
        "found = { status = 200 }, absent = { status = 404 } }");
    ledger.loadTools(tools);
}

qint64 failed(LedgerUnderTest &ledger)
{
    const OperationRow row = unknown(ledger);
    static_cast<void>(admit(ledger, body(ledger, row, u"resolve_absent"_s)));
    return row.id;
}

qint64 rejected(LedgerUnderTest &ledger)
{
    const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).operation->id;
    static_cast<void>(ledger.decide(ledger.row(id), u"reject"_s));
    return id;
}

} // namespace

const QList<std::pair<const char *, TestOutcomeMirror::Setup>> &TestOutcomeMirror::setups()
{
    static const QList<std::pair<const char *, Setup>> all{
        {"awaiting",
         [](LedgerUnderTest &ledger) { return ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).operation->id; }},
        {"unknown", [](LedgerUnderTest &ledger) { return unknown(ledger).id; }},
        {"unknown, approved by people", [](LedgerUnderTest &ledger) { return unknown(ledger, u"1250"_s).id; }},
        {"unknown, can be asked",
         [](LedgerUnderTest &ledger) {
             canBeAsked(ledger);
             return unknown(ledger).id;
         }},
        {"unknown, not settled yet",
         [](LedgerUnderTest &ledger) {
             ledger.loadTools(LedgerUnderTest::toolsToml().replace("honours_key = true\n",
                                                                   "honours_key = true\nsettle_after = \"2m\"\n"));
             return unknown(ledger).id;
         }},
        {"unknown, two people",
         [](LedgerUnderTest &ledger) {
             limitTwoPeople(ledger);
             return unknown(ledger, u"400"_s).id;
         }},
        {"unknown, said by keller",
         [](LedgerUnderTest &ledger) {
             limitTwoPeople(ledger);
             const OperationRow row = unknown(ledger, u"400"_s);
             static_cast<void>(admit(ledger, body(ledger, row, u"resolve_succeeded"_s)));
             return row.id;
         }},
        {"being sent",
         [](LedgerUnderTest &ledger) {
             const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)).operation->id;
             static_cast<void>(ledger.start(ledger.claimOne()));
             return id;
         }},
        {"succeeded",
         [](LedgerUnderTest &ledger) {
             const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)).operation->id;
             static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
             return id;
         }},
        {"failed", &failed},
        {"failed, with a later plan",
         [](LedgerUnderTest &ledger) {
             const qint64 id = failed(ledger);
             static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
             return id;
         }},
        {"rejected", &rejected},
        {"with a conflict", [](LedgerUnderTest &ledger) { return conflict(ledger).first.id; }},
    };
    return all;
}

QString TestOutcomeMirror::codeOf(OutcomeBlock block)
{
    switch (block) {
    case OutcomeBlock::None:
    case OutcomeBlock::NoOperation:
    case OutcomeBlock::Decided:
    case OutcomeBlock::Locked:
    case OutcomeBlock::ChooseFor:
        return {};
    case OutcomeBlock::Held:
        return u"held"_s;
    case OutcomeBlock::Damaged:
        return u"damaged"_s;
    case OutcomeBlock::StillOpen:
        return u"still_open"_s;
    case OutcomeBlock::CannotAsk:
        return u"cannot_ask"_s;
    case OutcomeBlock::TooEarly:
        return u"too_early"_s;
    case OutcomeBlock::NothingSent:
    case OutcomeBlock::NotUnknown:
        return u"not_unknown"_s;
    case OutcomeBlock::Final:
    case OutcomeBlock::EndIsFinal:
        return u"final"_s;
    case OutcomeBlock::KeyHeld:
    case OutcomeBlock::LaterPlan:
        return u"key_held"_s;
    case OutcomeBlock::NotEnded:
        return u"not_ended"_s;
    case OutcomeBlock::Contradicted:
        return u"contrary"_s;
    case OutcomeBlock::ConflictSettled:
        return u"lost"_s;
    case OutcomeBlock::AcceptedBefore:
        return u"accepted_before"_s;
    case OutcomeBlock::SaidAlready:
        return u"not_needed"_s;
    default:
        return u"not_eligible"_s;
    }
}

void TestOutcomeMirror::gate_saysWhatTheLedgerSays_data()
{
    QTest::addColumn<int>("setup");
    QTest::addColumn<QString>("person");
    for (int setup = 0; setup < setups().size(); ++setup) {
        QStringList people{u"keller"_s, u"intern"_s};
        if (QByteArrayView(setups().at(setup).first).contains("said"))
            people.append(u"mayr"_s); // the second person
        for (const QString &person : std::as_const(people))
            QTest::addRow("%s, %s", setups().at(setup).first, qPrintable(person)) << setup << person;
    }
}

void TestOutcomeMirror::gate_saysWhatTheLedgerSays()
{
    QFETCH(const int, setup);
    QFETCH(const QString, person);
    for (const OutcomeAction action : OutcomeActions::ofOperation() + OutcomeActions::ofConflict()) {
        LedgerUnderTest ledger;
        ledger.enrol(u"intern"_s, {u"desk"_s});
        const qint64 id = setups().at(setup).second(ledger);
        const auto detail = need(console::readDetail(ledger.writer().reader(), id), "detail");
        const auto enrolled = std::find_if(detail.people.begin(), detail.people.end(),
                                           [&person](const auto &one) { return one.person == person; });
        QVERIFY(enrolled != detail.people.end());
        const OutcomeGate::Approver approver{true, person, enrolled->roles, enrolled->tenants, false, enrolled->keyId};
        OutcomeGate::Screen screen;
        if (OutcomeActions::isOfConflict(action)) {
            if (detail.conflicts.isEmpty())
                continue;
            screen.conflict = detail.conflicts.last();
        }
        const OutcomeBlock block =
            OutcomeGate::block(action, detail.outcome.get(), approver, screen, ledger.clock.now());
        auto decision = body(ledger, detail.row, OutcomeActions::kind(action), person);
        if (screen.conflict) {
            decision.conflictEvent = screen.conflict->event;
            decision.replacementDigest = screen.conflict->payloadDigest;
        }
        if (OutcomeActions::takesName(action)) {
            decision.reference = u"second-part"_s;
            decision.newIntentKey = ledger::otherWork(detail.row, decision.reference).intentKey;
        }
        const auto admission = admit(ledger, decision);
        const bool admitted = admission.outcome == ledger::Admission::Outcome::Admitted;
        const QString what = u"%1: the gate says %2, the ledger '%3': %4"_s.arg(OutcomeActions::kind(action))
                                 .arg(static_cast<int>(block))
                                 .arg(admission.code, admission.message);
        QVERIFY2(admitted == (block == OutcomeBlock::None), qPrintable(what));
        if (!admitted)
            QVERIFY2(admission.code == codeOf(block), qPrintable(what));
    }
}

} // namespace obstat::tests

QTEST_GUILESS_MAIN(obstat::tests::TestOutcomeMirror)
#include "tst_outcomemirror.moc"
