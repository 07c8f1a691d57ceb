#include "policy/registry.h"

#include "base/digest.h"

#include <QFile>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class ToolEntryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void canonical_everySampleTool_comesBackWithTheSameDigest_data();
    void canonical_everySampleTool_comesBackWithTheSameDigest();
    void canonical_everyField_comesBack();
    void canonical_everyLaterField_comesBack();
    void canonical_withoutLaterFields_hasNoneOfThem();
    void digest_oneChange_isAnotherEntry_data();
    void digest_oneChange_isAnotherEntry();
    void digest_changeElsewhereInTheFile_isTheSameEntry();
    void entryFromCanonical_damaged_isCorrupt_data();
    void entryFromCanonical_damaged_isCorrupt();
};

namespace {

const QByteArray kOwner =
    "[owner.o]\nkind = \"http\"\nurl = \"http://127.0.0.1:9410\"\nauthorization = "
    "\"file:/run/secret\"\nhonours_key = true\nkey_lifetime = \"1h\"\nsettle_after = \"1m\"\n"
    "compares_body = true\nreplay_marker = { status = 200, headers = { \"A\" = [\"b\", \"c\"] } }\n";
const QByteArray kTool =
    "[tool.t]\ntitle = \"Größe — 漢\"\neffect = \"write\"\nundo = \"no\"\nundo_note = \"n\"\napprover = "
    "\"r\"\non_repeat = "
    "\"doubles\"\non_repeat_note = \"m\"\nnatural_key = [\"a.b\", { path = \"c\", kind = \"decimal\" }, { path = "
    "\"d[]\", "
    "kind = \"set\" }]\nprevious_natural_key = [[\"a.b\"]]\nwindow = \"business_day\"\nzone = \"Asia/Tokyo\"\ncut_off "
    "= "
    "\"09:15\"\nrecord = [\"a.b\"]\namount = \"c\"\ncurrency = \"EUR\"\ntimeout = \"250ms\"\nexpires_after = \"3d\"\n"
    "sensitive = [\"s\"]\nkey_arguments = [\"k\"]\nowner = \"o\"\nreference = \"id\"\nmax_attempts = 7\n"
    "commit = { method = \"POST\", path = \"/{tenant}\", query = { q = \"{key}\" }, headers = { X = \"{operation}\" }, "
    "body = { n = 1.5, l = [true, \"{args.a.b}\"] } }\nquery = { method = \"GET\", path = \"/{reference}\" }\n"
    "success = { status = [200, \"201-204\"], body = { \"x.y\" = \"1\" } }\nno_effect = { status = 422, body_has = "
    "[\"error\"] }\n";

const QByteArray kLaterOwner = "[owner.o]\nkind = \"http\"\nurl = \"https://bank.example\"\n"
                               "ca_file = \"/etc/ssl/bank.pem\"\n";
const QByteArray kLaterTool =
    "[tool.t]\neffect = \"write\"\nundo = \"no\"\napprover = \"r\"\non_repeat = \"doubles\"\n"
    "natural_key = [\"a\"]\nowner = \"o\"\non_absent = \"failed\"\nconfirm_after = \"10m\"\n"
    "commit = { method = \"POST\", path = \"/\", encoding = \"form\" }\nsuccess = { status = 200 }\n"
    "query = { method = \"GET\", path = \"/{key}\", found = { status = 200 }, absent = { status = 404, body = { error "
    "= "
    "\"none\" } }, matches = \"data\", reference = \"number\" }\n";

policy::ToolEntry entryOf(const QByteArray &toml)
{
    const auto registry = policy::Registry::parse(toml, u"t.toml"_s);
    if (!registry)
        qFatal("%s", qPrintable(registry.error().message));
    return *registry->find(u"t"_s);
}

} // namespace

void ToolEntryTest::canonical_everySampleTool_comesBackWithTheSameDigest_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("sample") << u"tools.toml"_s;
    QTest::newRow("recorded runs") << u"tools-tau.toml"_s;
}

