#include "console/pages/versionspanel.h"

#include "console/client/background.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/wording.h"
#include "ui_versionspanel.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostVersions = 200;

QStringList linesOf(const QByteArray &text)
{
    return QString::fromUtf8(text).split(u'\n');
}

} // namespace

VersionsPanel::VersionsPanel(QWidget *parent) : QWidget(parent), m_ui(std::make_unique<Ui::VersionsPanel>())
{
    m_ui->setupUi(this);
    m_pool.setMaxThreadCount(1);
    for (QComboBox *box : {m_ui->olderBox, m_ui->newerBox})
        connect(box, &QComboBox::currentIndexChanged, this, &VersionsPanel::compare);
    fill({});
}

VersionsPanel::~VersionsPanel() = default;

void VersionsPanel::setDocument(const QString &kind, const QString &digest)
{
    m_kind = kind;
    m_digestName = digest;
}

void VersionsPanel::setSession(Session *session)
{
    m_session = session;
    ++m_request;
    ++m_comparison;
    m_waiting = 0;
    m_texts.clear();
    fill({});
}

void VersionsPanel::load()
{
    if (!m_session)
        return;
    ledger::EventFilter filter;
    filter.kind = m_kind;
    ++m_waiting;
    whenReady(m_session->ledger().events(filter, -1, kMostVersions), this,
              [this, request = ++m_request](const base::Result<QList<ledger::EventRow>> &events) {
                  m_waiting = std::max(0, m_waiting - 1);
                  if (request == m_request)
                      takeEvents(events);
              });
}

void VersionsPanel::takeEvents(const base::Result<QList<ledger::EventRow>> &events)
{
    if (!events) {
        m_ui->versionLines->setLines({{{}, Wording::error(events.error()), {}, false, {}, false, Tone::Bad}});
        return;
    }
    const QList<DocumentVersion> versions = DocumentVersions::of(*events, m_digestName);
    const bool same = !versions.isEmpty() && !m_versions.isEmpty() && versions.size() == m_versions.size() &&
                      versions.first().event == m_versions.first().event;
    if (!same)
        fill(versions);
}

void VersionsPanel::fill(const QList<DocumentVersion> &versions)
{
    m_versions = versions;
    m_ui->heading->setText(tr("VERSIONS · %1").arg(versions.size()));
    m_ui->versionLines->setLines(DocumentVersions::lines(versions));
    for (QComboBox *box : {m_ui->olderBox, m_ui->newerBox}) {
        const QSignalBlocker quiet(box);
        box->clear();
        for (const DocumentVersion &version : versions)
            box->addItem(DocumentVersions::title(version), version.digest);
        box->setCurrentIndex(box == m_ui->olderBox && versions.size() > 1 ? 1 : 0);
    }
    setVisible(!versions.isEmpty());
    Q_EMIT countChanged(static_cast<int>(versions.size()));
    m_ui->compareFrame->setVisible(versions.size() > 1);
    m_ui->differenceLines->setVisible(versions.size() > 1);
    m_ui->differenceLines->setLines({});
    compare();
}

QString VersionsPanel::chosen(bool newer) const
{
    return (newer ? m_ui->newerBox : m_ui->olderBox)->currentData().toString();
}

void VersionsPanel::compare()
{
    ++m_comparison;
    if (!m_session || m_versions.size() < 2)
        return;
    QStringList missing{chosen(false), chosen(true)};
    missing.removeIf([this](const QString &digest) { return m_texts.contains(digest); });
    missing.removeDuplicates();
    if (missing.isEmpty()) {
        takeTexts();
        return;
    }
    for (const QString &digest : std::as_const(missing)) {
        ++m_waiting;
        whenReady(m_session->ledger().document(digest), this,
                  [this, digest, run = m_comparison](const base::Result<std::optional<QByteArray>> &text) {
                      m_waiting = std::max(0, m_waiting - 1);
                      if (text && *text)
                          m_texts.insert(digest, **text);
                      else if (run == m_comparison)
                          m_ui->differenceLines->setLines(
                              {{{},
                                tr("The text of %1 is not stored.").arg(Wording::shortDigest(digest)),
                                {},
                                false,
                                {},
                                false,
                                Tone::Warn}});
                      if (run == m_comparison)
                          takeTexts();
                  });
    }
}

void VersionsPanel::takeTexts()
{
    if (!m_texts.contains(chosen(false)) || !m_texts.contains(chosen(true)))
        return;
    const auto job = [before = m_texts.value(chosen(false)), after = m_texts.value(chosen(true))] {
        return lineDifference(linesOf(before), linesOf(after));
    };
    ++m_waiting;
    whenReady(inBackground(m_pool, job), this, [this, run = m_comparison](const QList<LineChange> &changes) {
        m_waiting = std::max(0, m_waiting - 1);
        if (run == m_comparison)
            takeDifference(changes);
    });
}

void VersionsPanel::takeDifference(const QList<LineChange> &changes)
{
    m_ui->differenceLines->setLines(DocumentVersions::differenceLines(changes));
}

} // namespace obstat::console
