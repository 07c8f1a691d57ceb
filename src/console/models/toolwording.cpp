#include "console/models/toolwording.h"

#include "base/digest.h"
#include "base/visibletext.h"
#include "console/models/wording.h"
#include "policy/registry.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using policy::Effect;
using policy::ToolEntry;

namespace {

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"–"_s : base::visibleText(text);
}

} // namespace

QString ToolWording::title(const ToolEntry &tool)
{
    return tool.title.isEmpty() || tool.title == tool.name ? Wording::toolTitle(tool.name)
                                                           : base::visibleText(tool.title);
}

QString ToolWording::title(const OperationDetail &detail)
{
    if (detail.entry && *detail.entry && base::digestHex(**detail.entry) == detail.row.registryDigest) {
        const auto entry = policy::entryFromCanonical(**detail.entry);
        if (entry && entry->name == detail.row.tool)
            return title(*entry);
    }
    return Wording::toolTitle(detail.row.tool);
}

QString ToolWording::effect(const ToolEntry &tool)
{
    return tool.effect == Effect::Write ? tr("changes something") : tr("only reads");
}

QString ToolWording::undo(const ToolEntry &tool)
{
    if (tool.effect == Effect::Read)
        return u"–"_s;
    if (tool.undo == u"no")
        return tr("no");
    if (tool.undo == u"yes")
        return tr("yes");
    if (tool.undo == u"partly")
        return tr("partly");
    return tr("not answered");
}

QString ToolWording::approver(const ToolEntry &tool)
{
    if (tool.effect == Effect::Read)
        return u"–"_s;
    if (tool.approver.isEmpty())
        return tr("not answered");
    return tool.approver == u"policy" ? tr("by policy") : base::visibleText(tool.approver);
}

QString ToolWording::onRepeat(const ToolEntry &tool)
{
    if (tool.effect == Effect::Read)
        return u"–"_s;
    if (tool.onRepeat == u"returns_first")
        return tr("returns the first result");
    if (tool.onRepeat == u"refused")
        return tr("is refused");
    if (tool.onRepeat == u"doubles")
        return tr("happens twice");
    return tr("not answered");
}

QString ToolWording::naturalKey(const ToolEntry &tool)
{
    if (tool.effect == Effect::Read)
        return u"–"_s;
    if (tool.naturalKey.isEmpty())
        return tr("named by the orchestrator");
    QStringList parts;
    for (const policy::NaturalField &field : tool.naturalKey) {
        const QString path = base::visibleText(field.path);
        parts.append(field.kind == base::FieldKind::Decimal ? tr("%1 (as a number)").arg(path)
                     : field.kind == base::FieldKind::Set   ? tr("%1 (in any order)").arg(path)
                                                            : path);
    }
    return parts.join(u", "_s);
}

QString ToolWording::window(const ToolEntry &tool)
{
    switch (tool.window.kind) {
    case base::WindowKind::BusinessDay:
        return tr("one a business day, from %1:%2 %3")
            .arg(tool.window.cutOffMinutes / 60, 2, 10, QChar(u'0'))
            .arg(tool.window.cutOffMinutes % 60, 2, 10, QChar(u'0'))
            .arg(QString::fromLatin1(tool.window.zone));
    case base::WindowKind::Hour:
        return tr("one an hour, UTC");
    case base::WindowKind::None:
        break;
    }
    return tr("one for ever");
}

QString ToolWording::record(const ToolEntry &tool)
{
    return orDash(tool.record.join(u" · "_s));
}

QString ToolWording::amount(const ToolEntry &tool)
{
    if (tool.amount.isEmpty())
        return u"–"_s;
    const QString amount = base::visibleText(tool.amount);
    return tool.currency.isEmpty() ? amount : tr("%1 in %2").arg(amount, base::visibleText(tool.currency));
}

QString ToolWording::question(const QString &name)
{
    if (name == u"undo")
        return tr("Can it be undone?");
    if (name == u"approver")
        return tr("Who approves it?");
    if (name == u"on_repeat")
        return tr("What if it repeats?");
    return base::visibleText(name);
}

} // namespace obstat::console
