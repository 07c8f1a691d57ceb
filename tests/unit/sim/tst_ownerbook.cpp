#include "sim/ownerbook.h"
#include "support/tempfolder.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;

/// The book that the ledger is counted against has to be right by itself.
class TestOwnerBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void commit_effectAndAnswer_areThereAfterReopening();
    void commit_secondAnswerUnderAKey_changesNothing();
    void commit_withoutKey_remembersNoAnswer();
    void commit_refusal_isAnAnswerWithoutEffect();
    void countEffects_byTenant_countsOnlyThose();
    void open_noDatabase_isAnError();
};

namespace {

sim::Effect effect(const QString &tenant, const QString &key, const QString &reference)
{
    return {0, tenant, u"pay"_s, R"({"a":1})", key, reference};
}

} // namespace

void TestOwnerBook::commit_effectAndAnswer_areThereAfterReopening()
{
    const tests::TempFolder folder;
    {
        auto book = sim::OwnerBook::open(folder.path(u"book.sqlite"_s));
        QVERIFY(book);
        QCOMPARE((*book)->nextNumber().value(), 1);
        QCOMPARE((*book)->commit(effect(u"t"_s, u"k"_s, u"sim_1"_s), u"k"_s, {200, "body", "request"}).value(), 1);
        QCOMPARE((*book)->nextNumber().value(), 2);
    }
    auto book = sim::OwnerBook::open(folder.path(u"book.sqlite"_s));
    QVERIFY(book);
    const auto answer = (*book)->answerUnder(u"k"_s);
    QVERIFY(answer && *answer);
    QCOMPARE((*answer)->status, 200);
    QCOMPARE((*answer)->body, QByteArray("body"));
    QCOMPARE((*answer)->request, QByteArray("request"));
    const auto found = (*book)->effectUnder(u"k"_s);
    QVERIFY(found && *found);
    QCOMPARE((*found)->reference, u"sim_1"_s);
    QCOMPARE((*found)->arguments, QByteArray(R"({"a":1})"));
    QVERIFY(!(*book)->effectUnder(u"other"_s).value());
}

void TestOwnerBook::commit_secondAnswerUnderAKey_changesNothing()
{
    const tests::TempFolder folder;
    auto book = sim::OwnerBook::open(folder.path(u"book.sqlite"_s));
    QVERIFY(book);
    QVERIFY((*book)->commit(effect(u"t"_s, u"k"_s, u"sim_1"_s), u"k"_s, {200, "first", "r"}));
    QVERIFY(!(*book)->commit(effect(u"t"_s, u"k"_s, u"sim_2"_s), u"k"_s, {200, "second", "r"}));
    QCOMPARE((*book)->countEffects().value(), 1);
    QCOMPARE((*book)->answerUnder(u"k"_s).value()->body, QByteArray("first"));
}

void TestOwnerBook::commit_withoutKey_remembersNoAnswer()
{
    const tests::TempFolder folder;
    auto book = sim::OwnerBook::open(folder.path(u"book.sqlite"_s));
    QVERIFY(book);
    for (int i = 0; i < 2; ++i)
        QVERIFY((*book)->commit(effect(u"t"_s, {}, u"sim"_s), {}, {0, "body", "r"}));
    QCOMPARE((*book)->effects().value().size(), 2);
    QVERIFY(!(*book)->answerUnder({}).value());
}

void TestOwnerBook::commit_refusal_isAnAnswerWithoutEffect()
{
    const tests::TempFolder folder;
    auto book = sim::OwnerBook::open(folder.path(u"book.sqlite"_s));
    QVERIFY(book);
    QCOMPARE((*book)->commit(std::nullopt, u"k"_s, {422, "no", "r"}).value(), 0);
    QCOMPARE((*book)->countEffects().value(), 0);
    QCOMPARE((*book)->answerUnder(u"k"_s).value()->status, 422);
}

void TestOwnerBook::countEffects_byTenant_countsOnlyThose()
{
    const tests::TempFolder folder;
    auto book = sim::OwnerBook::open(folder.path(u"book.sqlite"_s));
    QVERIFY(book);
    for (const QString &tenant : {u"run-a"_s, u"run-a"_s, u"run-b"_s, u"%"_s})
        QVERIFY((*book)->commit(effect(tenant, {}, u"sim"_s), {}, {0, {}, {}}));
    QCOMPARE((*book)->countEffects(u"run-a"_s).value(), 2);
    QCOMPARE((*book)->countEffects(u"run-"_s).value(), 3);
    QCOMPARE((*book)->countEffects(u"%"_s).value(), 1);
    QCOMPARE((*book)->countEffects().value(), 4);
}

void TestOwnerBook::open_noDatabase_isAnError()
{
    const tests::TempFolder folder;
    const QString file = folder.write(u"book.sqlite"_s, "this is a text and no database, whatever its name says");
    const auto book = sim::OwnerBook::open(file);
    QVERIFY(!book);
    QVERIFY(book.error().message.contains(file));
}

QTEST_APPLESS_MAIN(TestOwnerBook)
#include "tst_ownerbook.moc"
