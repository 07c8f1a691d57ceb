#include "base/digest.h"
#include "console/client/columnguard.h"
#include "console/models/conflictsmodel.h"
#include "console/models/operationsmodel.h"
#include "support/decisionsample.h"
#include "support/passevents.h"
#include "support/queuepagefixture.h"

#include <QSignalSpy>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::QueueModel;

/// What lists show of rows whose record or amount is a sensitive argument (contract 6.4).
class TestColumnGuard : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void sensitive_record_isHiddenInTheList_untilItsRoleIsThere();
    void sensitive_amount_isHidden();
    void sensitive_otherField_hidesNoColumn();
    void sensitive_forAnotherRole_staysHidden();
    void entry_storedLater_isKnownBeforeItsRows();
    void conflicts_leaveTheRecordOut();

private:
    /// Makes paths of every plan sensitive, with the entry in the ledger's documents.
    void hide(const QStringList &paths)
    {
        for (console::OperationDetail &detail : m_sample->ledger->book) {
            tests::makeSensitive(detail, paths);
            const QString digest = detail.row.registryDigest;
            if (m_sample->ledger->bytes.contains(digest))
                continue;
            m_sample->ledger->bytes.insert(digest, **detail.entry);
            m_sample->ledger->documentRows.append({digest, u"entry"_s, detail.row.tool, m_sample->clock.now()});
        }
        m_sample->ledger->change();
    }
    QString cell(int column) { return table()->model()->index(0, column).data().toString(); }
};

void TestColumnGuard::sensitive_record_isHiddenInTheList_untilItsRoleIsThere()
{
    hide({u"withdrawal_id"_s});
    open();
    QCOMPARE(cell(QueueModel::Record), u"•••"_s);
    QCOMPARE(cell(QueueModel::Amount), u"600.00 USD"_s);
    QSignalSpy changed(table()->model(), &QAbstractItemModel::dataChanged);
    m_sample->unlock();
    QTRY_COMPARE(cell(QueueModel::Record), u"WD-0"_s);
    QVERIFY(!changed.isEmpty());
    m_sample->session->key().lock();
    QCOMPARE(cell(QueueModel::Record), u"•••"_s);
}

void TestColumnGuard::sensitive_amount_isHidden()
{
    hide({u"amount"_s});
    open();
    QCOMPARE(cell(QueueModel::Amount), u"•••"_s);
    QCOMPARE(cell(QueueModel::Record), u"WD-0"_s);
    m_sample->unlock();
    QTRY_COMPARE(cell(QueueModel::Amount), u"600.00 USD"_s);
}

void TestColumnGuard::sensitive_otherField_hidesNoColumn()
{
    hide({u"iban"_s, u"amount_note"_s});
    open();
    QCOMPARE(cell(QueueModel::Amount), u"600.00 USD"_s);
    QCOMPARE(cell(QueueModel::Record), u"WD-0"_s);
}

void TestColumnGuard::sensitive_forAnotherRole_staysHidden()
{
    hide({u"withdrawal_id"_s});
    for (console::OperationDetail &detail : m_sample->ledger->book)
        detail.row.approvals = tests::frozenVerdict({{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    tests::passEvents(30);
    QCOMPARE(cell(QueueModel::Record), u"•••"_s);
}

void TestColumnGuard::entry_storedLater_isKnownBeforeItsRows()
{
    open();
    QCOMPARE(cell(QueueModel::Record), u"WD-0"_s);
    bool leaked = false;
    connect(table()->model(), &QAbstractItemModel::dataChanged, this, [&] {
        const ledger::OperationRow *row = m_page->findChild<QueueModel *>()->operationAt(0);
        if (row && row->registryDigest == m_sample->ledger->book.first().row.registryDigest)
            leaked = leaked || cell(QueueModel::Record) == u"WD-0";
    });
    for (console::OperationDetail &detail : m_sample->ledger->book)
        ++detail.row.updatedAt;
    hide({u"withdrawal_id"_s});
    QTRY_COMPARE(cell(QueueModel::Record), u"•••"_s);
    QVERIFY(!leaked);
}

void TestColumnGuard::conflicts_leaveTheRecordOut()
{
    ledger::ConflictRow conflict;
    conflict.event = 9;
    conflict.operation = 1;
    conflict.record = u"WD-0"_s;
    m_sample->ledger->conflictRows.append(conflict);
    console::ConflictsModel model;
    model.setGuard(&m_sample->session->columns());
    model.setClient(m_sample->ledger, &m_sample->clock);
    model.refresh();
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, console::ConflictsModel::Record).data().toString(), u"WD-0"_s);
    hide({u"withdrawal_id"_s});
    QTRY_COMPARE(model.index(0, console::ConflictsModel::Record).data().toString(), u"operation 1"_s);
    model.setClient(nullptr, nullptr);
}

QTEST_MAIN(TestColumnGuard)
#include "tst_columnguard.moc"