void ToolEntryTest::canonical_everySampleTool_comesBackWithTheSameDigest()
{
    QFETCH(QString, file);
    QFile toml(QStringLiteral(OBSTAT_SOURCE_DIR "/resources/samples/") + file);
    QVERIFY(toml.open(QIODevice::ReadOnly));
    const auto registry = policy::Registry::parse(toml.readAll(), file);
    QVERIFY2(registry.has_value(), registry ? "" : qPrintable(registry.error().message));
    QSet<QString> digests;
    for (const QString &name : registry->names()) {
        const policy::ToolEntry *entry = registry->find(name);
        QCOMPARE(entry->digest, base::digestHex(entry->canonical));
        const auto back = policy::entryFromCanonical(entry->canonical);
        QVERIFY2(back.has_value(), qPrintable(name));
        QCOMPARE(back->canonical, entry->canonical);
        QCOMPARE(back->digest, entry->digest);
        QCOMPARE(back->isWritable(), entry->isWritable());
        digests.insert(entry->digest);
    }
    QCOMPARE(digests.size(), registry->names().size());
}

void ToolEntryTest::canonical_everyField_comesBack()
{
    const policy::ToolEntry entry = entryOf(kOwner + kTool);
    const auto back = policy::entryFromCanonical(entry.canonical);
    QVERIFY(back.has_value());
    QCOMPARE(back->digest, entry.digest);
    QCOMPARE(back->title, u"Größe — 漢"_s);
    QCOMPARE(back->naturalKey[2].kind, base::FieldKind::Set);
    QCOMPARE(back->window.zone, QByteArray("Asia/Tokyo"));
    QCOMPARE(back->window.cutOffMinutes, 555);
    QCOMPARE(back->timeout, 250 * base::kMillisecond);
    QCOMPARE(back->owner.keyLifetime, base::kHour);
    QVERIFY(back->owner.comparesBody);
    QCOMPARE(back->owner.replayMarker.headers.value(u"A"_s), QStringList({u"b"_s, u"c"_s}));
    QCOMPARE(*back->commit.body, *entry.commit.body);
    QVERIFY(!back->query.body);
    QCOMPARE(back->success.statuses, entry.success.statuses);
    QCOMPARE(back->noEffect.body, entry.noEffect.body);
    QCOMPARE(back->previousNaturalKeys.size(), 1);
    QCOMPARE(back->maxAttempts, 7);
}

void ToolEntryTest::canonical_everyLaterField_comesBack()
{
    const policy::ToolEntry entry = entryOf(kLaterOwner + kLaterTool);
    QVERIFY(entry.canBeAsked());
    const auto back = policy::entryFromCanonical(entry.canonical);
    QVERIFY(back.has_value());
    QCOMPARE(back->digest, entry.digest);
    QCOMPARE(back->owner.caFile, u"/etc/ssl/bank.pem"_s);
    QVERIFY(back->commit.form);
    QCOMPARE(back->queryRules.found.statuses, (QList<QPair<int, int>>{{200, 200}}));
    QCOMPARE(back->queryRules.absent.body.value(u"error"_s), QStringList{u"none"_s});
    QCOMPARE(back->queryRules.matches, u"data"_s);
    QCOMPARE(back->queryRules.reference, u"number"_s);
    QVERIFY(!back->againWhenAbsent);
    QCOMPARE(back->confirmAfter, 10 * base::kMinute);
    // Each of them makes another entry.
    const QByteArray text = kLaterOwner + kLaterTool;
    for (const auto &[from, to] :
         {std::pair("bank.pem", "bunk.pem"), std::pair("\"form\"", "\"json\""),
          std::pair("found = { status = 200 }", "found = { status = 201 }"), std::pair("\"none\"", "\"no\""),
          std::pair("\"data\"", "\"list\""), std::pair("\"number\"", "\"id\""), std::pair("\"failed\"", "\"again\""),
          std::pair("10m", "11m")}) {
        QByteArray changed = text;
        QVERIFY2(changed.contains(from), from);
        QVERIFY2(entryOf(changed.replace(from, to)).digest != entry.digest, from);
    }
}

/// What was signed before these fields existed must keep its digest.
void ToolEntryTest::canonical_withoutLaterFields_hasNoneOfThem()
{
    const QByteArray canonical = entryOf(kOwner + kTool).canonical;
    for (const char *name : {"ca_file", "encoding", "found", "absent", "matches", "on_absent", "confirm_after"})
        QVERIFY2(!canonical.contains(QByteArray(QByteArray("\"") + name + "\"")), name);
    QVERIFY(!entryOf(kOwner + kTool).canBeAsked()); // an answer that nobody can read is not asked for
}

