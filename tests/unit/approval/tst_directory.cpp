#include "unit/approval/office.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::AdminAct;
using approval::Directory;
using approval::SignedAct;
using approval::SigningKey;
using base::ErrorCode;
using tests::kOrigin;
using tests::kTokenId;
using tests::Office;

namespace {

constexpr std::nullopt_t kMay = std::nullopt;

} // namespace

class tst_Directory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enrol_withProof_isKnown();
    void enrol_weakKey_isRefused_C13_data();
    void enrol_weakKey_isRefused_C13();
    void enrol_withoutPossession_isBadSignature_C13();
    void enrol_keyOfSomebodyElse_isConflict();
    void enrol_revokedKeyAgain_isConflict();
    void enrol_secondKey_isAdded();
    void enrol_malformed_isRefused_data();
    void enrol_malformed_isRefused();
    void signer_notTheAdministrator_isRefused();
    void signer_weakAdministratorKey_isRefused();
    void nonce_replayed_isConflict();
    void check_doesNotApply();
    void revoke_oneKeyAndThePerson();
    void revoke_unknown_isRefused();
    void role_isReplaced();
    void token_issuedAndRevoked();
    void token_wrong_isRefused_data();
    void token_wrong_isRefused();
    void policyAndRegistry_lastOneIsActive();
    void policy_wrong_isRefused();
    void otherActs_needAReasonOrAreUnsupported();
    void fold_inTheSameOrder_isTheSame();
};

void tst_Directory::enrol_withProof_isKnown()
{
    Office office;
    const SigningKey key = tests::keyOf('k');
    const auto applied = office.apply(office.enrolment(u"m.keller"_s, key, {u"treasury"_s}, {u"default"_s, u"acme"_s}));
    QVERIFY2(applied, applied ? "" : qPrintable(applied.error().message));
    const approval::Person *person = office.directory.person(u"m.keller"_s);
    QVERIFY(person);
    QCOMPARE(person->roles, QStringList{u"treasury"_s});
    QCOMPARE(person->tenants, (QStringList{u"default"_s, u"acme"_s}));
    QCOMPARE(person->keys.size(), 1);
    QCOMPARE(person->keys.front().key.raw, key.publicKey().raw);
    QCOMPARE(person->keys.front().since, qint64(101));
    QCOMPARE(person->keys.front().revoked, qint64(-1));
    QVERIFY(!office.directory.person(u"M.Keller"_s));
    QCOMPARE(office.directory.people().size(), 1);
}

void tst_Directory::enrol_weakKey_isRefused_C13_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("identity") << QByteArray::fromHex("01" + QByteArray(62, '0'));
    QTest::newRow("zero") << QByteArray(32, '\0');
    QTest::newRow("order 8") << QByteArray::fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    QTest::newRow("not canonical") << QByteArray::fromHex("f0" + QByteArray(60, 'f') + "7f");
}

void tst_Directory::enrol_weakKey_isRefused_C13()
{
    QFETCH(QByteArray, raw);
    Office office;
    AdminAct act = office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s});
    act.data.insert(u"public_key"_s, QString::fromLatin1(raw.toBase64()));
    // with the identity as key this is a signature of everything
    const QByteArray forged = QByteArray(QByteArray::fromHex("01" + QByteArray(62, '0')) + QByteArray(32, '\0'));
    act.data.insert(u"proof"_s, QString::fromLatin1(forged.toBase64()));
    QCOMPARE(office.refusal(act), ErrorCode::WeakKey);
}

void tst_Directory::enrol_withoutPossession_isBadSignature_C13()
{
    Office office;
    const AdminAct mine = office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s});
    AdminAct other = office.enrolment(u"m.keller"_s, tests::keyOf('l'), {u"treasury"_s});
    other.data.insert(u"proof"_s, mine.data.value("proof"_L1));
    QCOMPARE(office.refusal(other), ErrorCode::BadSignature);
    AdminAct renamed = mine; // the proof names its subject
    renamed.subject = u"j.doe"_s;
    QCOMPARE(office.refusal(renamed), ErrorCode::BadSignature);
}

void tst_Directory::enrol_keyOfSomebodyElse_isConflict()
{
    Office office;
    const SigningKey key = tests::keyOf('k');
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, key, {u"treasury"_s})));
    QCOMPARE(office.refusal(office.enrolment(u"j.doe"_s, key, {u"treasury"_s})), ErrorCode::Conflict);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {})));
    QCOMPARE(office.refusal(office.enrolment(u"j.doe"_s, key, {u"treasury"_s})), ErrorCode::Conflict);
}

