#include "approval/adminact.h"
#include "base/canonicaljson.h"
#include "console/client/httpadminclient.h"
#include "console/dialogs/adminactdialog.h"
#include "console/dialogs/unlockdialog.h"
#include "console/models/peoplerows.h"
#include "console/pages/peoplepage.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/recordtable.h"
#include "console/widgets/sectionbar.h"
#include "support/consoletest.h"
#include "support/sampleconsole.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QDateTimeEdit>
#include <QFile>
#include <QJsonArray>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AdminActDialog;
using console::HttpAdminClient;
using console::PeoplePage;
using console::RecordTable;
using tests::widget;

/// People, tokens and delegations, and an administrator's signed acts about them (contract 6.2).
class TestPeoplePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void lists_sayWhoMayDoWhat();
    void delegation_states_areTold();
    void agentText_inNames_isMadeVisible();
    void withoutAnInstance_buttonsAreOff_withTheReason();
    void act_whileLocked_asksForTheAdministratorsKey();
    void roles_changed_areSignedAndSent();
    void revoke_ofTheChosenKey_namesIt();
    void revoke_ofAWholePerson_namesNoKey();
    void delegate_hasPrincipalAndTimes();
    void delegate_ended_saysSo();
    void delegate_untilBeforeFrom_cannotBeSigned();
    void enrol_provesPossession();
    void enrol_byARequest_needsNoPassphrase();
    void enrol_byTheRequestOfAnother_sendsNothing_data();
    void enrol_byTheRequestOfAnother_sendsNothing();
    void enrol_withAWrongPassphrase_sendsNothing();
    void refusal_isShown_andNothingChanges();
    void key_lockedMeanwhile_signsNothing();
    void answers_ofTheInstance_areRead_data();
    void answers_ofTheInstance_areRead();

private:
    void open();
    void unlock() { m_sample->session->adminKey().adopt(m_admin); }
    AdminActDialog *press(const QString &button);
    static void fill(QWidget *dialog, const QString &field, const QString &text)
    {
        widget<QLineEdit>(dialog, field)->setText(text);
    }
    void sign(AdminActDialog *dialog)
    {
        QTest::mouseClick(widget<QPushButton>(dialog, u"signButton"_s), Qt::LeftButton);
    }
    [[nodiscard]] QString writeRequest(const QString &origin, const QString &name);
    /// The last act sent, its signature checked.
    [[nodiscard]] approval::AdminAct sent() const;
    [[nodiscard]] QString cell(const QString &table, int row, int column)
    {
        return widget<RecordTable>(m_page.get(), table)->model()->index(row, column).data().toString();
    }

    approval::SigningKey m_admin = approval::SigningKey::generate();
    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<PeoplePage> m_page;
    tests::TempFolder m_folder;
    int m_requests = 0;
};

void TestPeoplePage::initTestCase()
{
    tests::prepareConsole();
}

void TestPeoplePage::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>(false);
    console::LedgerPeople &known = m_sample->ledger->known;
    known.keys = {{u"c.osei"_s, u"00112233"_s, {}, {u"treasury"_s, u"compliance"_s}, {u"*"_s}, false, 3, -1},
                  {u"m.keller"_s, u"aabbccdd"_s, {}, {u"treasury"_s}, {u"default"_s}, true, 4, 17}};
    known.tokens = {{u"t1"_s, u"default"_s, u"ops-agent-3"_s, u"p.okafor"_s, {u"submit"_s, u"facts"_s}, 5, -1}};
    const base::Micros now = m_sample->clock.now();
    known.delegations = {{u"c.osei"_s, u"m.keller"_s, now - base::kHour, now + base::kHour, 9, -1},
                         {u"c.osei"_s, u"p.okafor"_s, now + base::kHour, now + base::kDay, 8, -1},
                         {u"p.okafor"_s, u"c.osei"_s, now - base::kDay, now - base::kHour, 7, -1},
                         {u"p.okafor"_s, u"m.keller"_s, now - base::kDay, now + base::kHour, 6, 16}};
    m_page = std::make_unique<PeoplePage>();
    m_page->resize(1110, 720);
}

void TestPeoplePage::cleanup()
{
    m_page->setSession(nullptr);
    m_page.reset();
    m_sample.reset();
}

void TestPeoplePage::open()
{
    QTRY_VERIFY(m_sample->session->isRead());
    m_page->setSession(m_sample->session.get());
    m_page->show();
    QTRY_VERIFY(m_page->isReady());
}

