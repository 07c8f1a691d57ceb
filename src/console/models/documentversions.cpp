#include "console/models/documentversions.h"

#include "base/visibletext.h"
#include "console/models/wording.h"
#include "evidence/event.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Kind = LineChange::Kind;

namespace {

constexpr qsizetype kAround = 3;

DisplayLine line(const QString &label, const QString &value, Tone tone, bool mono)
{
    DisplayLine line;
    line.label = label;
    line.value = value;
    line.tone = tone;
    line.mono = mono;
    return line;
}

/// Equal lines next to a change are read with it.
QList<bool> keptLines(const QList<LineChange> &changes)
{
    QList<bool> kept(changes.size(), false);
    for (qsizetype at = 0; at < changes.size(); ++at) {
        if (changes.at(at).kind == Kind::Same)
            continue;
        const qsizetype end = std::min(at + kAround + 1, changes.size());
        for (qsizetype near = std::max<qsizetype>(0, at - kAround); near < end; ++near)
            kept[near] = true;
    }
    return kept;
}

} // namespace

QList<DocumentVersion> DocumentVersions::of(const QList<ledger::EventRow> &events, const QString &digest)
{
    QList<DocumentVersion> versions;
    for (const ledger::EventRow &row : events) {
        const auto event = evidence::parseLeaf(row.leaf);
        if (event && event->digests.contains(digest))
            versions.append(
                {event->digests.value(digest), event->digests.value(u"act"_s), event->actor.id, row.at, row.seq});
    }
    return versions;
}

QString DocumentVersions::title(const DocumentVersion &version)
{
    return QString(Wording::shortDigest(version.digest) + u" · "_s + base::visibleText(version.actor) + u" · "_s +
                   Wording::exactTime(version.at).left(19));
}

QList<DisplayLine> DocumentVersions::lines(const QList<DocumentVersion> &versions)
{
    QList<DisplayLine> lines;
    for (const DocumentVersion &version : versions) {
        const QString who = base::visibleText(version.actor);
        const QString text = version.actDigest.isEmpty()
                                 ? tr("%1 · loaded by %2, event %3")
                                       .arg(Wording::shortDigest(version.digest), who, Wording::number(version.event))
                                 : tr("%1 · signed by %2, act %3, event %4")
                                       .arg(Wording::shortDigest(version.digest), who,
                                            Wording::shortDigest(version.actDigest), Wording::number(version.event));
        lines.append(line(Wording::exactTime(version.at).left(19), text, Tone::Neutral, false));
    }
    return lines;
}

QList<DisplayLine> DocumentVersions::differenceLines(const QList<LineChange> &changes)
{
    const QList<bool> kept = keptLines(changes);
    if (!kept.contains(true))
        return {line({}, tr("The two are the same"), Tone::Neutral, false)};
    QList<DisplayLine> lines;
    int equal = 0;
    const auto closeRun = [&] {
        if (equal > 0)
            lines.append(line({}, tr("… %n equal line(s)", nullptr, equal), Tone::Wait, false));
        equal = 0;
    };
    for (qsizetype at = 0; at < changes.size(); ++at) {
        if (!kept.at(at)) {
            ++equal;
            continue;
        }
        closeRun();
        const Kind kind = changes.at(at).kind;
        const QString sign = kind == Kind::Added ? u"+ "_s : kind == Kind::Removed ? u"− "_s : u"  "_s;
        const Tone tone = kind == Kind::Added ? Tone::Ok : kind == Kind::Removed ? Tone::Bad : Tone::Neutral;
        lines.append(line({}, sign + base::visibleText(changes.at(at).line), tone, true));
    }
    closeRun();
    return lines;
}

} // namespace obstat::console