void tst_Directory::enrol_revokedKeyAgain_isConflict()
{
    Office office;
    const SigningKey key = tests::keyOf('k');
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, key, {u"treasury"_s})));
    QCOMPARE(office.refusal(office.enrolment(u"m.keller"_s, key, {u"treasury"_s})), ErrorCode::Conflict);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {{u"key_id"_s, key.publicKey().id()}})));
    QCOMPARE(office.refusal(office.enrolment(u"m.keller"_s, key, {u"treasury"_s})), ErrorCode::Conflict);
}

void tst_Directory::enrol_secondKey_isAdded()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('l'), {u"support"_s}, {u"acme"_s})));
    QCOMPARE(office.directory.people().size(), 1);
    const approval::Person *person = office.directory.person(u"m.keller"_s);
    QCOMPARE(person->keys.size(), 2);
    QCOMPARE(person->roles, QStringList{u"support"_s}); // the last signed word
    QCOMPARE(person->tenants, QStringList{u"acme"_s});
    QCOMPARE(office.decide(u"m.keller"_s, 'k', u"support"_s, u"acme"_s), kMay);
    QCOMPARE(office.decide(u"m.keller"_s, 'l', u"support"_s, u"acme"_s), kMay);
}

void tst_Directory::enrol_malformed_isRefused_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("member");
    QTest::addColumn<QJsonValue>("value"); // undefined removes the member
    const auto row = [](const char *name, const QString &member, const QJsonValue &value) {
        QTest::newRow(name) << u"m.keller"_s << member << value;
    };
    for (const QString &member : {u"public_key"_s, u"roles"_s, u"tenants"_s, u"proof"_s})
        row(qPrintable(QString(u"without "_s + member)), member, QJsonValue(QJsonValue::Undefined));
    row("one member more", u"admin"_s, true);
    row("role in capitals", u"roles"_s, QJsonArray{u"Treasury"_s});
    row("role with a space", u"roles"_s, QJsonArray{u"trea sury"_s});
    row("role that starts with a digit", u"roles"_s, QJsonArray{u"2nd"_s});
    row("role empty", u"roles"_s, QJsonArray{u""_s});
    row("role not ASCII", u"roles"_s, QJsonArray{u"treas\u00fcry"_s});
    row("role of 65 letters", u"roles"_s, QJsonArray{QString(65, u'a')});
    row("role twice", u"roles"_s, QJsonArray{u"a"_s, u"a"_s});
    row("role a number", u"roles"_s, QJsonArray{1});
    row("roles a text", u"roles"_s, u"treasury"_s);
    row("tenants empty", u"tenants"_s, QJsonArray{});
    row("tenants all and one", u"tenants"_s, QJsonArray{u"*"_s, u"default"_s});
    row("tenant with a control character", u"tenants"_s, QJsonArray{u"de\x01f"_s});
    row("key of 31 bytes", u"public_key"_s, QString::fromLatin1(QByteArray(31, 'a').toBase64()));
    row("proof no base64", u"proof"_s, u"***"_s);
    QTest::newRow("no subject") << QString() << u"roles"_s << QJsonValue(QJsonArray{u"treasury"_s});
    QTest::newRow("subject with a line end") << u"m.keller\n"_s << u"roles"_s << QJsonValue(QJsonArray{u"treasury"_s});
    QTest::newRow("subject of 129 letters")
        << QString(129, u'm') << u"roles"_s << QJsonValue(QJsonArray{u"treasury"_s});
    QTest::newRow("subject with a zero-width joiner")
        << u"m\u200d.keller"_s << u"roles"_s << QJsonValue(QJsonArray{u"treasury"_s});
}

void tst_Directory::enrol_malformed_isRefused()
{
    QFETCH(QString, subject);
    QFETCH(QString, member);
    QFETCH(QJsonValue, value);
    Office office;
    AdminAct act = office.enrolment(subject, tests::keyOf('k'), {u"treasury"_s});
    if (value.isUndefined())
        act.data.remove(member);
    else
        act.data.insert(member, value);
    QCOMPARE(office.refusal(act), ErrorCode::Malformed);
}