AdminActDialog *TestPeoplePage::press(const QString &button)
{
    QTest::mouseClick(widget<QPushButton>(m_page.get(), button), Qt::LeftButton);
    auto *dialog = m_page->findChild<AdminActDialog *>();
    if (!dialog)
        qFatal("No dialog opened.");
    fill(dialog, u"adminEdit"_s, u"root"_s);
    return dialog;
}

approval::AdminAct TestPeoplePage::sent() const
{
    const approval::SignedAct &act = m_sample->admin->sent.last();
    if (!approval::verifyAct(act, m_admin.publicKey()))
        qFatal("The signature is wrong.");
    return approval::AdminAct::parse(act.body).value();
}

void TestPeoplePage::lists_sayWhoMayDoWhat()
{
    open();
    for (const QString &name : {u"keysTable"_s, u"tokensTable"_s, u"delegationsTable"_s})
        QAbstractItemModelTester tester(widget<RecordTable>(m_page.get(), name)->model());
    QCOMPARE(cell(u"keysTable"_s, 0, 0), u"c.osei"_s);
    QCOMPARE(cell(u"keysTable"_s, 0, 1), u"treasury, compliance"_s);
    QCOMPARE(cell(u"keysTable"_s, 0, 2), u"all"_s);
    QCOMPARE(cell(u"keysTable"_s, 0, 3), u"00112233"_s);
    QCOMPARE(cell(u"keysTable"_s, 0, 4), u"event 3"_s);
    QCOMPARE(cell(u"keysTable"_s, 0, 5), u"–"_s);
    QCOMPARE(cell(u"keysTable"_s, 1, 5), u"event 17"_s);
    QCOMPARE(cell(u"tokensTable"_s, 0, 3), u"p.okafor"_s);
    QCOMPARE(cell(u"tokensTable"_s, 0, 4), u"submit, facts"_s);
    m_page->findChild<console::SectionBar *>()->setCurrent(2);
    QVERIFY(widget<RecordTable>(m_page.get(), u"delegationsTable"_s)->isVisible());
    m_sample->ledger->known.keys.removeLast();
    m_sample->ledger->change(); // in place
    QTRY_COMPARE(widget<RecordTable>(m_page.get(), u"keysTable"_s)->model()->rowCount(), 1);
}

void TestPeoplePage::delegation_states_areTold()
{
    open();
    QStringList states;
    for (int row = 0; row < 4; ++row)
        states.append(cell(u"delegationsTable"_s, row, 4));
    QCOMPARE(states, (QStringList{u"in force"_s, u"not yet"_s, u"over"_s, u"revoked"_s}));
}

void TestPeoplePage::agentText_inNames_isMadeVisible()
{
    m_sample->ledger->known.tokens[0].actor = u"ops\u202E3-tnega"_s;
    open();
    QVERIFY(cell(u"tokensTable"_s, 0, 1).contains(u"[U+202E]"_s)); // 6.4
}

void TestPeoplePage::withoutAnInstance_buttonsAreOff_withTheReason()
{
    m_sample->setFlow(false);
    open();
    m_sample->session->refresh();
    QTRY_VERIFY(m_sample->session->address().isEmpty());
    for (const QString &name : {u"enrolButton"_s, u"rolesButton"_s, u"revokeButton"_s, u"delegateButton"_s})
        QTRY_VERIFY(!widget<QPushButton>(m_page.get(), name)->isEnabled());
    QVERIFY(widget<console::PlainTextLabel>(m_page.get(), u"reasonLabel"_s)->text().startsWith(u"No instance"_s));
    m_sample->setFlow(true);
    m_sample->session->refresh();
    QTRY_VERIFY(widget<QPushButton>(m_page.get(), u"enrolButton"_s)->isEnabled());
}

void TestPeoplePage::act_whileLocked_asksForTheAdministratorsKey()
{
    const QString file = m_folder.path(u"admin.pem"_s);
    QVERIFY(approval::saveKeyFile(file, m_admin, "correct"));
    open();
    QTest::mouseClick(widget<QPushButton>(m_page.get(), u"rolesButton"_s), Qt::LeftButton);
    auto *dialog = m_page->findChild<console::UnlockDialog *>();
    QVERIFY(dialog && !m_page->findChild<AdminActDialog *>());
    fill(dialog, u"fileEdit"_s, file);
    fill(dialog, u"passphraseEdit"_s, u"correct"_s);
    QTest::mouseClick(widget<QPushButton>(dialog, u"unlockButton"_s), Qt::LeftButton);
    QTRY_VERIFY(m_page->findChild<AdminActDialog *>()); // goes on with what was asked for
    QVERIFY(m_sample->session->adminKey().isUnlocked());
    QVERIFY(!m_sample->session->key().isUnlocked()); // the approver's is another one
    QVERIFY(widget<QPushButton>(m_page.get(), u"adminLockButton"_s)->isVisible());
    m_page->findChild<AdminActDialog *>()->close();
    QTest::mouseClick(widget<QPushButton>(m_page.get(), u"adminLockButton"_s), Qt::LeftButton);
    QVERIFY(!m_sample->session->adminKey().isUnlocked());
}

