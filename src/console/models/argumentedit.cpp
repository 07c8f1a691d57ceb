#include "console/models/argumentedit.h"

#include "base/canonicaljson.h"
#include "base/digest.h"

namespace obstat::console {

namespace {

/// Whether the two are one piece of work. A name that the orchestrator gave does not depend on the arguments.
base::Result<bool> isSameWork(const PlanReview &plan, const QJsonObject &arguments)
{
    if (plan.entry.naturalKey.isEmpty())
        return true;
    const auto edited = policy::identify(plan.entry, arguments, {}, plan.row.window);
    if (!edited)
        return tl::unexpected(edited.error());
    return edited->intentKey == plan.row.intentKey;
}

} // namespace

ArgumentEdit ArgumentEdit::of(const PlanReview &plan, const QString &text)
{
    ArgumentEdit edit;
    const auto read = base::parseCanonical(text.toUtf8());
    if (!read) {
        edit.detail = read.error().message;
        return edit;
    }
    if (!read->value.isObject()) {
        edit.problem = Problem::NoObject;
        return edit;
    }
    edit.canonical = read->bytes;
    edit.digest = base::digestHex(read->bytes);
    const QJsonObject arguments = read->value.toObject();
    const auto subject = policy::subjectOf(plan.entry, arguments);
    const auto same = isSameWork(plan, arguments);
    if (edit.digest == plan.row.payloadDigest) {
        edit.problem = Problem::Unchanged;
    } else if (edit.canonical.size() > kMostBytes) {
        edit.problem = Problem::TooLong;
    } else if (!subject) {
        edit.problem = Problem::Amount;
        edit.detail = subject.error().message;
    } else if (!same || !*same) {
        edit.problem = Problem::OtherWork;
        edit.detail = same ? QString() : same.error().message;
    } else {
        edit.problem = Problem::None;
    }
    return edit;
}

QString ArgumentEdit::sentence(Problem problem)
{
    switch (problem) {
    case Problem::None:
        return {};
    case Problem::Unchanged:
        return tr("Nothing is changed yet.");
    case Problem::Unreadable:
        return tr("This cannot be read as arguments.");
    case Problem::NoObject:
        return tr("Arguments are one JSON object, in braces.");
    case Problem::TooLong:
        return tr("These arguments are too long to be sent with a decision.");
    case Problem::Amount:
        return tr("The amount is not one.");
    case Problem::OtherWork:
        return tr("This would be other work: the fields that name it differ. Reject the plan instead.");
    }
    return {};
}

} // namespace obstat::console
