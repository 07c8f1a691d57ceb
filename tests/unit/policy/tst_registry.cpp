#include "policy/registry.h"

#include "base/digest.h"

#include <QJsonArray>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class RegistryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_everyKey_isRead();
    void parse_ownerSide_isRead();
    void parse_leftOut_takesTheStatedDefaults();
    void names_areInFileOrder();
    void text_isKeptAndNamedByItsDigest();
    void find_unregisteredTool_isNothing();
    void unanswered_eachQuestion_keepsTheToolReadOnly_data();
    void unanswered_eachQuestion_keepsTheToolReadOnly();
    void caller_isReadAndNeedsNoRequests();
    void problems_completeFile_areNone();
    void problems_oneThingMissing_isNamed_data();
    void problems_oneThingMissing_isNamed();
    void registry_nothingRead_isEmpty();
};

namespace {

const QByteArray kFull = R"([tool.zeta]
effect = "read"

[owner.bank]
kind = "http"
url = "https://bank.example:8443/api"
authorization = "env:BANK_TOKEN"
honours_key = true
key_header = "X-Key"
key_lifetime = "24h"
settle_after = "2m"
compares_body = true
replay_marker = { headers = { "X-Replayed" = "true" } }

[tool.pay]
title = "Pay somebody"
effect = "write"
undo = "partly"
undo_note = "Until noon."
approver = "treasury"
on_repeat = "refused"
on_repeat_note = "The bank knows the number."
natural_key = ["order.id", { path = "amount", kind = "decimal" }, { path = "ids", kind = "set" }, "flights[].number"]
previous_natural_key = [["order.id"], ["order.id", "amount"]]
window = "business_day"
zone = "Europe/Berlin"
cut_off = "17:30"
record = ["order.id", "payee"]
amount = "amount"
currency = "currency"
timeout = "20s"
expires_after = "2d"
sensitive = ["iban"]
key_arguments = ["idempotency_key", "options.request_id"]
owner = "bank"
max_attempts = 3
reference = "payment.id"

[tool.pay.commit]
method = "PUT"
path = "/v1/{tenant}/payments/{args.order.id}"
query = { mode = "final" }
headers = { "X-Operation" = "{operation}" }
body = { to = "{args.payee}", nested = { list = [1, true, "{args.ids[]}"] } }

[tool.pay.query]
method = "GET"
path = "/v1/payments"
query = { key = "{key}", reference = "{reference}" }
found = { status = 200 }

[tool.pay.success]
status = [200, "201-204"]
body = { "payment.state" = ["done", "booked"], "final" = true, "count" = 2 }

[tool.pay.no_effect]
status = 422
body_has = "error"
)";

QStringList paths(const QList<policy::NaturalField> &fields)
{
    QStringList result;
    for (const policy::NaturalField &field : fields)
        result.append(field.path);
    return result;
}

} // namespace

void RegistryTest::parse_everyKey_isRead()
{
    const auto registry = policy::Registry::parse(kFull, u"tools.toml"_s);
    QVERIFY2(registry.has_value(), registry ? "" : qPrintable(registry.error().message));
    const policy::ToolEntry *pay = registry->find(u"pay"_s);
    QVERIFY(pay);
    QCOMPARE(pay->title, u"Pay somebody"_s);
    QCOMPARE(pay->effect, policy::Effect::Write);
    QCOMPARE(pay->undo, u"partly"_s);
    QCOMPARE(pay->undoNote, u"Until noon."_s);
    QCOMPARE(pay->approver, u"treasury"_s);
    QCOMPARE(pay->onRepeat, u"refused"_s);
    QCOMPARE(pay->onRepeatNote, u"The bank knows the number."_s);
    QCOMPARE(paths(pay->naturalKey), QStringList({u"order.id"_s, u"amount"_s, u"ids"_s, u"flights[].number"_s}));
    QCOMPARE(pay->naturalKey[0].kind, base::FieldKind::Plain);
    QCOMPARE(pay->naturalKey[1].kind, base::FieldKind::Decimal);
    QCOMPARE(pay->naturalKey[2].kind, base::FieldKind::Set);
    QCOMPARE(pay->previousNaturalKeys.size(), 2);
    QCOMPARE(paths(pay->previousNaturalKeys[1]), QStringList({u"order.id"_s, u"amount"_s}));
    QCOMPARE(pay->window.kind, base::WindowKind::BusinessDay);
    QCOMPARE(pay->window.zone, QByteArray("Europe/Berlin"));
    QCOMPARE(pay->window.cutOffMinutes, 17 * 60 + 30);
    QCOMPARE(pay->record, QStringList({u"order.id"_s, u"payee"_s}));
    QCOMPARE(pay->amount, u"amount"_s);
    QCOMPARE(pay->currency, u"currency"_s);
    QCOMPARE(pay->timeout, 20 * base::kSecond);
    QCOMPARE(pay->expiresAfter, 2 * base::kDay);
    QCOMPARE(pay->sensitive, QStringList({u"iban"_s}));
    QCOMPARE(pay->keyArguments, QStringList({u"idempotency_key"_s, u"options.request_id"_s}));
    QCOMPARE(pay->maxAttempts, 3);
    QVERIFY(pay->isWritable());
}

