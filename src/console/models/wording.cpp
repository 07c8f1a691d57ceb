#include "console/models/wording.h"

#include "base/moneytext.h"
#include "base/visibletext.h"

#include <QDateTime>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::Micros;
using ledger::Status;

QString Wording::status(Status status)
{
    switch (status) {
    case Status::AwaitingApproval:
        return tr("awaiting");
    case Status::Approved:
        return tr("approved");
    case Status::Running:
        return tr("running");
    case Status::Unknown:
        return tr("unknown");
    case Status::Succeeded:
        return tr("succeeded");
    case Status::Failed:
        return tr("failed");
    case Status::Rejected:
        return tr("rejected");
    case Status::Expired:
        return tr("expired");
    case Status::Withdrawn:
        return tr("withdrawn");
    }
    return {};
}

Tone Wording::statusTone(Status status)
{
    switch (status) {
    case Status::Succeeded:
        return Tone::Ok;
    case Status::Failed:
        return Tone::Bad;
    case Status::Unknown:
        return Tone::Unknown;
    case Status::Rejected:
    case Status::Expired:
    case Status::Withdrawn:
        return Tone::Warn;
    case Status::AwaitingApproval:
    case Status::Approved:
    case Status::Running:
        break;
    }
    return Tone::Wait;
}

QString Wording::statusIcon(Status status)
{
    switch (status) {
    case Status::AwaitingApproval:
        return u"clock"_s;
    case Status::Approved:
        return u"approved"_s;
    case Status::Running:
        return u"run"_s;
    case Status::Unknown:
        return u"question"_s;
    case Status::Succeeded:
        return u"check"_s;
    case Status::Failed:
        return u"cross"_s;
    case Status::Rejected:
        return u"slash"_s;
    case Status::Expired:
        return u"clock"_s;
    case Status::Withdrawn:
        return u"withdrawn"_s;
    }
    return {};
}

QString Wording::duration(Micros duration)
{
    const Micros d = std::max<Micros>(0, duration);
    if (d < base::kSecond)
        return tr("%1 ms").arg(d / base::kMillisecond);
    if (d < base::kMinute)
        return tr("%1 s").arg(d / base::kSecond);
    if (d < base::kHour)
        return tr("%1 m").arg(d / base::kMinute);
    if (d < base::kDay)
        return tr("%1 h %2 m").arg(d / base::kHour).arg(d % base::kHour / base::kMinute);
    return tr("%1 d %2 h").arg(d / base::kDay).arg(d % base::kDay / base::kHour);
}

QString Wording::exactDuration(Micros duration)
{
    const Micros d = std::max<Micros>(0, duration);
    const double seconds = static_cast<double>(d) / base::kSecond;
    if (d < 10 * base::kSecond)
        return tr("%1 s").arg(decimal(seconds, 3));
    if (d < 2 * base::kMinute)
        return tr("%1 s").arg(decimal(seconds, 1));
    if (d < base::kHour)
        return tr("%1 m %2 s").arg(d / base::kMinute).arg(d % base::kMinute / base::kSecond);
    return Wording::duration(d);
}

QString Wording::time(Micros at, Micros now)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(at / base::kMillisecond);
    const QDateTime today = QDateTime::fromMSecsSinceEpoch(now / base::kMillisecond);
    return local.toString(local.date() == today.date() ? u"HH:mm:ss"_s : u"yyyy-MM-dd HH:mm"_s);
}

QString Wording::exactTime(Micros at)
{
    return QDateTime::fromMSecsSinceEpoch(at / base::kMillisecond).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

QString Wording::clockTime(Micros at)
{
    return QDateTime::fromMSecsSinceEpoch(at / base::kMillisecond).toString(u"HH:mm:ss.zzz"_s);
}

QString Wording::amount(const QString &amount, const QString &currency)
{
    if (amount.isEmpty())
        return u"–"_s;
    return base::moneyText(amount, currency);
}

QString Wording::shortDigest(const QString &digest)
{
    return digest.size() <= 12 ? digest : QString(digest.left(6) + u'…' + digest.right(2));
}

QString Wording::number(qint64 number)
{
    QString digits = QString::number(number);
    for (qsizetype at = digits.size() - 3; at > (number < 0 ? 1 : 0); at -= 3)
        digits.insert(at, tr(",", "between groups of three digits"));
    return digits;
}

std::optional<qint64> Wording::numberFrom(const QString &text)
{
    bool isNumber = false;
    const qint64 number = QString(text).remove(tr(",", "between groups of three digits")).toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

QString Wording::decimal(double value, int decimals)
{
    return QString::number(value, 'f', decimals).replace(u'.', tr(".", "before the decimals"));
}

QString Wording::toolTitle(const QString &tool)
{
    QString title = base::visibleText(tool);
    title.replace(u'_', u' ');
    if (!title.isEmpty())
        title[0] = title.at(0).toUpper();
    return title;
}

} // namespace obstat::console