void TestPeoplePage::roles_changed_areSignedAndSent()
{
    open();
    unlock();
    widget<RecordTable>(m_page.get(), u"keysTable"_s)->selectRow(0);
    QPointer<AdminActDialog> dialog = press(u"rolesButton"_s);
    QCOMPARE(widget<QLineEdit>(dialog, u"subjectEdit"_s)->text(), u"c.osei"_s);
    QCOMPARE(widget<QLineEdit>(dialog, u"rolesEdit"_s)->text(), u"treasury, compliance"_s);
    fill(dialog, u"rolesEdit"_s, u" treasury ,jury, treasury"_s);
    sign(dialog);
    QTRY_VERIFY(!dialog);
    const approval::AdminAct act = sent();
    QCOMPARE(act.act, u"role"_s);
    QCOMPARE(act.subject, u"c.osei"_s);
    QCOMPARE(act.admin, u"root"_s);
    QCOMPARE(act.origin, QString::fromLatin1(tests::SampleBook::kOrigin));
    QCOMPARE(act.keyId, m_admin.publicKey().id());
    QCOMPARE(act.data, (QJsonObject{{u"roles"_s, QJsonArray{u"treasury"_s, u"jury"_s}}}));
    QCOMPARE(m_sample->admin->addresses, QStringList{u"127.0.0.1:9400"_s});
}

void TestPeoplePage::revoke_ofTheChosenKey_namesIt()
{
    open();
    unlock();
    widget<RecordTable>(m_page.get(), u"keysTable"_s)->selectRow(0);
    sign(press(u"revokeButton"_s));
    QTRY_COMPARE(m_sample->admin->sent.size(), 1);
    QCOMPARE(sent().act, u"revoke"_s);
    QCOMPARE(sent().data, (QJsonObject{{u"key_id"_s, u"00112233"_s}}));
}

void TestPeoplePage::revoke_ofAWholePerson_namesNoKey()
{
    open();
    unlock();
    AdminActDialog *dialog = press(u"revokeButton"_s);
    fill(dialog, u"subjectEdit"_s, u"c.osei"_s);
    fill(dialog, u"keyEdit"_s, {});
    sign(dialog);
    QTRY_COMPARE(m_sample->admin->sent.size(), 1);
    QCOMPARE(sent().data, QJsonObject());
}

void TestPeoplePage::delegate_hasPrincipalAndTimes()
{
    open();
    unlock();
    AdminActDialog *dialog = press(u"delegateButton"_s);
    fill(dialog, u"subjectEdit"_s, u"c.osei"_s);
    fill(dialog, u"principalEdit"_s, u"m.keller"_s);
    const QDateTime from = QDateTime(QDate(2030, 1, 2), QTime(8, 0));
    widget<QDateTimeEdit>(dialog, u"fromEdit"_s)->setDateTime(from);
    widget<QDateTimeEdit>(dialog, u"untilEdit"_s)->setDateTime(from.addDays(7));
    sign(dialog);
    QTRY_COMPARE(m_sample->admin->sent.size(), 1);
    QCOMPARE(sent().act, u"delegate"_s);
    QCOMPARE(sent().subject, u"c.osei"_s);
    const qint64 start = from.toMSecsSinceEpoch() * 1000;
    QCOMPARE(sent().data.value(u"principal"_s).toString(), u"m.keller"_s);
    QCOMPARE(sent().data.value(u"from"_s).toInteger(), start);
    QCOMPARE(sent().data.value(u"until"_s).toInteger(), start + 7 * base::kDay);
}