void tst_Directory::signer_notTheAdministrator_isRefused()
{
    Office office;
    const AdminAct good = office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s});
    QCOMPARE(office.directory.check(signAct(good, tests::keyOf('X'))).error().code, ErrorCode::BadSignature);
    AdminAct stranger = good;
    stranger.keyId = tests::keyOf('X').publicKey().id();
    QCOMPARE(office.directory.check(signAct(stranger, tests::keyOf('X'))).error().code, ErrorCode::Forbidden);
    stranger.admin = u"m.keller"_s;
    QCOMPARE(office.directory.check(signAct(stranger, tests::keyOf('X'))).error().code, ErrorCode::Forbidden);
    AdminAct otherLedger = good;
    otherLedger.origin = u"obstat.local/other"_s;
    QCOMPARE(office.refusal(otherLedger), ErrorCode::Forbidden);
    SignedAct edited = signAct(good, office.rootKey);
    edited.body.replace("treasury", "treasurx");
    QCOMPARE(office.directory.check(edited).error().code, ErrorCode::Malformed); // its data digest says so first
    QCOMPARE(office.directory.check({}).error().code, ErrorCode::Malformed);
    QVERIFY(office.directory.people().isEmpty());
    QCOMPARE(Directory().check(signAct(good, office.rootKey)).error().code, ErrorCode::Forbidden);
}

void tst_Directory::signer_weakAdministratorKey_isRefused()
{
    const QByteArray identity = QByteArray::fromHex("01" + QByteArray(62, '0'));
    const approval::PublicKey weak{identity};
    Office office;
    AdminAct act = office.act(u"policy"_s, tests::digestOf("p"), {{u"size"_s, 1}});
    act.keyId = weak.id();
    const Directory directory(kOrigin, {{u"root"_s, weak}});
    const SignedAct forged{act.canonical(), QByteArray(identity + QByteArray(32, '\0'))};
    QVERIFY(verifyAct(forged, weak));
    QCOMPARE(directory.check(forged).error().code, ErrorCode::WeakKey);
}

void tst_Directory::nonce_replayed_isConflict()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    const AdminAct demotion = office.act(u"role"_s, u"m.keller"_s, {{u"roles"_s, QJsonArray{}}});
    const AdminAct promotion = office.act(u"role"_s, u"m.keller"_s, {{u"roles"_s, QJsonArray{u"treasury"_s}}});
    QVERIFY(office.apply(promotion));
    QVERIFY(office.apply(demotion));
    QCOMPARE(office.refusal(promotion), ErrorCode::Conflict); // an old promotion does not come back
    QVERIFY(office.directory.person(u"m.keller"_s)->roles.isEmpty());
}

void tst_Directory::check_doesNotApply()
{
    Office office;
    const SignedAct act = signAct(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s}), office.rootKey);
    QVERIFY(office.directory.check(act));
    QVERIFY(office.directory.check(act));
    QVERIFY(office.directory.people().isEmpty());
    QVERIFY(office.directory.apply(act, 1));
}

void tst_Directory::revoke_oneKeyAndThePerson()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('l'), {u"treasury"_s})));
    const QString first = tests::keyOf('k').publicKey().id();
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {{u"key_id"_s, first}})));
    QCOMPARE(office.directory.person(u"m.keller"_s)->keys.front().revoked, office.seq);
    QCOMPARE(office.directory.person(u"m.keller"_s)->keys.back().revoked, qint64(-1));
    QVERIFY(!office.directory.person(u"m.keller"_s)->revoked);
    QCOMPARE(office.decide(u"m.keller"_s, 'k', u"treasury"_s), ErrorCode::Forbidden);
    QCOMPARE(office.decide(u"m.keller"_s, 'l', u"treasury"_s), kMay);
    QCOMPARE(office.refusal(office.act(u"revoke"_s, u"m.keller"_s, {{u"key_id"_s, first}})), ErrorCode::Conflict);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {})));
    QVERIFY(office.directory.person(u"m.keller"_s)->revoked);
    QCOMPARE(office.directory.person(u"m.keller"_s)->keys.front().revoked, office.seq - 1); // keeps its own event
    QCOMPARE(office.directory.person(u"m.keller"_s)->keys.back().revoked, office.seq);
    QCOMPARE(office.decide(u"m.keller"_s, 'l', u"treasury"_s), ErrorCode::Forbidden);
    QCOMPARE(office.refusal(office.act(u"revoke"_s, u"m.keller"_s, {})), ErrorCode::Conflict);
    // back by a new signed enrolment with a new key only
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('m'), {u"treasury"_s})));
    QCOMPARE(office.decide(u"m.keller"_s, 'm', u"treasury"_s), kMay);
    QCOMPARE(office.decide(u"m.keller"_s, 'l', u"treasury"_s), ErrorCode::Forbidden);
}

