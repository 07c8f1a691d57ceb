#include "base/intentkey.h"

#include "base/canonicaljson.h"
#include "base/decimal.h"
#include "base/digest.h"
#include "base/plantedbug.h"

#include <QDateTime>
#include <QJsonArray>
#include <QTimeZone>

#include <algorithm>
#include <vector>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kKeyDigits = 32;

QString normalised(const QString &text)
{
    return text.normalized(QString::NormalizationForm_C);
}

QString escaped(const QString &part)
{
    QString out = part;
    out.replace(u'\\', "\\\\"_L1).replace(u'|', "\\|"_L1);
    return out;
}

QString joined(const QStringList &parts)
{
    QStringList out;
    out.reserve(parts.size());
    for (const QString &part : parts) {
        out.append(escaped(part));
    }
    return out.join(u'|');
}

QString keyOf(const QString &text)
{
    return digestHex(text.toUtf8()).first(kKeyDigits);
}

Result<QString> setText(const QJsonValue &value)
{
    if (!value.isArray()) {
        return fail(ErrorCode::NotCanonical, u"A natural-key field that is declared as a set is not a list."_s);
    }
    std::vector<QByteArray> elements;
    for (const QJsonValue &element : value.toArray()) {
        elements.push_back(element.isString() ? canonicalString(normalised(element.toString()))
                                              : canonicalBytes(element));
    }
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    QByteArray out = "[";
    for (const QByteArray &element : elements) {
        out.append(out.size() > 1 ? "," : "").append(element);
    }
    out.append(']');
    return QString::fromUtf8(out);
}

QDateTime utcTime(Micros at)
{
    const Micros second = at / kSecond - (at % kSecond < 0 ? 1 : 0);
    return QDateTime::fromSecsSinceEpoch(second, Qt::UTC);
}

QDate businessDay(const WindowRule &rule, Micros now)
{
    const QTimeZone zone(rule.zone);
    if (!zone.isValid()) {
        qFatal("the time zone of a window rule was not checked: %s", rule.zone.constData());
    }
    const QDateTime local = utcTime(now).toTimeZone(zone);
    const int minute = local.time().hour() * 60 + local.time().minute();
    return rule.cutOffMinutes > 0 && minute >= rule.cutOffMinutes ? local.date().addDays(1) : local.date();
}

QString dayText(QDate day)
{
    return day.toString(Qt::ISODate);
}

QString hourText(const QDateTime &utc)
{
    return utc.toString(u"yyyy-MM-ddTHH'Z'"_s);
}

} // namespace

Result<QString> naturalField(const QJsonValue &value, FieldKind kind)
{
    if (value.isNull() || value.isUndefined()) {
        return fail(ErrorCode::NotCanonical, u"A natural-key field is missing or null."_s);
    }
    switch (kind) {
    case FieldKind::Plain:
        return value.isString() ? normalised(value.toString()) : QString::fromUtf8(canonicalBytes(value));
    case FieldKind::Decimal: {
        const auto decimal = Decimal::fromJson(value);
        if (!decimal) {
            return fail(ErrorCode::NotCanonical,
                        u"A natural-key field that is declared as decimal is not a plain decimal number."_s);
        }
        return decimal->text();
    }
    case FieldKind::Set:
        return setText(value);
    }
    Q_UNREACHABLE();
}

QString naturalText(const QString &tool, const QStringList &fields, const QString &window)
{
    QStringList parts{tool};
    parts += fields;
    if (!window.isEmpty()) {
        parts += window;
    }
    return joined(parts);
}

QString namedText(const QString &tool, const QString &name)
{
    return joined({u"named"_s, tool, name});
}

QString intentKey(const QString &natural)
{
    return keyOf(natural);
}

QString wireKey(const QString &firstOrigin, const QString &tenant, const QString &intentKey, int generation)
{
    return keyOf(joined({u"obstat/wire/v1"_s, firstOrigin, plantedBug("wire_key_without_tenant") ? QString() : tenant,
                         intentKey, QString::number(generation)}));
}

QString windowAt(const WindowRule &rule, Micros now)
{
    switch (rule.kind) {
    case WindowKind::None:
        return {};
    case WindowKind::BusinessDay:
        return dayText(businessDay(rule, now));
    case WindowKind::Hour:
        return hourText(utcTime(now));
    }
    Q_UNREACHABLE();
}

Result<QString> checkWindow(const WindowRule &rule, const QString &window, Micros now)
{
    switch (rule.kind) {
    case WindowKind::None:
        if (!window.isEmpty()) {
            return fail(ErrorCode::NotCanonical, u"This tool has no window, so a request must not name one."_s);
        }
        return QString();
    case WindowKind::BusinessDay: {
        const QDate day = QDate::fromString(window, Qt::ISODate);
        if (!day.isValid() || dayText(day) != window) {
            return fail(ErrorCode::NotCanonical, u"The window must be a day such as 2026-09-20."_s);
        }
        if (std::abs(businessDay(rule, now).daysTo(day)) > 1) {
            return fail(ErrorCode::NotCanonical, u"The window %1 is more than one day away from now."_s.arg(window));
        }
        return window;
    }
    case WindowKind::Hour: {
        QDateTime hour = QDateTime::fromString(window, u"yyyy-MM-ddTHH'Z'"_s);
        hour.setTimeSpec(Qt::UTC);
        if (!hour.isValid() || hourText(hour) != window) {
            return fail(ErrorCode::NotCanonical, u"The window must be an hour such as 2026-09-20T14Z."_s);
        }
        const QDateTime current = QDateTime::fromString(hourText(utcTime(now)), u"yyyy-MM-ddTHH'Z'"_s);
        if (std::abs(QDateTime(current.date(), current.time(), Qt::UTC).secsTo(hour)) > kDay / kSecond) {
            return fail(ErrorCode::NotCanonical, u"The window %1 is more than 24 hours away from now."_s.arg(window));
        }
        return window;
    }
    }
    Q_UNREACHABLE();
}

} // namespace obstat::base
