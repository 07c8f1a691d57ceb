#include "console/pages/toolspage.h"

#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/toolsmodel.h"
#include "console/models/toolwording.h"
#include "console/models/wording.h"
#include "console/widgets/plaintextlabel.h"
#include "evidence/event.h"
#include "ui_toolspage.h"

#include <QDir>
#include <QFileInfo>

namespace obstat::console {

using namespace Qt::StringLiterals;
using policy::Registry;

ToolsPage::ToolsPage(QWidget *parent)
    : DocumentPage(parent), m_ui(std::make_unique<Ui::ToolsPage>()), m_model(new ToolsModel(this))
{
    m_ui->setupUi(this);
    m_ui->table->setRecords(m_model, u"tools"_s, {0, 140, 124, 126, 84, 104, 120, 200, 180, 140, 140, 72},
                            {ToolsModel::Name, ToolsModel::Effect, ToolsModel::Owner, ToolsModel::Key,
                             ToolsModel::Record, ToolsModel::Amount,
                             ToolsModel::Timeout}); // the panel shows all of them
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({750, 360});
    connect(m_ui->table, &RecordTable::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            m_ui->panel->showTool(m_model->tool(row));
        else
            m_ui->panel->clear();
    });
    connect(m_ui->versions, &VersionsPanel::countChanged, m_ui->versionsArea,
            [this](int count) { m_ui->versionsArea->setVisible(count > 0); });
    m_ui->versionsArea->hide();
    m_ui->listSplitter->setStretchFactor(0, 1);
    m_ui->listSplitter->setSizes({460, 190});
    setParts({*m_ui->errorNotice, *m_ui->table, *m_ui->panel, *m_ui->versions, evidence::kinds::registryLoaded,
              u"registry"_s});
}

ToolsPage::~ToolsPage() = default;

QString ToolsPage::title() const
{
    return tr("Tools");
}

void ToolsPage::clear()
{
    DocumentPage::clear();
    m_model->setRegistry({});
    m_ui->countLabel->setText({});
    m_ui->sourceLabel->setText({});
    m_ui->openNotice->hide();
}

QString ToolsPage::digestOf(const LedgerClient::ActiveDocuments &active) const
{
    return active.registry;
}

QString ToolsPage::missingText() const
{
    return u"The text of the registry is not stored."_s;
}

void ToolsPage::found(bool) {}

void ToolsPage::showNone()
{
    showEmpty(tr("No tools are loaded"),
              tr("Every tool that agents may call stands in tools.toml, with three answers: can it be undone, who "
                 "approves it, what if it repeats. The instance loads the file when it starts."));
}

void ToolsPage::takeText(const QByteArray &text)
{
    const auto parsed = inBackground(pool(), [text] { return Registry::parse(text, u"tools.toml"_s); });
    whenReady(parsed, this, [this, asked = request()](const base::Result<Registry> &registry) {
        if (isCurrent(asked))
            takeRegistry(registry);
    });
}

void ToolsPage::takeRegistry(const base::Result<Registry> &registry)
{
    if (!registry) {
        failText(registry.error());
        return;
    }
    const QString shown = m_ui->table->currentRow() >= 0 ? m_model->tool(m_ui->table->currentRow()).name : m_wanted;
    m_model->setRegistry(*registry);
    showSource(*registry);
    hideError();
    m_ui->listStack->setCurrentWidget(m_ui->table);
    if (m_model->rowCount() == 0)
        showEmpty(tr("The list of tools is empty"), tr("Agents can call nothing until tools.toml names it."));
    else
        m_ui->table->selectRow(std::max(0, m_model->rowOf(shown)));
    m_wanted.clear();
    finish();
}

void ToolsPage::showSource(const Registry &registry)
{
    QStringList open; // they stand first
    for (int row = 0; row < m_model->rowCount() && ToolsModel::isOpen(m_model->tool(row)); ++row) {
        const policy::ToolEntry &tool = m_model->tool(row);
        QStringList questions;
        for (const QString &name : tool.unanswered())
            questions.append(ToolWording::question(name));
        open.append(tr("%1: %2").arg(base::visibleText(tool.name), questions.join(u' ')));
    }
    m_ui->countLabel->setText(tr("%n tool(s) in force", nullptr, m_model->rowCount()));
    const QString file =
        QDir::toNativeSeparators(QFileInfo(session()->ledger().database()).dir().filePath(u"tools.toml"_s));
    m_ui->sourceLabel->setText(
        tr("Registry %1 · edited in tools.toml beside the ledger; check it with “obstatctl tools "
           "check”, then start the instance again. What is shown is what is in force, not what "
           "the file says now.")
            .arg(Wording::shortDigest(registry.digest())));
    m_ui->sourceLabel->setToolTip(plainToolTip(file));
    m_ui->sourceLabel->setAccessibleDescription(base::visibleText(file));
    m_ui->openNotice->setVisible(!open.isEmpty());
    if (!open.isEmpty())
        m_ui->openNotice->show(
            Tone::Warn,
            tr("%n tool(s) stay read-only because a question is not answered.", nullptr, static_cast<int>(open.size())),
            open.join(u'\n'));
}

void ToolsPage::showEmpty(const QString &title, const QString &text)
{
    m_model->setRegistry({});
    m_ui->panel->clear();
    m_ui->emptyState->setTexts(u"tools"_s, title, text);
    m_ui->listStack->setCurrentWidget(m_ui->emptyState);
}

void ToolsPage::applyLink(const QMap<QString, QString> &values)
{
    m_wanted = values.value(u"tool"_s);
    m_ui->table->selectRow(m_model->rowOf(m_wanted));
}

} // namespace obstat::console
