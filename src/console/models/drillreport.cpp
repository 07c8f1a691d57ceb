#include "console/models/drillreport.h"

#include "base/visibletext.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

base::Result<DrillReport> malformed()
{
    return base::fail(base::ErrorCode::Malformed, u"This is no report of a drill."_s);
}

QJsonArray toJson(const QList<DrillReport::Case> &cases)
{
    QJsonArray array;
    for (const DrillReport::Case &one : cases)
        array.append(QJsonObject{{u"owner"_s, one.owner},
                                 {u"point"_s, one.point},
                                 {u"what"_s, one.what},
                                 {u"outcome"_s, one.outcome},
                                 {u"effects"_s, one.effects},
                                 {u"trouble"_s, one.trouble}});
    return array;
}

} // namespace

base::Result<DrillReport> DrillReport::parse(const QByteArray &json, base::Micros at)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    DrillReport report;
    report.at = at;
    for (const QJsonValue &value : object.value(u"cases").toArray()) {
        const QJsonObject one = value.toObject();
        for (const QString &name : {u"owner"_s, u"point"_s, u"what"_s, u"outcome"_s, u"trouble"_s}) {
            if (!one.value(name).isString())
                return malformed();
        }
        if (!one.value(u"effects").isDouble())
            return malformed();
        report.cases.append({one.value(u"owner").toString(), one.value(u"point").toString(),
                             one.value(u"what").toString(), one.value(u"outcome").toString(),
                             one.value(u"effects").toInteger(), one.value(u"trouble").toString()});
    }
    const QJsonValue inOrder = object.value(u"in_order");
    if (report.cases.isEmpty() || !inOrder.isBool() || inOrder.toBool() != (report.notInOrder() == 0))
        return malformed();
    return report;
}

base::Result<DrillReport> DrillReport::fromKept(const QByteArray &json)
{
    const QJsonValue at = QJsonDocument::fromJson(json).object().value(u"at");
    return at.isDouble() ? parse(json, at.toInteger()) : malformed();
}

QByteArray DrillReport::kept() const
{
    const QJsonObject object{{u"at"_s, at}, {u"cases"_s, toJson(cases)}, {u"in_order"_s, notInOrder() == 0}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

int DrillReport::notInOrder() const
{
    return static_cast<int>(
        std::count_if(cases.begin(), cases.end(), [](const Case &one) { return !one.trouble.isEmpty(); }));
}

QString DrillWording::owner(const QString &owner)
{
    const QHash<QString, QString> known{{u"key and query"_s, tr("honours keys, can be asked")},
                                        {u"key only"_s, tr("honours keys")},
                                        {u"query only"_s, tr("can be asked")},
                                        {u"neither"_s, tr("neither")}};
    return known.value(owner, base::visibleText(owner));
}

QString DrillWording::point(const DrillReport::Case &drilled)
{
    const QHash<QString, QString> known{{u"P5"_s, tr("inside the claim")},
                                        {u"P6"_s, tr("after the claim, before the request left")},
                                        {u"P7"_s, tr("the request had left")},
                                        {u"P8"_s, tr("the owner had done it, its answer just came")},
                                        {u"P9"_s, tr("the answer was read, not stored yet")},
                                        {u"P10"_s, tr("while the outcome was being stored")},
                                        {u"P11"_s, tr("the outcome was stored, the log not sealed yet")},
                                        {u"P13"_s, tr("while the owner was being asked")}};
    return tr("%1 · %2").arg(base::visibleText(drilled.point),
                             known.value(drilled.point, base::visibleText(drilled.what)));
}

QString DrillWording::outcome(const QString &outcome)
{
    const QHash<QString, QString> known{
        {u"original"_s, tr("original")}, {u"reconciled"_s, tr("reconciled")}, {u"escalated"_s, tr("escalated")}};
    return outcome.isEmpty() ? u"–"_s : known.value(outcome, base::visibleText(outcome));
}

QString DrillWording::verdict(const DrillReport &report)
{
    const auto all = static_cast<int>(report.cases.size());
    return report.notInOrder() == 0
               ? tr("In order: in all %n case(s) nothing was lost and nothing done twice.", nullptr, all)
               : tr("%1 of %n case(s) are NOT in order.", nullptr, all).arg(report.notInOrder());
}

QString DrillWording::summary(const DrillReport &report)
{
    QStringList parts;
    for (const QString &outcome : {u"original"_s, u"reconciled"_s, u"escalated"_s}) {
        const auto count = std::count_if(report.cases.begin(), report.cases.end(),
                                         [&outcome](const auto &one) { return one.outcome == outcome; });
        parts.append(tr("%1 %2").arg(count).arg(DrillWording::outcome(outcome)));
    }
    return parts.join(u" · "_s);
}

} // namespace obstat::console
