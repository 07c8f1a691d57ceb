#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QList>
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

/// The lines in the order of formats.md; screens render from these and from nothing else. Frozen as v1, with these
/// labels, all of them always there:
///
///     tool, tenant, record
///     amount               grouped, at least two decimals, then a space and the currency where there is one: 1,250.00
///     USD facts/a/0            one line per leaf: `facts` and its RFC 6901 pointer, in the order of the canonical
///     bytes;
///                          `facts: {}` when there are none
///     /a/0                 one line per leaf of the arguments, the same way; `arguments: {}` when there are none
///     rule, policy         the rule's name ("" when none matched) and the policy's digest
///     undo, approver, on_repeat
///     payload              the payload digest
///
/// Every value and pointer is base::visibleText; a colon in a pointer is `[U+003A]`, so the first `: ` ends the label.
/// Leaves that are no texts are in RFC 8785. A text stands as it is; it gets `"` at both ends when it is empty, begins
/// or ends with a space, begins with `"`, or reads as a number, true, false, null, [] or {}. So one text of lines has
/// one reading, and two payloads never look the same.
[[nodiscard]] QList<ShownLine> shownLines(const ShownPlan &plan);
/// `obstat/shown/v1` and one `label: value` line each, ended by \n.
[[nodiscard]] QByteArray shownText(const ShownPlan &plan);
/// digestHex(shownText(plan)).
[[nodiscard]] QString shownDigest(const ShownPlan &plan);

} // namespace obstat::approval
