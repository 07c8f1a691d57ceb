#include "approval/showntext.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "base/jsonpath.h"
#include "base/moneytext.h"
#include "base/visibletext.h"

#include <QRegularExpression>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using Kind = ShownLine::Kind;

namespace {

/// Would this text, written without quotes, be read as something else?
bool needsQuotes(const QString &text)
{
    static const QRegularExpression other(
        QRegularExpression::anchoredPattern(u"-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false|null|\\[\\]|\\{\\}"_s));
    return text.isEmpty() || text.startsWith(u' ') || text.endsWith(u' ') || text.startsWith(u'"') ||
           other.match(text).hasMatch();
}

QString leafText(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::String: {
        const QString text = base::visibleText(value.toString());
        return needsQuotes(text) ? QString(u'"' + text + u'"') : text;
    }
    case QJsonValue::Double:
        return QString::fromUtf8(base::canonicalBytes(value));
    case QJsonValue::Bool:
        return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Array:
        return u"[]"_s;
    case QJsonValue::Object:
        return u"{}"_s;
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        break;
    }
    return u"null"_s;
}

/// A colon inside a name would move the end of the label.
QString pointerText(const QString &pointer)
{
    return base::visibleText(pointer).replace(u":"_s, u"[U+003A]"_s);
}

void appendLeaves(QList<ShownLine> &lines, Kind kind, const QString &prefix, const QString &whole,
                  const QJsonObject &object)
{
    for (const base::JsonLeaf &leaf : base::leaves(object)) {
        const QString label = leaf.pointer.isEmpty() ? whole : QString(prefix + pointerText(leaf.pointer));
        lines.append({kind, label, leafText(leaf.value)});
    }
}

} // namespace

QList<ShownLine> shownLines(const ShownPlan &plan)
{
    QList<ShownLine> lines;
    const auto append = [&lines](Kind kind, const QString &label, const QString &value) {
        lines.append({kind, label, base::visibleText(value)});
    };
    append(Kind::Head, u"tool"_s, plan.tool);
    append(Kind::Head, u"tenant"_s, plan.tenant);
    append(Kind::Head, u"record"_s, plan.record);
    lines.append({Kind::Head, u"amount"_s, base::moneyText(plan.amount, plan.currency)});
    appendLeaves(lines, Kind::Fact, u"facts"_s, u"facts"_s, plan.facts);
    appendLeaves(lines, Kind::Argument, QString(), u"arguments"_s, plan.arguments);
    append(Kind::Rule, u"rule"_s, plan.rule);
    append(Kind::Rule, u"policy"_s, plan.policyDigest);
    append(Kind::Answer, u"undo"_s, plan.undo);
    append(Kind::Answer, u"approver"_s, plan.approver);
    append(Kind::Answer, u"on_repeat"_s, plan.onRepeat);
    append(Kind::Digest, u"payload"_s, plan.payloadDigest);
    return lines;
}

QByteArray shownText(const ShownPlan &plan)
{
    QString text = u"obstat/shown/v1\n"_s;
    const QList<ShownLine> lines = shownLines(plan);
    for (const ShownLine &line : lines)
        text += line.label + u": " + line.value + u'\n';
    return text.toUtf8();
}

QString shownDigest(const ShownPlan &plan)
{
    return base::digestHex(shownText(plan));
}

} // namespace obstat::approval