void RegistryTest::parse_ownerSide_isRead()
{
    const auto registry = policy::Registry::parse(kFull, u"tools.toml"_s);
    QVERIFY(registry.has_value());
    const policy::ToolEntry *pay = registry->find(u"pay"_s);
    const policy::OwnerEntry &owner = pay->owner;
    QCOMPARE(owner.name, u"bank"_s);
    QCOMPARE(owner.kind, u"http"_s);
    QCOMPARE(owner.url, u"https://bank.example:8443/api"_s);
    QCOMPARE(owner.authorization, u"env:BANK_TOKEN"_s);
    QVERIFY(owner.honoursKey && owner.comparesBody);
    QCOMPARE(owner.keyHeader, u"X-Key"_s);
    QCOMPARE(owner.keyLifetime, base::kDay);
    QCOMPARE(owner.settleAfter, 2 * base::kMinute);
    QCOMPARE(owner.replayMarker.headers.value(u"X-Replayed"_s), QStringList({u"true"_s}));

    QCOMPARE(pay->commit.method, u"PUT"_s);
    QCOMPARE(pay->commit.path, u"/v1/{tenant}/payments/{args.order.id}"_s);
    QCOMPARE(pay->commit.query.value(u"mode"_s), u"final"_s);
    QCOMPARE(pay->commit.headers.value(u"X-Operation"_s), u"{operation}"_s);
    QCOMPARE((*pay->commit.body)[u"nested"_s].toObject()[u"list"_s].toArray().size(), 3);
    QCOMPARE(pay->query.query.value(u"reference"_s), u"{reference}"_s);
    QVERIFY(!pay->query.body);
    const QList<QPair<int, int>> statuses{{200, 200}, {201, 204}};
    QCOMPARE(pay->success.statuses, statuses);
    QCOMPARE(pay->success.body.value(u"payment.state"_s), QStringList({u"done"_s, u"booked"_s}));
    QCOMPARE(pay->success.body.value(u"final"_s), QStringList({u"true"_s}));
    QCOMPARE(pay->success.body.value(u"count"_s), QStringList({u"2"_s}));
    QVERIFY(pay->noEffect.body.contains(u"error"_s) && pay->noEffect.body.value(u"error"_s).isEmpty());
    QCOMPARE(pay->reference, u"payment.id"_s);
}

void RegistryTest::parse_leftOut_takesTheStatedDefaults()
{
    const auto registry = policy::Registry::parse("[tool.a]\neffect = \"write\"\n[owner.o]\nkind = \"http\"\n"
                                                  "url = \"http://127.0.0.1:9410\"\n[tool.b]\neffect = \"read\"\n"
                                                  "owner = \"o\"\n",
                                                  u"tools.toml"_s);
    QVERIFY2(registry.has_value(), registry ? "" : qPrintable(registry.error().message));
    const policy::ToolEntry *tool = registry->find(u"a"_s);
    QCOMPARE(tool->title, u"a"_s);
    QCOMPARE(tool->timeout, 30 * base::kSecond);
    QCOMPARE(tool->expiresAfter, 4 * base::kHour);
    QCOMPARE(tool->maxAttempts, 5);
    QCOMPARE(tool->window.kind, base::WindowKind::None);
    QVERIFY(tool->commit.isEmpty() && tool->query.isEmpty() && tool->success.isEmpty() && tool->noEffect.isEmpty());
    const policy::OwnerEntry &owner = registry->find(u"b"_s)->owner;
    QCOMPARE(owner.keyHeader, u"Idempotency-Key"_s);
    QVERIFY(!owner.honoursKey && !owner.comparesBody);
    QCOMPARE(owner.keyLifetime, base::Micros(0));
    QCOMPARE(owner.settleAfter, base::Micros(0));
}

