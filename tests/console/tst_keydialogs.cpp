#include "console/dialogs/passphrasedialog.h"
#include "console/dialogs/unlockdialog.h"
#include "console/preferences.h"
#include "console/preferencesmenu.h"
#include "console/widgets/backupnotice.h"
#include "console/widgets/passphrasewait.h"
#include "console/widgets/plaintextlabel.h"
#include "support/consoletest.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::Notice;
using console::PassphraseDialog;
using console::UnlockDialog;
using tests::widget;

/// What asks for passphrases, and what is said about keys (contract 6.5).
class TestKeyDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void unlock_withAWrongPassphrase_saysHowLongToWait();
    void unlock_inAnotherDialog_waitsToo();
    void passphrase_changed_opensWithTheNewOne();
    void passphrase_newOneNotGood_cannotBeChosen_data();
    void passphrase_newOneNotGood_cannotBeChosen();
    void passphrase_wrongPresentOne_changesNothing();
    void passphrases_neverReachTheClipboard();
    void backup_isRemindedOf_untilTickedOff();
    void preferences_chosenInTheMenu_areKept();
    void preferences_outOfBounds_areHeldWithin();

private:
    template <typename Dialog>
    QPointer<Dialog> open()
    {
        QPointer<Dialog> dialog = new Dialog(m_sample->session->key(), m_file);
        dialog->open();
        return dialog;
    }
    static void fill(QWidget *dialog, const QString &present, const QString &next, const QString &again);

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<tests::TempFolder> m_folder;
    QString m_file;
};

void TestKeyDialogs::initTestCase()
{
    tests::prepareConsole();
}

void TestKeyDialogs::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>(false);
    m_folder = std::make_unique<tests::TempFolder>();
    m_file = m_folder->path(u"key.pem"_s);
    QVERIFY(approval::saveKeyFile(m_file, m_sample->key, "correct"));
}

void TestKeyDialogs::cleanup()
{
    m_sample.reset();
}

void TestKeyDialogs::fill(QWidget *dialog, const QString &present, const QString &next, const QString &again)
{
    widget<QLineEdit>(dialog, u"passphraseEdit"_s)->setText(present);
    widget<QLineEdit>(dialog, u"newEdit"_s)->setText(next);
    widget<QLineEdit>(dialog, u"againEdit"_s)->setText(again);
}