void TestPeoplePage::delegate_ended_saysSo()
{
    open();
    unlock();
    m_page->findChild<console::SectionBar *>()->setCurrent(2);
    widget<RecordTable>(m_page.get(), u"delegationsTable"_s)->selectRow(0);
    AdminActDialog *dialog = press(u"delegateButton"_s);
    widget<QCheckBox>(dialog, u"endBox"_s)->setChecked(true);
    sign(dialog);
    QTRY_COMPARE(m_sample->admin->sent.size(), 1);
    QCOMPARE(sent().subject, u"c.osei"_s);
    QCOMPARE(sent().data, (QJsonObject{{u"principal"_s, u"m.keller"_s}, {u"revoked"_s, true}}));
}

void TestPeoplePage::delegate_untilBeforeFrom_cannotBeSigned()
{
    open();
    unlock();
    AdminActDialog *dialog = press(u"delegateButton"_s);
    fill(dialog, u"subjectEdit"_s, u"c.osei"_s);
    fill(dialog, u"principalEdit"_s, u"m.keller"_s);
    QVERIFY(widget<QPushButton>(dialog, u"signButton"_s)->isEnabled());
    auto *until = widget<QDateTimeEdit>(dialog, u"untilEdit"_s);
    until->setDateTime(widget<QDateTimeEdit>(dialog, u"fromEdit"_s)->dateTime());
    QVERIFY(!widget<QPushButton>(dialog, u"signButton"_s)->isEnabled());
}

void TestPeoplePage::enrol_provesPossession()
{
    const QString file = m_folder.path(u"person.pem"_s);
    const approval::SigningKey key = approval::SigningKey::generate();
    QVERIFY(approval::saveKeyFile(file, key, "theirs"));
    open();
    unlock();
    AdminActDialog *dialog = press(u"enrolButton"_s);
    QVERIFY(!widget<QPushButton>(dialog, u"signButton"_s)->isEnabled());
    fill(dialog, u"subjectEdit"_s, u"j.doe"_s);
    fill(dialog, u"rolesEdit"_s, u"treasury"_s);
    fill(dialog, u"fileEdit"_s, file);
    fill(dialog, u"passphraseEdit"_s, u"theirs"_s);
    QCOMPARE(widget<QLineEdit>(dialog, u"passphraseEdit"_s)->echoMode(), QLineEdit::Password);
    sign(dialog);
    QTRY_COMPARE(m_sample->admin->sent.size(), 1);
    const QJsonObject data = sent().data;
    QCOMPARE(data.value(u"public_key"_s).toString(), key.publicKey().base64());
    QCOMPARE(data.value(u"tenants"_s).toArray(), QJsonArray{u"*"_s});
    QVERIFY(approval::verifyEnrolProof(QString::fromLatin1(tests::SampleBook::kOrigin), u"j.doe"_s, key.publicKey(),
                                       QByteArray::fromBase64(data.value(u"proof"_s).toString().toLatin1())));
}

