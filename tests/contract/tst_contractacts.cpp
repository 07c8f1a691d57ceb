#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;

/// Administrators' signed acts, the registry and the policy (§2, §5, §6.2).
class TestContractActs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acts_areEventsAndRows_andFoldAgain();
    void policy_itsTestsFail_isNotActivated();
    void policy_documentDiffers_isRefused();
    void policy_editedInTheDatabase_stopsClaims();
    void administrator_takenOutOfTheConfiguration_isDoubtThatSaysWhatToRestore();
    void registry_signed_holdsWhateverIsLoaded();
    void registry_loadedTwice_isOneEvent();
    void act_ofNoAdministrator_isRefused();
    void act_again_isRefused();
    void act_deletedFromTheDatabase_stopsClaims();
    void act_forgedInTheDatabase_countsForNothing();
    void token_isIssuedAndRevoked();
    void noPolicy_everythingWaitsForAnApprover();
};

void TestContractActs::acts_areEventsAndRows_andFoldAgain()
{
    LedgerUnderTest ledger;
    ledger.enrol(u"schmidt"_s, {u"support"_s, u"sre"_s});
    QCOMPARE(ledger.count(evidence::kinds::enrolled), 3);
    QCOMPARE(ledger.count(evidence::kinds::policyActivated), 1);
    ledger.reopen();
    const auto *person = ledger.writer().directory().person(u"schmidt"_s);
    QVERIFY(person != nullptr);
    QCOMPARE(person->roles, (QStringList{u"support"_s, u"sre"_s}));
    QCOMPARE(ledger.writer().activePolicy().digest(), base::digestHex(LedgerUnderTest::policyToml()));
    const auto rows = need(ledger.writer().reader().enrolments(), "enrolments");
    QCOMPARE(rows.size(), 3);
    need(ledger.act(u"revoke"_s, u"schmidt"_s, {}), "revoke");
    ledger.reopen();
    QVERIFY(ledger.writer().directory().person(u"schmidt"_s)->revoked);
    QCOMPARE(ledger.sql(u"SELECT count(*) FROM enrolment WHERE revoked IS NOT NULL"_s).toInt(), 1);
}

void TestContractActs::policy_itsTestsFail_isNotActivated()
{
    LedgerUnderTest ledger;
    const QByteArray bad = LedgerUnderTest::policyToml() +
                           "[[test]]\nname = \"wrong\"\ntool = \"pay\"\nargs = { record = \"A\", amount = \"1\" }\n"
                           "expect = \"automatic\"\n";
    const auto events = ledger.writer().head().size;
    const auto refused = ledger.act(u"policy"_s, base::digestHex(bad), {{u"size"_s, bad.size()}}, bad);
    QCOMPARE(refused.error().code, base::ErrorCode::Forbidden);
    QVERIFY(refused.error().message.contains(u"'wrong'"_s));
    QCOMPARE(ledger.writer().head().size, events);
    QCOMPARE(ledger.writer().activePolicy().digest(), base::digestHex(LedgerUnderTest::policyToml()));
}

void TestContractActs::policy_documentDiffers_isRefused()
{
    LedgerUnderTest ledger;
    const QByteArray text = "default_role = \"x\"\n";
    const auto refused =
        ledger.act(u"policy"_s, base::digestHex(text), {{u"size"_s, text.size()}}, "default_role = \"y\"\n");
    QCOMPARE(refused.error().code, base::ErrorCode::Malformed);
}

void TestContractActs::policy_editedInTheDatabase_stopsClaims()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
    ledger.tamper({u"UPDATE document SET bytes=CAST(replace(bytes,'500','900') AS BLOB) WHERE kind='policy'"_s});
    QVERIFY(ledger.writer().doubt().contains(u"policy"_s));
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
    QCOMPARE(ledger.count(evidence::kinds::alarm), 1);
    QCOMPARE(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"no"_s}}).error().code, base::ErrorCode::Illegal);
}