void TestKeyDialogs::unlock_withAWrongPassphrase_saysHowLongToWait()
{
    const auto dialog = open<UnlockDialog>();
    auto *passphrase = widget<QLineEdit>(dialog, u"passphraseEdit"_s);
    auto *button = widget<QPushButton>(dialog, u"unlockButton"_s);
    auto *wait = widget<console::PassphraseWait>(dialog, u"waitLabel"_s);
    QVERIFY(!wait->isVisible());
    QTest::keyClicks(passphrase, u"wrong"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(widget<Notice>(dialog, u"errorNotice"_s)->isVisible());
    QVERIFY(!button->isEnabled());
    QVERIFY(wait->isVisible());
    QVERIFY(wait->text().contains(u'1'));
    QTest::keyClicks(passphrase, u"correct"_s);
    QTest::keyClick(passphrase, Qt::Key_Return); // not yet
    QVERIFY(!m_sample->session->key().isUnlocked());
    m_sample->clock.advance(base::kSecond);
    QTRY_VERIFY(button->isEnabled());
    QVERIFY(!wait->isVisible());
    QTest::keyClick(passphrase, Qt::Key_Return);
    QTRY_VERIFY(m_sample->session->key().isUnlocked());
    QTRY_VERIFY(!dialog);
}

void TestKeyDialogs::unlock_inAnotherDialog_waitsToo()
{
    const auto first = open<UnlockDialog>();
    QTest::keyClicks(widget<QLineEdit>(first, u"passphraseEdit"_s), u"wrong"_s);
    QTest::mouseClick(widget<QPushButton>(first, u"unlockButton"_s), Qt::LeftButton);
    QTRY_VERIFY(widget<Notice>(first, u"errorNotice"_s)->isVisible());
    first->close();
    const auto second = open<UnlockDialog>();
    QVERIFY(!widget<QPushButton>(second, u"unlockButton"_s)->isEnabled());
    QVERIFY(widget<console::PassphraseWait>(second, u"waitLabel"_s)->isVisible());
    second->close();
}

void TestKeyDialogs::passphrase_changed_opensWithTheNewOne()
{
    const auto dialog = open<PassphraseDialog>();
    QSignalSpy changed(dialog, &PassphraseDialog::passphraseChanged);
    fill(dialog, u"correct"_s, u"a longer one"_s, u"a longer one"_s);
    QTest::mouseClick(widget<QPushButton>(dialog, u"changeButton"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, 30'000); // scrypt costs what it costs
    QVERIFY(approval::loadKeyFile(m_file, "a longer one"));
    QVERIFY(!approval::loadKeyFile(m_file, "correct"));
    QVERIFY(!m_sample->session->key().isUnlocked());
    QTRY_VERIFY(!dialog);
}

void TestKeyDialogs::passphrase_newOneNotGood_cannotBeChosen_data()
{
    QTest::addColumn<QString>("next");
    QTest::addColumn<QString>("again");
    QTest::newRow("none") << QString() << QString();
    QTest::newRow("too short") << u"123456789"_s << u"123456789"_s;
    QTest::newRow("not the same twice") << u"1234567890"_s << u"1234567891"_s;
    QTest::newRow("the present one") << u"the present"_s << u"the present"_s;
}

void TestKeyDialogs::passphrase_newOneNotGood_cannotBeChosen()
{
    QFETCH(QString, next);
    QFETCH(QString, again);
    const auto dialog = open<PassphraseDialog>();
    fill(dialog, u"the present"_s, next, again);
    QVERIFY(!widget<QPushButton>(dialog, u"changeButton"_s)->isEnabled());
    QVERIFY(!widget<console::PlainTextLabel>(dialog, u"ruleLabel"_s)->text().isEmpty());
    dialog->close();
}

void TestKeyDialogs::passphrase_wrongPresentOne_changesNothing()
{
    const auto dialog = open<PassphraseDialog>();
    fill(dialog, u"wrong"_s, u"a longer one"_s, u"a longer one"_s);
    QTest::mouseClick(widget<QPushButton>(dialog, u"changeButton"_s), Qt::LeftButton);
    QTRY_VERIFY(widget<Notice>(dialog, u"errorNotice"_s)->isVisible());
    QVERIFY(approval::loadKeyFile(m_file, "correct"));
    QVERIFY(!widget<QPushButton>(dialog, u"changeButton"_s)->isEnabled()); // it counts as a try
    QVERIFY(widget<console::PassphraseWait>(dialog, u"waitLabel"_s)->isVisible());
    dialog->close();
}

void TestKeyDialogs::passphrases_neverReachTheClipboard()
{
    QApplication::clipboard()->setText(u"before"_s);
    const auto unlock = open<UnlockDialog>();
    const auto change = open<PassphraseDialog>();
    QList<QLineEdit *> fields{widget<QLineEdit>(unlock, u"passphraseEdit"_s),
                              widget<QLineEdit>(change, u"passphraseEdit"_s), widget<QLineEdit>(change, u"newEdit"_s),
                              widget<QLineEdit>(change, u"againEdit"_s)};
    for (QLineEdit *field : fields) {
        QCOMPARE(field->echoMode(), QLineEdit::Password);
        QTest::keyClicks(field, u"secret words"_s);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_C, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_X, Qt::ControlModifier);
        field->copy();
        field->cut();
        QCOMPARE(QApplication::clipboard()->text(), u"before"_s);
    }
    unlock->close();
    change->close();
}

void TestKeyDialogs::backup_isRemindedOf_untilTickedOff()
{
    console::BackupNotice notice;
    notice.setSession(m_sample->session.get());
    QVERIFY(!notice.isVisible());
    m_sample->unlock();
    QVERIFY(notice.isVisible());
    m_sample->session->key().lock();
    QVERIFY(!notice.isVisible());
    m_sample->unlock();
    QVERIFY(notice.isVisible());
    QTest::mouseClick(widget<QPushButton>(&notice, u"noticeAction"_s), Qt::LeftButton);
    QVERIFY(!notice.isVisible());
    m_sample->session->key().lock();
    m_sample->unlock();
    QVERIFY(!notice.isVisible());
    m_sample->session->key().adopt(approval::SigningKey::generate()); // of another key nobody said that
    QVERIFY(notice.isVisible());
    notice.setSession(nullptr);
}

void TestKeyDialogs::preferences_chosenInTheMenu_areKept()
{
    QSettings settings;
    QCOMPARE(console::Preferences(settings).idleLimit(), 300 * base::kSecond);
    QCOMPARE(console::Preferences(settings).undoTime(), 0);
    console::PreferencesMenu menu;
    QSignalSpy changed(&menu, &console::PreferencesMenu::changed);
    for (QAction *action : widget<QMenu>(&menu, u"idleMenu"_s)->actions())
        QCOMPARE(action->isChecked(), action->data().toLongLong() == 300 * base::kSecond);
    widget<QMenu>(&menu, u"idleMenu"_s)->actions().first()->trigger();
    widget<QMenu>(&menu, u"undoMenu"_s)->actions().at(2)->trigger();
    QCOMPARE(changed.size(), 2);
    QCOMPARE(console::Preferences(settings).idleLimit(), base::kMinute);
    QCOMPARE(console::Preferences(settings).undoTime(), 5 * base::kSecond);
}

void TestKeyDialogs::preferences_outOfBounds_areHeldWithin()
{
    QSettings settings;
    settings.setValue(u"key/idleSeconds"_s, 0);
    settings.setValue(u"decisions/undoSeconds"_s, 100'000);
    QCOMPARE(console::Preferences(settings).idleLimit(), console::UnlockedKey::kLeastIdle);
    QCOMPARE(console::Preferences(settings).undoTime(), base::kMinute);
    settings.setValue(u"key/idleSeconds"_s, u"never"_s);
    settings.setValue(u"decisions/undoSeconds"_s, -5);
    QCOMPARE(console::Preferences(settings).idleLimit(), console::UnlockedKey::kIdleLimit);
    QCOMPARE(console::Preferences(settings).undoTime(), 0);
}

QTEST_MAIN(TestKeyDialogs)
#include "tst_keydialogs.moc"
