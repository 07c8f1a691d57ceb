#include "console/pages/outcomeform.h"

#include "approval/evidencefile.h"
#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/whenready.h"
#include "console/models/wording.h"
#include "console/widgets/keybutton.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/reasonbar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLongestReference = 256; // as the ledger takes them
constexpr int kLongestName = 64;

} // namespace

OutcomeForm::OutcomeForm(QWidget *parent)
    : QFrame(parent)
    , m_about(smallLabel(u"outcomeAbout"_s, this))
    , m_reference(new QLineEdit(this))
    , m_evidence(new QWidget(this))
    , m_attach(new KeyButton(this))
    , m_remove(new KeyButton(this))
    , m_file(smallLabel(u"evidenceLabel"_s, this))
    , m_problemLabel(smallLabel(u"outcomeProblem"_s, this))
    , m_reason(new ReasonBar(this))
{
    m_reference->setObjectName(u"referenceEdit"_s);
    m_attach->setObjectName(u"attachButton"_s);
    m_attach->setText(tr("Attach evidence…"));
    m_remove->setObjectName(u"removeEvidenceButton"_s);
    m_remove->setText(tr("Remove"));
    m_reason->setObjectName(u"outcomeReason"_s);
    auto *evidence = new QHBoxLayout(m_evidence);
    evidence->setContentsMargins(0, 0, 0, 0);
    evidence->setSpacing(8);
    evidence->addWidget(m_attach);
    evidence->addWidget(m_remove);
    evidence->addWidget(m_file, 1);
    auto *fields = new QVBoxLayout;
    fields->setContentsMargins(18, 9, 18, 0);
    fields->setSpacing(7);
    fields->addWidget(m_about);
    fields->addWidget(m_reference);
    fields->addWidget(m_evidence);
    fields->addWidget(m_problemLabel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(fields);
    layout->addWidget(m_reason);
    connect(m_reference, &QLineEdit::textChanged, this, &OutcomeForm::changed);
    connect(m_attach, &QPushButton::clicked, this, &OutcomeForm::chooseFile);
    connect(m_remove, &QPushButton::clicked, this, &OutcomeForm::forgetEvidence);
    connect(m_reason, &ReasonBar::confirmed, this, &OutcomeForm::confirmed);
    connect(m_reason, &ReasonBar::cancelled, this, &OutcomeForm::cancelled);
    hide();
}

OutcomeForm::~OutcomeForm()
{
    m_disk.waitForDone();
}

void OutcomeForm::open(OutcomeAction action, const QString &about)
{
    m_action = action;
    m_about->setText(about);
    const bool name = OutcomeActions::takesName(action);
    m_reference->clear();
    m_reference->setMaxLength(name ? kLongestName : kLongestReference);
    m_reference->setPlaceholderText(name ? tr("Name of the other work, such as second-part")
                                         : tr("The owner's own number of it, if there is one"));
    m_reference->setAccessibleName(name ? tr("Name of the other work") : tr("The owner's reference"));
    m_reference->setVisible(name || OutcomeActions::takesReference(action));
    m_evidence->setVisible(OutcomeActions::takesEvidence(action));
    forgetEvidence();
    m_reason->open({OutcomeActions::reasonHint(action), tr("Reason"), OutcomeActions::confirm(action)}, {});
    setProblem({});
    show();
    if (name)
        m_reference->setFocus();
    else
        m_reason->focusReason();
    Q_EMIT changed();
}

void OutcomeForm::close()
{
    hide();
    m_reason->close();
    m_reference->clear();
    forgetEvidence();
}

QString OutcomeForm::reference() const
{
    return m_reference->isHidden() ? QString() : m_reference->text().trimmed();
}

/// A dialog of its own loop, which nothing waits for.
void OutcomeForm::chooseFile()
{
    auto *dialog = new QFileDialog(window(), tr("Choose what shows it"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &OutcomeForm::attach);
    dialog->open();
}

void OutcomeForm::attach(const QString &file)
{
    if (!isOpen() || !OutcomeActions::takesEvidence(m_action))
        return;
    const quint64 request = ++m_request;
    m_digest.clear();
    m_reading = true;
    m_file->setText(tr("Reading %1 …").arg(base::visibleText(QFileInfo(file).fileName())));
    m_remove->show();
    updateReady();
    const auto read = inBackground(m_disk, [file] { return approval::evidenceDigest(file); });
    whenReady(read, this,
              [this, request, file](const base::Result<QString> &digest) { takeEvidence(request, file, digest); });
}

void OutcomeForm::takeEvidence(quint64 request, const QString &file, const base::Result<QString> &digest)
{
    if (request != m_request)
        return;
    m_reading = false;
    const QString name = base::visibleText(QFileInfo(file).fileName());
    m_digest = digest.value_or(QString());
    m_file->setText(digest ? tr("%1 · SHA-256 %2 is signed; keep the file").arg(name, Wording::shortDigest(m_digest))
                           : tr("%1 cannot be attached: %2").arg(name, Wording::error(digest.error())));
    m_file->setToolTip(digest ? plainToolTip(m_digest) : QString());
    updateReady();
}

void OutcomeForm::forgetEvidence()
{
    // Hiding the button would hand the keyboard to the next one.
    if (m_remove->hasFocus())
        m_reason->focusReason();
    ++m_request;
    m_reading = false;
    m_digest.clear();
    m_file->setText({});
    m_file->setToolTip({});
    m_remove->hide();
    updateReady();
}

void OutcomeForm::setProblem(const QString &problem)
{
    m_problem = problem;
    m_problemLabel->setText(problem);
    m_problemLabel->setVisible(!problem.isEmpty());
    updateReady();
}

void OutcomeForm::updateReady()
{
    m_reason->setReady(m_problem.isEmpty() && !m_reading);
}

void OutcomeForm::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT cancelled();
    else
        QFrame::keyPressEvent(event);
}

} // namespace obstat::console
