#include "policy/registry.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

/// Every refusal of tools.toml names file, line and what was expected.
class MalformedRegistryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_oneWrongKey_namesLineAndExpectation_data();
    void parse_oneWrongKey_namesLineAndExpectation();
    void parse_wrongInOtherTables_namesLineAndExpectation_data();
    void parse_wrongInOtherTables_namesLineAndExpectation();
    void parse_severalProblems_tellsTheFirstAndListsTheOthers();
    void parse_typoOfARequiredKey_tellsTheTypoFirst();
    void parse_literalSecret_isNotRepeatedInTheMessage();
    void parse_ownerOfALaterVersion_isUnsupported();
};

namespace {

void refused(const QByteArray &toml, int line, const QString &says)
{
    const auto registry = policy::Registry::parse(toml, u"conf/tools.toml"_s);
    QVERIFY(!registry.has_value());
    QCOMPARE(registry.error().code, base::ErrorCode::Malformed);
    const QString place = u"conf/tools.toml:%1: "_s.arg(line);
    QVERIFY2(registry.error().message.startsWith(place), qPrintable(registry.error().message));
    QVERIFY2(registry.error().message.contains(says), qPrintable(registry.error().message));
}

} // namespace

namespace {

struct WrongKey
{
    const char *name;
    const char *key; ///< the eighth line, in [tool.t]
    QString says;
};

const WrongKey kWrongKeys[] = {
    {"timeout as number", "timeout = 30", u"'timeout' must be a duration such as \"30s\", not a whole number"_s},
    {"timeout without unit", "timeout = \"30\"", u"'timeout' must be a duration such as \"30s\""_s},
    {"timeout of nothing", "timeout = \"0s\"", u"'timeout' must be a duration"_s},
    {"timeout negative", "timeout = \"-5s\"", u"'timeout' must be a duration"_s},
    {"timeout beyond ten years", "timeout = \"99999999d\"", u"'timeout' must be a duration"_s},
    {"expires_after as flag", "expires_after = true", u"'expires_after' must be a duration"_s},
    {"undo as flag", "undo = true", u"'undo' must be \"no\", \"yes\" or \"partly\", not true or false"_s},
    {"undo other word", "undo = \"maybe\"", u"'undo' must be \"no\", \"yes\" or \"partly\""_s},
    {"undo empty", "undo = \"\"", u"'undo' must be"_s},
    {"on_repeat other word", "on_repeat = \"fine\"", u"\"returns_first\", \"refused\" or \"doubles\""_s},
    {"approver list", "approver = [\"a\"]", u"'approver' must be a role"_s},
    {"approver with spaces", "approver = \"the boss\"", u"'approver' must be a role"_s},
    {"note over two lines", "undo_note = \"a\\nb\"", u"'undo_note' must be one line"_s},
    {"natural_key as text", "natural_key = \"id\"", u"'natural_key' must be a list of argument paths"_s},
    {"natural_key empty", "natural_key = []", u"'natural_key' must be a list"_s},
    {"natural_key of numbers", "natural_key = [1]", u"'natural_key' must be a list of argument paths"_s},
    {"natural_key no path", "natural_key = [\"a..b\"]", u"'natural_key' must be"_s},
    {"natural_key twice", "natural_key = [\"id\", \"id\"]", u"'natural_key' names 'id' twice"_s},
    {"natural_key unknown kind", "natural_key = [{ path = \"a\", kind = \"money\" }]", u"'kind' must be \"plain\""_s},
    {"natural_key without path", "natural_key = [{ kind = \"set\" }]", u"lacks 'path'"_s},
    {"natural_key unknown member", "natural_key = [{ path = \"a\", sort = true }]", u"'sort' is not known"_s},
    {"previous_natural_key flat", "previous_natural_key = [\"id\"]", u"a list of earlier natural keys"_s},
    {"named as text", "named = \"yes\"", u"'named' must be true or false"_s},
    {"named beside natural_key", "natural_key = [\"id\"]\nnamed = true", u"'named' must not stand beside"_s},
    {"window other word", "window = \"day\"", u"'window' must be \"none\", \"business_day\" or \"hour\""_s},
    {"window without natural_key", "window = \"hour\"", u"'window' needs a 'natural_key'"_s},
    {"zone unknown", "zone = \"Europe/Atlantis\"", u"'zone' must be an IANA time zone"_s},
    {"zone without business day", "zone = \"UTC\"", u"'zone' has a meaning only beside"_s},
    {"cut_off no time", "cut_off = \"25:00\"", u"'cut_off' must be a time of day"_s},
    {"cut_off as TOML time", "cut_off = 17:00:00", u"'cut_off' must be a time of day such as \"17:00\", not a date"_s},
    {"record no path", "record = \"a b\"", u"'record' must be argument paths"_s},
    {"amount alone", "amount = \"amount\"", u"'amount' stands alone"_s},
    {"currency alone", "currency = \"USD\"", u"'currency' stands alone"_s},
    {"amount collecting", "currency = \"USD\"\namount = \"items[].price\"", u"'amount' must be the path of one"_s},
    {"key_arguments collecting", "key_arguments = [\"a[].b\"]", u"without []"_s},
    {"key_arguments in the key", "key_arguments = [\"id\"]\nnatural_key = [\"id\"]",
     u"which 'key_arguments' removes"_s},
    {"sensitive as flag", "sensitive = true", u"'sensitive' must be text or a list of texts"_s},
    {"owner unknown", "owner = \"nobody\"", u"'owner' must be the name of an [owner.NAME]"_s},
    {"max_attempts zero", "max_attempts = 0", u"'max_attempts' must be a whole number from 1 to 100"_s},
    {"max_attempts fraction", "max_attempts = 1.5", u"'max_attempts' must be a whole number"_s},
    {"reference collecting", "reference = \"items[].id\"", u"'reference' must be a path"_s},
    {"commit as text", "commit = \"POST /\"", u"'commit' must be a table"_s},
    {"commit method", "commit = { method = \"SEND\", path = \"/\" }", u"'method' must be \"POST\""_s},
    {"commit without path", "commit = { method = \"POST\" }", u"lacks 'path'"_s},
    {"commit path relative", "commit = { method = \"POST\", path = \"v1\" }", u"'path' must be a path that begins"_s},
    {"commit path of another host", "commit = { method = \"POST\", path = \"//evil.example\" }", u"'path' must be"_s},
    {"commit path with query", "commit = { method = \"POST\", path = \"/a?b=1\" }", u"without query"_s},
    {"commit path broken escape", "commit = { method = \"POST\", path = \"/a%zz\" }", u"percent-encoded"_s},
    {"commit placeholder unknown", "commit = { method = \"POST\", path = \"/{fact.x}\" }",
     u"'{fact.x}' is not one of {args.PATH}, {key}, {tenant}, {operation}, {reference}"_s},
    {"commit placeholder open", "commit = { method = \"POST\", path = \"/{key\" }", u"'{' is not closed"_s},
    {"commit placeholder closed twice", "commit = { method = \"POST\", path = \"/{key}}\" }", u"'}' closes no"_s},
    {"commit by reference", "commit = { method = \"POST\", path = \"/{reference}\" }", u"not known before the first"_s},
    {"commit list in path", "commit = { method = \"POST\", path = \"/{args.ids[]}\" }",
     u"which only a body can hold"_s},
    {"commit placeholder in query", "commit = { method = \"POST\", path = \"/\", query = { a = \"{x}\" } }",
     u"'a' of 'query': '{x}' is not one of"_s},
    {"commit placeholder in body", "commit = { method = \"POST\", path = \"/\", body = { a = [{ b = \"{x}\" }] } }",
     u"'body': '{x}' is not one of"_s},
    {"commit body with DELETE", "commit = { method = \"DELETE\", path = \"/\", body = { a = 1 } }",
     u"'body' cannot be sent with DELETE"_s},
    {"commit body with a date", "commit = { method = \"POST\", path = \"/\", body = { a = 2026-01-01 } }",
     u"'body' must be a table of texts, exact numbers"_s},
    {"commit body with an inexact number",
     "commit = { method = \"POST\", path = \"/\", body = { a = 9007199254740993 } }", u"exact numbers"_s},
    {"commit secret header", "commit = { method = \"POST\", path = \"/\", headers = { authorization = \"Bearer x\" } }",
     u"a secret goes into the owner's 'authorization'"_s},
    {"commit framing header", "commit = { method = \"POST\", path = \"/\", headers = { Content-Length = \"1\" } }",
     u"written by the client itself"_s},
    {"commit header twice", "commit = { method = \"POST\", path = \"/\", headers = { X-A = \"1\", x-a = \"2\" } }",
     u"is there twice"_s},
    {"commit header with line break",
     "commit = { method = \"POST\", path = \"/\", headers = { X-A = \"1\\r\\nHost: e\" } }", u"not printable ASCII"_s},
    {"commit header key header",
     "commit = { method = \"POST\", path = \"/\", headers = { x-key = \"1\" } }\n"
     "owner = \"o\"",
     u"'key_header' already is"_s},
    {"query method", "query = { method = \"DELETE\", path = \"/\" }", u"'method' must be \"GET\" or \"POST\""_s},
    {"query absent without found", "query = { method = \"GET\", path = \"/\", absent = { status = 404 } }",
     u"lacks 'found'"_s},
    {"query matches no path", "query = { method = \"GET\", path = \"/\", matches = \"a b\" }",
     u"'matches' must be the path of a list"_s},
    {"query matches many lists", "query = { method = \"GET\", path = \"/\", matches = \"a[].b\" }",
     u"'matches' must be the path of a list"_s},
    {"query encoding of nothing", "query = { method = \"GET\", path = \"/\", encoding = \"form\" }",
     u"'encoding' has no meaning with GET"_s},
    {"commit encoding", "commit = { method = \"POST\", path = \"/\", encoding = \"xml\" }",
     u"'encoding' must be \"json\" or \"form\""_s},
    {"on_absent other word", "on_absent = \"retry\"", u"'on_absent' must be \"again\" or \"failed\""_s},
    {"on_absent without a query", "on_absent = \"failed\"", u"'on_absent' has a meaning only beside a 'query'"_s},
    {"confirm_after without a query", "confirm_after = \"1m\"",
     u"'confirm_after' has a meaning only beside a 'query'"_s},
    {"success empty", "success = {}", u"an empty rule would never match"_s},
    {"success status text", "success = { status = \"ok\" }", u"'status' must be an HTTP status, a range"_s},
    {"success status range reversed", "success = { status = \"204-201\" }", u"'status' must be an HTTP status"_s},
    {"success status beyond", "success = { status = [200, 900] }", u"each from 100 to 599"_s},
    {"success status none", "success = { status = [] }", u"at least one HTTP status"_s},
    {"success body dotted without quotes", "success = { body = { data.state = \"done\" } }", u"a quoted path"_s},
    {"success header name", "success = { headers = { \"a b\" = \"x\" } }", u"a header name"_s},
    {"success unknown part", "success = { state = 200 }", u"'state' is not known"_s},
    {"no_effect body_has no path", "no_effect = { body_has = [\"a..b\"] }", u"'body_has' must be paths"_s},
    {"unknown key", "timeuot = \"30s\"", u"'timeuot' is not known in [tool.t]; expected one of amount, approver, "_s},
    {"unknown key with a trick", "\"\\u202Eundo\" = \"no\"", u"'[U+202E]undo' is not known"_s},
};

} // namespace