void tst_Directory::revoke_unknown_isRefused()
{
    Office office;
    QCOMPARE(office.refusal(office.act(u"revoke"_s, u"nobody"_s, {})), ErrorCode::NotFound);
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QCOMPARE(office.refusal(office.act(u"revoke"_s, u"m.keller"_s, {{u"key_id"_s, QString(16, u'0')}})),
             ErrorCode::NotFound);
    QCOMPARE(office.refusal(office.act(u"revoke"_s, u"m.keller"_s, {{u"key_id"_s, QJsonValue::Null}})),
             ErrorCode::Malformed);
    QCOMPARE(office.refusal(office.act(u"revoke"_s, u"m.keller"_s, {{u"why"_s, u"left"_s}})), ErrorCode::Malformed);
}

void tst_Directory::role_isReplaced()
{
    Office office;
    QCOMPARE(office.refusal(office.act(u"role"_s, u"nobody"_s, {{u"roles"_s, QJsonArray{u"a"_s}}})),
             ErrorCode::NotFound);
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QVERIFY(office.apply(office.act(u"role"_s, u"m.keller"_s, {{u"roles"_s, QJsonArray{u"sre"_s, u"data-2"_s}}})));
    QCOMPARE(office.directory.person(u"m.keller"_s)->roles, (QStringList{u"sre"_s, u"data-2"_s}));
    QCOMPARE(office.decide(u"m.keller"_s, 'k', u"treasury"_s), ErrorCode::Forbidden);
    QCOMPARE(office.refusal(office.act(u"role"_s, u"m.keller"_s, {})), ErrorCode::Malformed);
    QCOMPARE(office.refusal(office.act(u"role"_s, u"m.keller"_s, {{u"roles"_s, QJsonArray{u"A"_s}}})),
             ErrorCode::Malformed);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {})));
    QCOMPARE(office.refusal(office.act(u"role"_s, u"m.keller"_s, {{u"roles"_s, QJsonArray{u"a"_s}}})),
             ErrorCode::Conflict);
}

void tst_Directory::token_issuedAndRevoked()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"a.okafor"_s, tests::keyOf('k'), {})));
    const auto issued = office.apply(office.token(kTokenId, u"a.okafor"_s, {u"submit"_s, u"facts"_s}));
    QVERIFY2(issued, issued ? "" : qPrintable(issued.error().message));
    const approval::Token *token = office.directory.token(kTokenId);
    QVERIFY(token);
    QCOMPARE(token->hash, tests::digestOf("secret"));
    QCOMPARE(token->tenant, u"default"_s);
    QCOMPARE(token->actor, u"ops-agent-3"_s);
    QCOMPARE(token->sponsor, u"a.okafor"_s);
    QCOMPARE(token->scopes, (QStringList{u"submit"_s, u"facts"_s}));
    QVERIFY(!token->revoked);
    QCOMPARE(office.refusal(office.token(kTokenId, u"a.okafor"_s)), ErrorCode::Conflict);
    QVERIFY(office.apply(office.act(u"token"_s, kTokenId, {{u"revoked"_s, true}})));
    QVERIFY(office.directory.token(kTokenId)->revoked);
    QCOMPARE(office.directory.token(kTokenId)->hash, tests::digestOf("secret"));
    QCOMPARE(office.refusal(office.act(u"token"_s, kTokenId, {{u"revoked"_s, true}})), ErrorCode::Conflict);
    QCOMPARE(office.refusal(office.token(kTokenId, u"a.okafor"_s)), ErrorCode::Conflict); // never re-used
    QVERIFY(office.apply(office.token(u"abcdefghij27"_s, u"a.okafor"_s)));
    QCOMPARE(office.directory.tokens().size(), 2);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"a.okafor"_s, {})));
    QCOMPARE(office.refusal(office.token(u"abcdefghij22"_s, u"a.okafor"_s)), ErrorCode::Forbidden);
}

void tst_Directory::token_wrong_isRefused_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("member");
    QTest::addColumn<QJsonValue>("value"); // undefined removes the member
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QString &id, const QString &member, const QJsonValue &value,
                        ErrorCode code = ErrorCode::Malformed) {
        QTest::newRow(name) << id << member << value << int(code);
    };
    for (const QString &member : {u"hash"_s, u"tenant"_s, u"actor"_s, u"sponsor"_s, u"scopes"_s})
        row(qPrintable(QString(u"without "_s + member)), kTokenId, member, QJsonValue(QJsonValue::Undefined));
    row("sponsor not enrolled", kTokenId, u"sponsor"_s, u"nobody"_s, ErrorCode::NotFound);
    row("unknown scope", kTokenId, u"scopes"_s, QJsonArray{u"submit"_s, u"decide"_s});
    row("no scope", kTokenId, u"scopes"_s, QJsonArray{});
    row("scope twice", kTokenId, u"scopes"_s, QJsonArray{u"read"_s, u"read"_s});
    row("hash not SHA-256", kTokenId, u"hash"_s, u"secret"_s);
    row("all tenants", kTokenId, u"tenant"_s, u"*"_s);
    row("actor invisible", kTokenId, u"actor"_s, u"\u200b"_s);
    row("issued and revoked at once", kTokenId, u"revoked"_s, true);
    row("one member more", kTokenId, u"note"_s, u"x"_s);
    row("id too short", u"a1b2c3"_s, u"tenant"_s, u"default"_s);
    row("id in capitals", u"A1B2C3D4E5F6"_s, u"tenant"_s, u"default"_s);
    row("id neither hex nor base32", u"a1b2c3d4e5zz"_s, u"tenant"_s, u"default"_s);
}

