#pragma once

#include "base/result.h"

#include <QJsonValue>
#include <QString>

namespace obstat::approval {

/// What shown text v1 is made from; all of it comes from stored canonical bytes.
struct ShownPlan
{
    QString tool;
    QString tenant;
    QString record;
    QString amount;
    QString currency;
    QJsonObject facts;
    QJsonObject arguments;
    QString rule;
    QString policyDigest;
    QString undo;
    QString approver;
    QString onRepeat;
    QString payloadDigest;
};

/// One line of the text: `label` is the fixed English word of the format (or the argument's RFC 6901 pointer), `value`
/// already escaped (C3).
struct ShownLine
{
    enum class Kind { Head, Fact, Argument, Rule, Answer, Digest } kind = Kind::Head;
    QString label;
    QString value;
};

/// The lines in the order of formats.md; screens render from these and from nothing else.
[[nodiscard]] QList<ShownLine> shownLines(const ShownPlan &plan);
/// `obstat/shown/v1` and one `label: value` line each, ended by \n.
[[nodiscard]] QByteArray shownText(const ShownPlan &plan);
/// digestHex(shownText(plan)).
[[nodiscard]] QString shownDigest(const ShownPlan &plan);

} // namespace obstat::approval