void MalformedRegistryTest::parse_oneWrongKey_namesLineAndExpectation_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("says");
    for (const WrongKey &row : kWrongKeys)
        QTest::newRow(row.name) << QByteArray(row.key) << row.says;
}

void MalformedRegistryTest::parse_oneWrongKey_namesLineAndExpectation()
{
    QFETCH(QByteArray, key);
    QFETCH(QString, says);
    // rows with two lines name the line that is wrong: the last, but for the two that say otherwise
    const bool second = key.startsWith("natural_key = [\"id\"]\nnamed") ||
                        key.startsWith("currency = \"USD\"\namount") || key.startsWith("key_arguments = [\"id\"]");
    const bool table = key.contains("x-key");
    refused("[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nkey_header = \"X-Key\"\n\n[tool.t]\neffect = \"write\"\n" +
                key + "\ntitle = \"last\"\n",
            table    ? 6
            : second ? 9
                     : 8,
            says);
}

void MalformedRegistryTest::parse_wrongInOtherTables_namesLineAndExpectation_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *toml, int line, const QString &says) {
        QTest::newRow(name) << QByteArray(toml) << line << says;
    };
    row("effect missing", "\n[tool.t]\ntitle = \"x\"\n", 2, u"[tool.t] lacks 'effect', \"read\" or \"write\""_s);
    row("effect other word", "[tool.t]\neffect = \"both\"\n", 2, u"'effect' must be \"read\" or \"write\""_s);
    row("top level unknown", "[tools.t]\neffect = \"read\"\n", 1,
        u"'tools' is not known in the file; expected one of owner, tool"_s);
    row("tool not a table", "[tool]\nt = 1\n", 2, u"'t' must be a table, written [tool.t]"_s);
    row("tool as list of tables", "[[tool]]\neffect = \"read\"\n", 1, u"'tool' must be a table, not a list"_s);
    row("tool with a space", "[tool.\"a b\"]\neffect = \"read\"\n", 1, u"has a name that is not"_s);
    row("tool called named", "[tool.named]\neffect = \"read\"\n", 1, u"a tool cannot be called 'named'"_s);
    row("tool twice", "[tool.t]\neffect = \"read\"\n[tool.t]\neffect = \"read\"\n", 3, u"this is not TOML"_s);
    row("owner without kind", "[owner.o]\nurl = \"http://h\"\n", 1, u"[owner.o] lacks 'kind'"_s);
    row("owner without url", "[owner.o]\nkind = \"http\"\n", 1, u"[owner.o] lacks 'url'"_s);
    row("owner kind", "[owner.o]\nkind = \"ftp\"\nurl = \"http://h\"\n", 2, u"'kind' must be"_s);
    row("owner url scheme", "[owner.o]\nkind = \"http\"\nurl = \"ftp://h\"\n", 3, u"'url' must be an address"_s);
    row("owner url with user", "[owner.o]\nkind = \"http\"\nurl = \"http://u:p@h\"\n", 3,
        u"'url' must be an address"_s);
    row("owner url with query", "[owner.o]\nkind = \"http\"\nurl = \"http://h/?a\"\n", 3,
        u"'url' must be an address"_s);
    row("owner url without host", "[owner.o]\nkind = \"http\"\nurl = \"http:///a\"\n", 3,
        u"'url' must be an address"_s);
    row("owner literal secret", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nauthorization = \"Bearer abc\"\n", 4,
        u"the secret itself is never written in this file"_s);
    row("owner env without name", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nauthorization = \"env:\"\n", 4,
        u"\"env:NAME\""_s);
    row("owner relative file", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nauthorization = \"file:a\"\n", 4,
        u"\"file:/PATH\""_s);
    row("owner honours_key text", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nhonours_key = \"yes\"\n", 4,
        u"'honours_key' must be true or false"_s);
    row("owner key_header", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nkey_header = \"a:b\"\n", 4,
        u"'key_header' must be a header name"_s);
    row("owner authorities", "[owner.o]\nkind = \"http\"\nurl = \"https://h\"\nca_file = \"bank.pem\"\n", 4,
        u"'ca_file' must be the absolute path of a PEM file"_s);
    row("owner authorities at http", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nca_file = \"/bank.pem\"\n", 4,
        u"'ca_file' must be the absolute path"_s);
    row("owner marker", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nreplay_marker = \"x\"\n", 4,
        u"'replay_marker' must be a table"_s);
    row("owner unknown key", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nhonors_key = true\n", 4,
        u"'honors_key' is not known in [owner.o]; expected one of authorization, ca_file, compares_body, honours_key"_s);
    row("caller with an address", "[owner.o]\nkind = \"caller\"\nurl = \"http://h\"\n", 3,
        u"'url' has a meaning only for an owner of kind \"http\""_s);
    row("caller with a key header", "[owner.o]\nkind = \"caller\"\nkey_header = \"X-Key\"\n", 3,
        u"'key_header' has a meaning only for an owner of kind \"http\""_s);
    row("caller with a marker", "[owner.o]\nkind = \"caller\"\nreplay_marker = { status = 200 }\n", 3,
        u"'replay_marker' has a meaning only for an owner of kind \"http\""_s);
    row("lease of nothing", "[owner.o]\nkind = \"caller\"\nlease = \"0s\"\n", 3, u"'lease' must be a duration"_s);
    row("lease too short", "[owner.o]\nkind = \"caller\"\nlease = \"900ms\"\n", 3,
        u"'lease' must be a duration from \"1s\" to \"24h\": how long a claim is one caller's alone"_s);
    row("lease too long", "[owner.o]\nkind = \"caller\"\nlease = \"25h\"\n", 3,
        u"'lease' must be a duration from \"1s\" to \"24h\""_s);
    row("lease of an address", "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nlease = \"2m\"\n", 4,
        u"'lease' has a meaning only for an owner of kind \"caller\""_s);
    for (const char *key :
         {"commit = { method = \"POST\", path = \"/\" }", "query = { method = \"GET\", path = \"/\" }",
          "success = { status = 200 }", "no_effect = { status = 422 }", "reference = \"id\"", "timeout = \"30s\""}) {
        const QByteArray name = QByteArray(key).split(' ').first();
        const QByteArray toml = "[owner.o]\nkind = \"caller\"\n[tool.t]\neffect = \"write\"\nowner = \"o\"\n";
        QTest::addRow("%s of a caller's tool", name.constData())
            << toml + key + '\n'
            << 6
            << u"'%1' has no meaning: owner 'o' is of kind \"caller\", which executes by itself within its lease"_s.arg(
                   QString::fromLatin1(name));
    }
    row("commit table of its own",
        "[tool.t]\neffect = \"read\"\n[tool.t.commit]\nmethod = \"POST\"\npath = \"/\"\n"
        "verb = 1\n",
        6, u"'verb' is not known in 'commit' of [tool.t]"_s);
}