void tst_Directory::token_wrong_isRefused()
{
    QFETCH(QString, id);
    QFETCH(QString, member);
    QFETCH(QJsonValue, value);
    QFETCH(int, code);
    Office office;
    QVERIFY(office.apply(office.enrolment(u"a.okafor"_s, tests::keyOf('k'), {})));
    AdminAct act = office.token(id, u"a.okafor"_s);
    if (value.isUndefined())
        act.data.remove(member);
    else
        act.data.insert(member, value);
    QCOMPARE(office.refusal(act), ErrorCode(code));
    QCOMPARE(office.refusal(office.act(u"token"_s, kTokenId, {{u"revoked"_s, true}})), ErrorCode::NotFound);
    QCOMPARE(office.refusal(office.act(u"token"_s, kTokenId, {{u"revoked"_s, false}})), ErrorCode::Malformed);
}

void tst_Directory::policyAndRegistry_lastOneIsActive()
{
    Office office;
    QCOMPARE(office.directory.activePolicy(), QString());
    QVERIFY(office.apply(office.act(u"policy"_s, tests::digestOf("p1"), {{u"size"_s, 2}})));
    QVERIFY(office.apply(office.act(u"registry"_s, tests::digestOf("r1"), {{u"size"_s, 2}})));
    QVERIFY(office.apply(office.act(u"policy"_s, tests::digestOf("p2"), {{u"size"_s, 2}})));
    QCOMPARE(office.directory.activePolicy(), tests::digestOf("p2"));
    QCOMPARE(office.directory.activeRegistry(), tests::digestOf("r1"));
}

void tst_Directory::policy_wrong_isRefused()
{
    Office office;
    QCOMPARE(office.refusal(office.act(u"policy"_s, u"policy.toml"_s, {{u"size"_s, 2}})), ErrorCode::Malformed);
    QCOMPARE(office.refusal(office.act(u"policy"_s, tests::digestOf("p"), {})), ErrorCode::Malformed);
    QCOMPARE(office.refusal(office.act(u"registry"_s, tests::digestOf("p"), {{u"size"_s, -1}})), ErrorCode::Malformed);
    QCOMPARE(office.refusal(office.act(u"registry"_s, tests::digestOf("p"), {{u"size"_s, 1}, {u"text"_s, u"x"_s}})),
             ErrorCode::Malformed);
}

void tst_Directory::otherActs_needAReasonOrAreUnsupported()
{
    Office office;
    for (const QString &kind : {u"resume"_s, u"automatic_on"_s}) {
        QCOMPARE(office.refusal(office.act(kind, {}, {})), ErrorCode::Malformed);
        QVERIFY(office.apply(office.act(kind, {}, {{u"reason"_s, u"restored from Monday's backup"_s}})));
    }
    QCOMPARE(office.refusal(office.act(u"epoch"_s, u"x"_s, {})), ErrorCode::Unsupported);
}

void tst_Directory::fold_inTheSameOrder_isTheSame()
{
    Office office;
    const QList<AdminAct> acts = {
        office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s}),
        office.enrolment(u"a.okafor"_s, tests::keyOf('a'), {u"support"_s}, {u"default"_s}),
        office.token(kTokenId, u"a.okafor"_s),
        office.act(u"role"_s, u"m.keller"_s, {{u"roles"_s, QJsonArray{u"treasury"_s, u"sre"_s}}}),
        office.act(u"policy"_s, tests::digestOf("p"), {{u"size"_s, 1}}),
        office.act(u"revoke"_s, u"a.okafor"_s, {}),
    };
    Office again;
    for (const AdminAct &act : acts) {
        QVERIFY(office.apply(act));
        QVERIFY(again.apply(act));
    }
    QCOMPARE(again.fingerprint(), office.fingerprint());
    const Directory copy = office.directory; // a value
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {})));
    QVERIFY(!copy.person(u"m.keller"_s)->revoked);
}

QTEST_GUILESS_MAIN(tst_Directory)
#include "tst_directory.moc"