void TestContractActs::administrator_takenOutOfTheConfiguration_isDoubtThatSaysWhatToRestore()
{
    LedgerUnderTest ledger;
    const auto first = ledger.options().administrators.first();
    ledger.close();
    auto options = ledger.options();
    options.administrators.clear();
    {
        const auto writer = need(ledger::LedgerWriter::open(options), "open");
        const QString doubt = writer->doubt();
        for (const QString &named :
             {u"enrol"_s, u"event "_s, first.name, first.key.id(), u"[[administrator]]"_s, u"obstatd.toml"_s}) {
            QVERIFY2(doubt.contains(named), qPrintable(doubt));
        }
        QCOMPARE(writer->claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
    }
    ledger.open();
    QVERIFY(ledger.writer().doubt().isEmpty());
}

void TestContractActs::registry_signed_holdsWhateverIsLoaded()
{
    LedgerUnderTest ledger;
    const QByteArray tools = LedgerUnderTest::toolsToml() + "# signed\n";
    need(ledger.act(u"registry"_s, base::digestHex(tools), {{u"size"_s, tools.size()}}, tools), "registry");
    QCOMPARE(ledger.writer().registry().digest(), base::digestHex(tools));
    ledger.reopen(); // loads the other one again
    QCOMPARE(ledger.writer().registry().digest(), base::digestHex(tools));
    QCOMPARE(need(ledger.writer().reader().activeRegistryDigest(), "registry"), base::digestHex(tools));
}

void TestContractActs::registry_loadedTwice_isOneEvent()
{
    LedgerUnderTest ledger;
    ledger.reopen();
    ledger.reopen();
    QCOMPARE(ledger.count(evidence::kinds::registryLoaded), 1);
    QVERIFY(need(ledger.writer().reader().document(ledger.writer().registry().digest()), "document").has_value());
    ledger.loadTools(LedgerUnderTest::toolsToml() + "# another\n");
    QCOMPARE(ledger.count(evidence::kinds::registryLoaded), 2);
}

void TestContractActs::act_ofNoAdministrator_isRefused()
{
    LedgerUnderTest ledger;
    approval::AdminAct act;
    act.origin = u"obstat.local/contract"_s;
    act.act = u"automatic_on"_s;
    act.data = {{u"reason"_s, u"x"_s}};
    act.admin = u"root"_s;
    act.nonce = QString(32, u'a');
    const auto stranger = need(approval::SigningKey::fromSeed(QByteArray(32, 'z')), "key");
    act.keyId = stranger.publicKey().id();
    QCOMPARE(ledger.writer().admitAct(approval::signAct(act, stranger), {}).error().code, base::ErrorCode::Forbidden);
}

void TestContractActs::act_again_isRefused()
{
    LedgerUnderTest ledger;
    const auto body = ledger.sql(u"SELECT body FROM act ORDER BY event LIMIT 1"_s).toByteArray();
    const auto signature = ledger.sql(u"SELECT signature FROM act ORDER BY event LIMIT 1"_s).toByteArray();
    QCOMPARE(ledger.writer().admitAct({body, signature}, {}).error().code, base::ErrorCode::Conflict);
}

void TestContractActs::act_deletedFromTheDatabase_stopsClaims()
{
    LedgerUnderTest ledger; // C17: a deleted revocation
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    need(ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
    ledger.tamper({u"DELETE FROM act WHERE act='revoke'"_s});
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
    QCOMPARE(ledger.events().last().kind, QString(evidence::kinds::alarm));
    QCOMPARE(ledger.row(planned.id).status, Status::Approved);
}

void TestContractActs::act_forgedInTheDatabase_countsForNothing()
{
    LedgerUnderTest ledger;
    ledger.tamper({u"INSERT INTO act(event, act, subject, body, signature) SELECT 100, act, subject, "
                   "CAST(replace(body,'keller','eve') AS BLOB), signature FROM act WHERE subject='keller'"_s});
    QVERIFY(ledger.writer().directory().person(u"eve"_s) == nullptr);
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
}

void TestContractActs::token_isIssuedAndRevoked()
{
    LedgerUnderTest ledger;
    const QString id = u"0123456789ab"_s;
    const QJsonObject data{{u"hash"_s, base::digestHex("secret")},
                           {u"tenant"_s, u"acme"_s},
                           {u"actor"_s, u"ops"_s},
                           {u"sponsor"_s, u"keller"_s},
                           {u"scopes"_s, QJsonArray{u"submit"_s}}};
    need(ledger.act(u"token"_s, id, data), "token");
    ledger.reopen();
    QCOMPARE(ledger.writer().directory().token(id)->actor, u"ops"_s);
    QCOMPARE(ledger.count(evidence::kinds::tokenIssued), 1);
    need(ledger.act(u"token"_s, id, {{u"revoked"_s, true}}), "revoke token");
    QVERIFY(ledger.writer().directory().token(id)->revoked);
    QCOMPARE(ledger.count(evidence::kinds::tokenRevoked), 1);
    QVERIFY(!ledger.sql(u"SELECT revoked FROM token"_s).isNull());
}

void TestContractActs::noPolicy_everythingWaitsForAnApprover()
{
    LedgerUnderTest ledger;
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.path(u"bare.obstat"_s);
    need(ledger::LedgerWriter::create(options, u"obstat.local/bare"_s, false), "create");
    auto writer = need(ledger::LedgerWriter::open(options), "open");
    need(writer->loadRegistry(need(policy::Registry::parse(LedgerUnderTest::toolsToml(), u"t"_s), "tools")), "load");
    const auto submission = LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true);
    const auto answer = need(writer->submit({&submission, 1}), "submit").first();
    QCOMPARE(answer.operation->status, Status::AwaitingApproval);
    QCOMPARE(answer.operation->role, u"approver"_s);
    QCOMPARE(answer.warnings, QStringList{u"no_eligible_approver"_s});
}

QTEST_GUILESS_MAIN(TestContractActs)
#include "tst_contractacts.moc"
