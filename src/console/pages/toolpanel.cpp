#include "console/pages/toolpanel.h"

#include "base/visibletext.h"
#include "console/models/toolwording.h"
#include "console/models/wording.h"
#include "ui_toolpanel.h"

#include <QScrollBar>

namespace obstat::console {

using namespace Qt::StringLiterals;
using policy::ToolEntry;

namespace {

/// `value` is escaped already.
DisplayLine line(const QString &label, const QString &value, bool mono = false)
{
    DisplayLine line;
    line.label = label;
    line.value = value.isEmpty() ? u"–"_s : value;
    line.mono = mono;
    return line;
}

DisplayLine answer(const QString &question, const QString &said, const QString &note, bool isOpen, bool isBad)
{
    DisplayLine answered = line(question, note.isEmpty() ? said : QString(said + u". "_s + base::visibleText(note)));
    answered.tone = isOpen ? Tone::Warn : isBad ? Tone::Bad : Tone::Neutral;
    return answered;
}

QString list(const QStringList &texts)
{
    return base::visibleText(texts.join(u", "_s));
}

QString request(const policy::RequestTemplate &request)
{
    return request.isEmpty() ? QString() : base::visibleText(QString(request.method + u' ' + request.path));
}

} // namespace

ToolPanel::ToolPanel(QWidget *parent) : QFrame(parent), m_ui(std::make_unique<Ui::ToolPanel>())
{
    m_ui->setupUi(this);
    clear();
}

ToolPanel::~ToolPanel() = default;

void ToolPanel::clear()
{
    m_name.clear();
    m_ui->head->hide();
    m_ui->area->hide();
}

void ToolPanel::showTool(const ToolEntry &tool)
{
    const bool writes = tool.effect == policy::Effect::Write;
    m_ui->head->show();
    m_ui->area->show();
    m_ui->titleLabel->setText(ToolWording::title(tool));
    m_ui->subjectLabel->setText(tr("%1 · %2").arg(base::visibleText(tool.name), ToolWording::effect(tool)));
    m_ui->stateNotice->setVisible(writes && !tool.isWritable());
    if (writes && !tool.isWritable()) {
        QStringList open;
        for (const QString &question : tool.unanswered())
            open.append(ToolWording::question(question));
        m_ui->stateNotice->show(Tone::Warn, tr("It stays read-only: every call of an agent is refused."),
                                tr("Not answered in tools.toml: %1").arg(open.join(u' ')));
    } else if (!writes) {
        m_ui->stateNotice->show(Tone::Wait,
                                tr("It only reads, so agents call it directly and nothing is recorded here."));
    }
    for (QWidget *part : {static_cast<QWidget *>(m_ui->questionsHeading), static_cast<QWidget *>(m_ui->questionLines),
                          static_cast<QWidget *>(m_ui->workHeading), static_cast<QWidget *>(m_ui->workLines),
                          static_cast<QWidget *>(m_ui->ownerHeading), static_cast<QWidget *>(m_ui->ownerLines),
                          static_cast<QWidget *>(m_ui->timeHeading), static_cast<QWidget *>(m_ui->timeLines)})
        part->setVisible(writes);
    fillQuestions(tool);
    fillWork(tool);
    fillOwner(tool);
    fillTimes(tool);
    m_ui->entryLines->setLines(
        {line(tr("digest"), tool.digest, true), line({}, base::visibleText(QString::fromUtf8(tool.canonical)), true)});
    if (std::exchange(m_name, tool.name) != tool.name)
        m_ui->area->verticalScrollBar()->setValue(0);
}

void ToolPanel::fillQuestions(const ToolEntry &tool)
{
    m_ui->questionLines->setLines(
        {answer(tr("Can it be undone?"), ToolWording::undo(tool), tool.undoNote, tool.undo.isEmpty(),
                tool.undo == u"no"),
         answer(tr("Who approves it?"), ToolWording::approver(tool), {}, tool.approver.isEmpty(), false),
         answer(tr("If it repeats, it"), ToolWording::onRepeat(tool), tool.onRepeatNote, tool.onRepeat.isEmpty(),
                tool.onRepeat == u"doubles")});
}

void ToolPanel::fillWork(const ToolEntry &tool)
{
    QList<DisplayLine> lines{line(tr("natural key"), ToolWording::naturalKey(tool), !tool.naturalKey.isEmpty()),
                             line(tr("window"), ToolWording::window(tool)),
                             line(tr("record"), ToolWording::record(tool), true),
                             line(tr("amount"), ToolWording::amount(tool), true)};
    if (!tool.sensitive.isEmpty())
        lines.append(line(tr("sensitive"), list(tool.sensitive), true));
    if (!tool.keyArguments.isEmpty())
        lines.append(line(tr("keys of the model, dropped"), list(tool.keyArguments), true));
    m_ui->workLines->setLines(lines);
}

void ToolPanel::fillOwner(const ToolEntry &tool)
{
    const policy::OwnerEntry &owner = tool.owner;
    if (owner.name.isEmpty()) {
        m_ui->ownerLines->setLines({line(tr("name"), tr("none: nothing can be sent"))});
        return;
    }
    QList<DisplayLine> lines{
        line(tr("name"), base::visibleText(owner.name)),
        owner.isCaller() ? line(tr("carried out by"), tr("an orchestrator that claims it and reports the outcome"))
                         : line(tr("address"), base::visibleText(owner.url), true),
        line(tr("the same key again"), owner.honoursKey ? tr("has no second effect") : tr("may happen twice"))};
    if (owner.honoursKey) {
        if (!owner.isCaller())
            lines.append(line(tr("key header"), base::visibleText(owner.keyHeader), true));
        lines.append(line(tr("remembers a key for"), owner.keyLifetime > 0
                                                         ? Wording::duration(owner.keyLifetime)
                                                         : tr("as long as it is not told otherwise")));
    } else {
        lines.last().tone = Tone::Warn;
    }
    if (owner.settleAfter > 0)
        lines.append(line(tr("a lost request may act for"), Wording::duration(owner.settleAfter)));
    if (!owner.isCaller())
        lines.append(line(tr("commit"), request(tool.commit), true));
    const bool asks = !tool.query.isEmpty();
    lines.append(
        line(tr("question"), asks ? request(tool.query) : tr("none: what is unknown waits for a person"), asks));
    if (asks && !tool.canBeAsked()) {
        lines.append(line({}, tr("Nothing says how its answer is read, so nobody is asked: what is unknown waits for a "
                                 "person.")));
        lines.last().tone = Tone::Warn;
    }
    if (!tool.reference.isEmpty())
        lines.append(line(tr("its own number"), base::visibleText(tool.reference), true));
    m_ui->ownerLines->setLines(lines);
}

void ToolPanel::fillTimes(const ToolEntry &tool)
{
    const QString limit = tool.owner.isCaller() ? tr("lease of a claim") : tr("timeout of a request");
    m_ui->timeLines->setLines({line(limit, Wording::duration(tool.timeout)),
                               line(tr("a plan waits"), Wording::duration(tool.expiresAfter)),
                               line(tr("attempts at most"), Wording::number(tool.maxAttempts))});
}

} // namespace obstat::console
