#include "console/pages/startpage.h"

#include "base/visibletext.h"
#include "console/models/wording.h"
#include "ui_startpage.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>

namespace obstat::console {

using namespace Qt::StringLiterals;

StartPage::StartPage(QWidget *parent) : QWidget(parent), m_ui(std::make_unique<Ui::StartPage>())
{
    m_ui->setupUi(this);
    setAcceptDrops(true);
    setFocusProxy(m_ui->openButton);
    connect(m_ui->openButton, &QPushButton::clicked, this, &StartPage::fileDialogRequested);
    connect(m_ui->recentList, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem *item) { Q_EMIT ledgerChosen(item->data(Qt::UserRole).toString()); });
    connect(m_ui->recentList, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { Q_EMIT ledgerChosen(item->data(Qt::UserRole).toString()); });
}

StartPage::~StartPage() = default;

void StartPage::setRecent(const QStringList &databases)
{
    m_ui->recentList->clear();
    for (const QString &database : databases) {
        const QFileInfo file(database);
        auto *item = new QListWidgetItem(base::visibleText(file.completeBaseName()) + u"   —   "_s +
                                             base::visibleText(file.absolutePath()),
                                         m_ui->recentList);
        item->setData(Qt::UserRole, database);
        item->setSizeHint({200, 28});
        if (!file.exists())
            item->setFlags(Qt::NoItemFlags);
    }
    m_ui->recentHeading->setVisible(!databases.isEmpty());
    m_ui->recentList->setVisible(!databases.isEmpty());
}

void StartPage::showError(const QString &database, const base::Error &error)
{
    const QString advice = Wording::errorAdvice(error);
    const QString path = base::visibleText(database);
    const QString what =
        error.code == base::ErrorCode::NotFound ? tr("There is no ledger of this name.") : Wording::error(error);
    m_ui->errorNotice->show(Tone::Bad, what, advice.isEmpty() ? path : QString(path + u'\n' + advice));
}

void StartPage::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void StartPage::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.first().isLocalFile())
        Q_EMIT ledgerChosen(urls.first().toLocalFile());
}

} // namespace obstat::console
