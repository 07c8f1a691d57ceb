#include "console/pages/toolspage.h"

#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/toolsmodel.h"
#include "console/models/toolwording.h"
#include "console/models/wording.h"
#include "ui_toolspage.h"

#include <QDir>
#include <QFileInfo>

namespace obstat::console {

using namespace Qt::StringLiterals;
using policy::Registry;

ToolsPage::ToolsPage(QWidget *parent)
    : Page(parent), m_ui(std::make_unique<Ui::ToolsPage>()), m_model(new ToolsModel(this))
{
    m_ui->setupUi(this);
    m_parser.setMaxThreadCount(1);
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
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &ToolsPage::refresh);
}

ToolsPage::~ToolsPage() = default;

QString ToolsPage::title() const
{
    return tr("Tools");
}

void ToolsPage::setSession(Session *session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    ++m_request;
    m_loading = false;
    m_digest.clear();
    m_model->setRegistry({});
    m_ui->countLabel->setText({});
    m_ui->sourceLabel->setText({});
    m_ui->openNotice->hide();
    m_ui->errorNotice->hide();
    m_stale = session;
    if (!session)
        return;
    connect(session, &Session::ledgerChanged, this, [this] {
        m_stale = true;
        if (isVisible())
            load();
    });
    if (isVisible())
        load();
}

void ToolsPage::load()
{
    if (!m_session || m_loading)
        return;
    m_stale = false;
    m_loading = true;
    whenReady(m_session->ledger().activeDocuments(), this,
              [this, request = ++m_request](const base::Result<LedgerClient::ActiveDocuments> &active) {
                  if (request == m_request)
                      takeDigest(active);
              });
}

void ToolsPage::takeDigest(const base::Result<LedgerClient::ActiveDocuments> &active)
{
    if (!active) {
        fail(active.error());
    } else if (active->registry.isEmpty()) {
        m_digest.clear();
        showEmpty(tr("No tools are loaded"),
                  tr("Every tool that agents may call stands in tools.toml, with three answers: can it be undone, who "
                     "approves it, what if it repeats. The instance loads the file when it starts."));
        finish();
    } else if (active->registry == m_digest) {
        finish();
    } else {
        m_digest = active->registry;
        whenReady(m_session->ledger().document(m_digest), this,
                  [this, request = m_request](const base::Result<std::optional<QByteArray>> &text) {
                      if (request == m_request)
                          takeText(text);
                  });
    }
}

void ToolsPage::takeText(const base::Result<std::optional<QByteArray>> &text)
{
    if (!text || !*text) {
        m_digest.clear();
        fail(text ? base::Error{base::ErrorCode::NotFound, u"The text of the registry is not stored."_s}
                  : text.error());
        return;
    }
    const auto parsed = inBackground(m_parser, [bytes = **text] { return Registry::parse(bytes, u"tools.toml"_s); });
    whenReady(parsed, this, [this, request = m_request](const base::Result<Registry> &registry) {
        if (request == m_request)
            takeRegistry(registry);
    });
}

void ToolsPage::takeRegistry(const base::Result<Registry> &registry)
{
    if (!registry) {
        m_digest.clear();
        fail(registry.error());
        return;
    }
    const QString shown = m_ui->table->currentRow() >= 0 ? m_model->tool(m_ui->table->currentRow()).name : m_wanted;
    m_model->setRegistry(*registry);
    showSource(*registry);
    m_ui->errorNotice->hide();
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
    const QString file = QFileInfo(m_session->ledger().database()).dir().filePath(u"tools.toml"_s);
    m_ui->sourceLabel->setText(tr("Registry %1 · edited in %2; check it with “obstatctl tools check”, then start the "
                                  "instance again. The ledger shows what is in force, not what the file says now.")
                                   .arg(Wording::shortDigest(registry.digest()), QDir::toNativeSeparators(file)));
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

void ToolsPage::fail(const base::Error &error)
{
    if (error.code != base::ErrorCode::Cancelled) {
        m_ui->errorNotice->setAction(tr("Try again"));
        m_ui->errorNotice->show(Tone::Bad, Wording::error(error), Wording::errorAdvice(error));
    }
    finish();
}

void ToolsPage::finish()
{
    m_loading = false;
    if (m_stale && isVisible())
        load();
    if (isReady())
        Q_EMIT becameReady();
}

void ToolsPage::refresh()
{
    m_ui->errorNotice->hide();
    load();
}

bool ToolsPage::perform(Command command)
{
    if (command == Command::Next || command == Command::Skip)
        m_ui->table->moveCurrent(1);
    else if (command == Command::Previous)
        m_ui->table->moveCurrent(-1);
    else if (command == Command::Open)
        m_ui->panel->setFocus();
    else
        return false;
    return true;
}

void ToolsPage::applyLink(const QMap<QString, QString> &values)
{
    m_wanted = values.value(u"tool"_s);
    m_ui->table->selectRow(m_model->rowOf(m_wanted));
}

bool ToolsPage::isReady() const
{
    return m_session && !m_loading && !m_stale;
}

void ToolsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_stale)
        load();
}

} // namespace obstat::console