void RegistryTest::names_areInFileOrder()
{
    const auto registry = policy::Registry::parse(kFull, u"tools.toml"_s);
    QVERIFY(registry.has_value());
    QCOMPARE(registry->names(), QStringList({u"zeta"_s, u"pay"_s}));
}

void RegistryTest::text_isKeptAndNamedByItsDigest()
{
    const auto registry = policy::Registry::parse(kFull, u"tools.toml"_s);
    QVERIFY(registry.has_value());
    QCOMPARE(registry->text(), kFull);
    QCOMPARE(registry->digest(), base::digestHex(kFull));
}

void RegistryTest::find_unregisteredTool_isNothing()
{
    const auto registry = policy::Registry::parse(kFull, u"tools.toml"_s);
    QVERIFY(registry.has_value());
    QVERIFY(!registry->find(u"Pay"_s));
    QVERIFY(!registry->find(QString()));
}

void RegistryTest::unanswered_eachQuestion_keepsTheToolReadOnly_data()
{
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QStringList>("open");
    QTest::newRow("all three (§2)") << QByteArray() << QStringList{u"undo"_s, u"approver"_s, u"on_repeat"_s};
    QTest::newRow("undo") << QByteArray("approver = \"policy\"\non_repeat = \"doubles\"\n") << QStringList{u"undo"_s};
    QTest::newRow("approver") << QByteArray("undo = \"no\"\non_repeat = \"doubles\"\n") << QStringList{u"approver"_s};
    QTest::newRow("on_repeat") << QByteArray("undo = \"yes\"\napprover = \"r\"\n") << QStringList{u"on_repeat"_s};
    QTest::newRow("none") << QByteArray("undo = \"yes\"\napprover = \"r\"\non_repeat = \"refused\"\n") << QStringList{};
}

void RegistryTest::unanswered_eachQuestion_keepsTheToolReadOnly()
{
    QFETCH(QByteArray, answers);
    QFETCH(QStringList, open);
    const auto registry = policy::Registry::parse("[tool.t]\neffect = \"write\"\n" + answers, u"tools.toml"_s);
    QVERIFY(registry.has_value()); // unanswered questions do not refuse the file
    QCOMPARE(registry->find(u"t"_s)->unanswered(), open);
    QCOMPARE(registry->find(u"t"_s)->isWritable(), open.isEmpty());

    const auto read = policy::Registry::parse("[tool.t]\neffect = \"read\"\n" + answers, u"tools.toml"_s);
    QVERIFY(read.has_value());
    QVERIFY(!read->find(u"t"_s)->isWritable());
}

void RegistryTest::caller_isReadAndNeedsNoRequests()
{
    const QByteArray tool = "[tool.t]\neffect = \"write\"\nundo = \"no\"\napprover = \"r\"\non_repeat = \"doubles\"\n"
                            "natural_key = [\"id\"]\nowner = \"desk\"\n";
    const QByteArray owner = "[owner.desk]\nkind = \"caller\"\nhonours_key = true\nkey_lifetime = \"1d\"\n"
                             "settle_after = \"1m\"\n";
    const auto stated = policy::Registry::parse(owner + "lease = \"5m\"\n" + tool, u"tools.toml"_s);
    QVERIFY2(stated.has_value(), stated ? "" : qPrintable(stated.error().message));
    QCOMPARE(stated->problems(), QStringList());
    const policy::ToolEntry &entry = *stated->find(u"t"_s);
    QVERIFY(entry.isWritable());
    QVERIFY(entry.owner.isCaller());
    QCOMPARE(entry.owner.lease, 5 * base::kMinute);
    QCOMPARE(entry.timeout, 5 * base::kMinute);
    QVERIFY(entry.owner.honoursKey);
    const auto back = policy::entryFromCanonical(entry.canonical);
    QVERIFY(back.has_value());
    QCOMPARE(back->owner.lease, 5 * base::kMinute);
    QCOMPARE(back->digest, entry.digest);
    // Left out it is two minutes, and an owner with an address has none.
    QCOMPARE(policy::Registry::parse(owner + tool, u"tools.toml"_s)->find(u"t"_s)->owner.lease, 2 * base::kMinute);
    const auto full = policy::Registry::parse(kFull, u"tools.toml"_s);
    const policy::ToolEntry &pay = *full->find(u"pay"_s);
    QVERIFY(!pay.owner.isCaller());
    QVERIFY(!pay.canonical.contains("lease"));
}