void MalformedRegistryTest::parse_wrongInOtherTables_namesLineAndExpectation()
{
    QFETCH(QByteArray, toml);
    QFETCH(int, line);
    QFETCH(QString, says);
    refused(toml, line, says);
}

void MalformedRegistryTest::parse_severalProblems_tellsTheFirstAndListsTheOthers()
{
    const auto registry =
        policy::Registry::parse("[tool.t]\neffect = \"write\"\nundo = 1\ntimeout = 2\ncolour = 3\n", u"t.toml"_s);
    QVERIFY(!registry.has_value());
    QVERIFY(registry.error().message.startsWith("t.toml:3: 'undo'"_L1));
    const QStringList others = registry.error().detail.split(u'\n');
    QCOMPARE(others.size(), 2);
    QVERIFY(others[0].startsWith("t.toml:4: 'timeout'"_L1));
    QVERIFY(others[1].startsWith("t.toml:5: 'colour'"_L1));
}

void MalformedRegistryTest::parse_typoOfARequiredKey_tellsTheTypoFirst()
{
    const auto registry = policy::Registry::parse("[tool.t]\n\nefect = \"write\"\n", u"t.toml"_s);
    QVERIFY(!registry.has_value());
    QVERIFY2(registry.error().message.startsWith("t.toml:3: 'efect' is not known"_L1),
             qPrintable(registry.error().message));
}

void MalformedRegistryTest::parse_literalSecret_isNotRepeatedInTheMessage()
{
    const auto registry = policy::Registry::parse(
        "[owner.o]\nkind = \"http\"\nurl = \"http://h\"\nauthorization = \"Bearer sk_live_77\"\n", u"t.toml"_s);
    QVERIFY(!registry.has_value());
    const base::Error &error = registry.error();
    QVERIFY(!error.message.contains("sk_live"_L1) && !error.detail.contains("sk_live"_L1));
}

void MalformedRegistryTest::parse_ownerOfALaterVersion_isUnsupported()
{
    const auto registry = policy::Registry::parse("[owner.o]\nkind = \"mcp\"\n", u"t.toml"_s);
    QVERIFY(!registry.has_value());
    QCOMPARE(registry.error().code, base::ErrorCode::Unsupported);
    QCOMPARE(registry.error().message,
             u"t.toml:2: owner 'o' is of kind \"mcp\"; this version knows the kinds \"http\" and \"caller\""_s);
}

QTEST_APPLESS_MAIN(MalformedRegistryTest)
#include "tst_malformedregistry.moc"