QString TestPeoplePage::writeRequest(const QString &origin, const QString &name)
{
    const approval::SigningKey key = approval::SigningKey::generate();
    const QJsonObject request{{u"origin"_s, origin},
                              {u"name"_s, name},
                              {u"public_key"_s, key.publicKey().base64()},
                              {u"proof"_s, QString::fromLatin1(approval::enrolProof(origin, name, key).toBase64())}};
    QFile file(m_folder.path(QString::number(++m_requests) + u".request"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(base::canonicalBytes(request) + '\n') < 0)
        qFatal("The request cannot be written.");
    return file.fileName();
}

void TestPeoplePage::enrol_byARequest_needsNoPassphrase()
{
    const QString origin = QString::fromLatin1(tests::SampleBook::kOrigin);
    open();
    unlock();
    AdminActDialog *dialog = press(u"enrolButton"_s);
    fill(dialog, u"subjectEdit"_s, u"j.doe"_s);
    fill(dialog, u"rolesEdit"_s, u"treasury"_s);
    fill(dialog, u"fileEdit"_s, writeRequest(origin, u"j.doe"_s));
    sign(dialog);
    QTRY_COMPARE(m_sample->admin->sent.size(), 1);
    const QJsonObject data = sent().data;
    QCOMPARE(data.keys(), (QStringList{u"proof"_s, u"public_key"_s, u"roles"_s, u"tenants"_s}));
    const auto key = approval::PublicKey::fromBase64(data.value(u"public_key"_s).toString());
    QVERIFY(key);
    QVERIFY(approval::verifyEnrolProof(origin, u"j.doe"_s, *key,
                                       QByteArray::fromBase64(data.value(u"proof"_s).toString().toLatin1())));
}

void TestPeoplePage::enrol_byTheRequestOfAnother_sendsNothing_data()
{
    QTest::addColumn<QString>("origin");
    QTest::addColumn<QString>("name");
    QTest::newRow("another person") << QString::fromLatin1(tests::SampleBook::kOrigin) << u"e.vil"_s;
    QTest::newRow("another ledger") << u"obstat.local/other"_s << u"j.doe"_s;
}

void TestPeoplePage::enrol_byTheRequestOfAnother_sendsNothing()
{
    QFETCH(QString, origin);
    QFETCH(QString, name);
    open();
    unlock();
    AdminActDialog *dialog = press(u"enrolButton"_s);
    fill(dialog, u"subjectEdit"_s, u"j.doe"_s);
    fill(dialog, u"rolesEdit"_s, u"treasury"_s);
    fill(dialog, u"fileEdit"_s, writeRequest(origin, name));
    sign(dialog);
    QTRY_VERIFY(widget<console::Notice>(dialog, u"errorNotice"_s)->isVisible());
    QVERIFY(m_sample->admin->sent.isEmpty());
}

void TestPeoplePage::enrol_withAWrongPassphrase_sendsNothing()
{
    const QString file = m_folder.path(u"other.pem"_s);
    QVERIFY(approval::saveKeyFile(file, approval::SigningKey::generate(), "theirs"));
    open();
    unlock();
    AdminActDialog *dialog = press(u"enrolButton"_s);
    fill(dialog, u"subjectEdit"_s, u"j.doe"_s);
    fill(dialog, u"rolesEdit"_s, u"treasury"_s);
    fill(dialog, u"fileEdit"_s, file);
    fill(dialog, u"passphraseEdit"_s, u"wrong"_s);
    sign(dialog);
    QTRY_VERIFY(widget<console::Notice>(dialog, u"errorNotice"_s)->isVisible());
    QVERIFY(m_sample->admin->sent.isEmpty());
}

void TestPeoplePage::refusal_isShown_andNothingChanges()
{
    m_sample->admin->next = base::fail(base::ErrorCode::Conflict, u"c.osei is not enrolled."_s);
    open();
    unlock();
    AdminActDialog *dialog = press(u"rolesButton"_s);
    fill(dialog, u"subjectEdit"_s, u"c.osei"_s);
    fill(dialog, u"rolesEdit"_s, u"jury"_s);
    sign(dialog);
    QTRY_VERIFY(widget<console::Notice>(dialog, u"errorNotice"_s)->isVisible());
    QVERIFY(dialog->isVisible());
    QVERIFY(widget<QPushButton>(dialog, u"signButton"_s)->isEnabled()); // for another try
}

void TestPeoplePage::key_lockedMeanwhile_signsNothing()
{
    open();
    unlock();
    AdminActDialog *dialog = press(u"rolesButton"_s);
    fill(dialog, u"subjectEdit"_s, u"c.osei"_s);
    fill(dialog, u"rolesEdit"_s, u"jury"_s);
    m_sample->clock.advance(console::UnlockedKey::kIdleLimit);
    sign(dialog);
    QTRY_VERIFY(widget<console::Notice>(dialog, u"errorNotice"_s)->isVisible());
    QVERIFY(m_sample->admin->sent.isEmpty());
}

void TestPeoplePage::answers_ofTheInstance_areRead_data()
{
    using base::ErrorCode;
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("code"); // -1 = admitted
    QTest::newRow("admitted") << 200 << QByteArray(R"({"act":"role","subject":"c.osei"})") << -1;
    QTest::newRow("forbidden") << 403 << QByteArray(R"({"detail":"no administrator"})")
                               << static_cast<int>(ErrorCode::Forbidden);
    QTest::newRow("conflict") << 409 << QByteArray(R"({"detail":"revoked already"})")
                              << static_cast<int>(ErrorCode::Conflict);
    QTest::newRow("malformed") << 400 << QByteArray(R"({"title":"Malformed"})")
                               << static_cast<int>(ErrorCode::Malformed);
    QTest::newRow("busy") << 503 << QByteArray(R"({"detail":"later"})") << static_cast<int>(ErrorCode::Busy);
    QTest::newRow("something else") << 200 << QByteArray("<html>") << static_cast<int>(ErrorCode::Unavailable);
}

void TestPeoplePage::answers_ofTheInstance_areRead()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(int, code);
    const auto answer = HttpAdminClient::read(status, body);
    QCOMPARE(answer ? -1 : static_cast<int>(answer.error().code), code);
}

QTEST_MAIN(TestPeoplePage)
#include "tst_peoplepage.moc"