void RegistryTest::problems_completeFile_areNone()
{
    const auto registry = policy::Registry::parse(kFull, u"tools.toml"_s);
    QVERIFY(registry.has_value());
    QCOMPARE(registry->problems(), QStringList());
}

void RegistryTest::problems_oneThingMissing_isNamed_data()
{
    QTest::addColumn<QByteArray>("cut"); // from the full file
    QTest::addColumn<QByteArray>("instead");
    QTest::addColumn<QString>("problem");
    QTest::newRow("question") << QByteArray("undo = \"partly\"\n") << QByteArray() << u"does not answer undo;"_s;
    QTest::newRow("two questions") << QByteArray("approver = \"treasury\"\non_repeat = \"refused\"\n") << QByteArray()
                                   << u"does not answer approver, on_repeat;"_s;
    QTest::newRow("owner") << QByteArray("owner = \"bank\"\n") << QByteArray() << u"has no 'owner'"_s;
    QTest::newRow("owner named by nobody")
        << QByteArray("owner = \"bank\"\n") << QByteArray() << u"owner 'bank' is named by no tool"_s;
    QTest::newRow("success rule") << QByteArray("[tool.pay.success]\nstatus = [200, \"201-204\"]\nbody = { \"payment"
                                                ".state\" = [\"done\", \"booked\"], \"final\" = true, \"count\" = 2 }")
                                  << QByteArray() << u"has no 'success' rule"_s;
    QTest::newRow("query that tells nothing")
        << QByteArray("found = { status = 200 }\n") << QByteArray() << u"has a 'query' without 'found' or 'matches'"_s;
    QTest::newRow("success overlaps no_effect")
        << QByteArray("status = 422\nbody_has = \"error\"\n")
        << QByteArray("status = 422\n[tool.other]\neffect = \"write\"\nsuccess = { status = \"200-299\" }\n"
                      "no_effect = { status = 204 }\n")
        << u"tool 'other' (line 58) has a 'success' and a 'no_effect' rule that the same status meets"_s;
    QTest::newRow("commit") << QByteArray("status = 422\nbody_has = \"error\"\n")
                            << QByteArray("status = 422\n[tool.other]\neffect = \"write\"\n")
                            << u"tool 'other' (line 58) has no 'commit' request"_s;
    QTest::newRow("natural key, and not named") << QByteArray("status = 422\nbody_has = \"error\"\n")
                                                << QByteArray("status = 422\n[tool.other]\neffect = \"write\"\n")
                                                << u"has no 'natural_key' and does not say 'named = true'"_s;
}

void RegistryTest::problems_oneThingMissing_isNamed()
{
    QFETCH(QByteArray, cut);
    QFETCH(QByteArray, instead);
    QFETCH(QString, problem);
    QByteArray toml = kFull;
    QVERIFY(toml.contains(cut));
    toml.replace(cut, instead);
    const auto registry = policy::Registry::parse(toml, u"tools.toml"_s);
    QVERIFY2(registry.has_value(), registry ? "" : qPrintable(registry.error().message));
    const QString all = registry->problems().join(u'\n');
    QVERIFY2(all.contains(problem), qPrintable(all));
}

void RegistryTest::registry_nothingRead_isEmpty()
{
    const policy::Registry registry;
    QVERIFY(!registry.find(u"pay"_s));
    QVERIFY(registry.names().isEmpty() && registry.problems().isEmpty() && registry.text().isEmpty());
}

QTEST_APPLESS_MAIN(RegistryTest)
#include "tst_registry.moc"