void ToolEntryTest::digest_oneChange_isAnotherEntry_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    const auto row = [](const char *name, const char *from, const char *to) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to);
    };
    row("owner URL (C17)", "127.0.0.1:9410", "127.0.0.1:9411");
    row("owner secret", "file:/run/secret", "file:/run/other");
    row("owner honours key", "honours_key = true", "honours_key = false");
    row("key lifetime", "key_lifetime = \"1h\"", "key_lifetime = \"2h\"");
    row("settle after", "settle_after = \"1m\"", "settle_after = \"2m\"");
    row("replay marker", "[\"b\", \"c\"]", "[\"b\"]");
    row("title", "title = \"Gr", "title = \"gr");
    row("effect", "effect = \"write\"", "effect = \"read\"");
    row("undo", "undo = \"no\"", "undo = \"yes\"");
    row("approver", "approver = \"r\"", "approver = \"s\"");
    row("on repeat", "\"doubles\"", "\"refused\"");
    row("natural key kind", "kind = \"decimal\"", "kind = \"plain\"");
    row("natural key order", "[\"a.b\", {", "[\"a.c\", {");
    row("previous key", "[[\"a.b\"]]", "[[\"a\"]]");
    row("zone", "Asia/Tokyo", "Asia/Seoul");
    row("cut-off", "09:15", "09:16");
    row("currency", "EUR", "USD");
    row("timeout", "250ms", "251ms");
    row("expiry", "3d", "4d");
    row("sensitive", "[\"s\"]", "[\"s2\"]");
    row("key argument", "[\"k\"]", "[\"k2\"]");
    row("commit body", "n = 1.5", "n = 1.25");
    row("commit path", "/{tenant}", "/x/{tenant}");
    row("query path", "/{reference}", "/r/{reference}");
    row("success", "201-204", "201-205");
    row("no effect", "status = 422", "status = 409");
    row("reference", "reference = \"id\"", "reference = \"key\"");
    row("attempts", "max_attempts = 7", "max_attempts = 8");
}

void ToolEntryTest::digest_oneChange_isAnotherEntry()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray changed = kOwner + kTool;
    QVERIFY(changed.contains(from));
    changed.replace(from, to);
    QVERIFY(entryOf(changed).digest != entryOf(kOwner + kTool).digest);
}

void ToolEntryTest::digest_changeElsewhereInTheFile_isTheSameEntry()
{
    const policy::ToolEntry entry = entryOf(kOwner + kTool);
    const policy::ToolEntry other = entryOf("# a comment\n" + kTool + "[tool.u]\neffect = \"read\"\n" + kOwner);
    QCOMPARE(other.digest, entry.digest);
}

void ToolEntryTest::entryFromCanonical_damaged_isCorrupt_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    const auto row = [](const char *name, const char *from, const char *to) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to);
    };
    row("not JSON", "{\"amount\"", "\"amount\"");
    row("not canonical", "{\"amount\"", "{ \"amount\"");
    row("member missing", "\"amount\":\"c\",", "");
    row("member unknown", "\"undo\":\"no\",", "\"undo\":\"no\",\"undo_a\":1,");
    row("other type", "\"max_attempts\":7", "\"max_attempts\":\"7\"");
    row("other word", "\"effect\":\"write\"", "\"effect\":\"Write\"");
    row("other version", "\"v\":1", "\"v\":2");
    row("other kind", "\"kind\":\"decimal\"", "\"kind\":\"money\"");
}

void ToolEntryTest::entryFromCanonical_damaged_isCorrupt()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray damaged = entryOf(kOwner + kTool).canonical;
    QVERIFY2(damaged.contains(from), damaged.constData());
    damaged.replace(from, to);
    const auto entry = policy::entryFromCanonical(damaged);
    QVERIFY(!entry.has_value());
    QCOMPARE(entry.error().code, base::ErrorCode::Corrupt);
}

QTEST_APPLESS_MAIN(ToolEntryTest)
#include "tst_toolentry.moc"
