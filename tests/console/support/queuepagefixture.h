#pragma once

#include "console/models/queuemodel.h"
#include "console/pages/planpanel.h"
#include "console/pages/queuepage.h"
#include "console/theme/theme.h"
#include "console/widgets/filterbar.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "support/consoletest.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

namespace obstat::tests {

using namespace Qt::StringLiterals;
using console::GateBlock;
using console::LinesView;
using console::Notice;
using console::OperationTable;
using console::Page;
using console::PlanPanel;
using console::QueuePage;
using ledger::Status;

/// A queue page over a fake ledger with five waiting withdrawals, for the tests of what an approver does.
class QueuePageFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareConsole(); }
    void init()
    {
        QSettings().clear();
        make();
    }
    void cleanup() { clear(); }

protected:
    static void start() { prepareConsole(); }
    void make();
    void clear();

    template <typename T>
    T *child(const QString &name)
    {
        return widget<T>(m_page.get(), name);
    }
    PlanPanel *panel() { return child<PlanPanel>(u"panel"_s); }
    QPushButton *approveButton() { return child<QPushButton>(u"approveButton"_s); }
    OperationTable *table() { return child<OperationTable>(u"table"_s); }
    void open();
    void select(qint64 id);
    void readAll();
    void makeReady(qint64 id);
    qint64 addLong(const QString &value);

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<QueuePage> m_page;
    qint64 m_first = 0;
};

} // namespace obstat::tests
