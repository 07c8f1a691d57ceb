#include "ledger/types.h"

#include <array>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kStatusTexts{"awaiting_approval"_L1, "approved"_L1,  "running"_L1,
                                  "unknown"_L1,           "succeeded"_L1, "failed"_L1,
                                  "rejected"_L1,          "expired"_L1,   "withdrawn"_L1};

constexpr std::array kOutcomeTexts{"succeeded"_L1, "no_effect"_L1,  "not_sent"_L1,      "timed_out"_L1,
                                   "reset"_L1,     "unreadable"_L1, "unmatched"_L1,     "crashed"_L1,
                                   "found"_L1,     "absent"_L1,     "proved_absent"_L1, "several"_L1};

} // namespace

QString statusText(Status status)
{
    return kStatusTexts.at(static_cast<size_t>(status));
}

std::optional<Status> statusFromText(QStringView text)
{
    for (size_t i = 0; i < kStatusTexts.size(); ++i) {
        if (text == kStatusTexts[i]) {
            return static_cast<Status>(i);
        }
    }
    return {};
}

bool endedWithoutEffect(Status status)
{
    return status == Status::Rejected || status == Status::Expired || status == Status::Withdrawn ||
           status == Status::Failed;
}

bool isOpen(Status status)
{
    return !endedWithoutEffect(status) && status != Status::Succeeded;
}

bool isLegalTransition(Status from, Status to)
{
    switch (from) {
    case Status::AwaitingApproval:
        return to == Status::Approved || to == Status::Rejected || to == Status::Expired || to == Status::Withdrawn ||
               to == Status::Unknown;
    case Status::Approved:
        return to == Status::Running || to == Status::Rejected || to == Status::Withdrawn || to == Status::Expired ||
               to == Status::AwaitingApproval || to == Status::Unknown;
    case Status::Running:
        return to == Status::Succeeded || to == Status::Failed || to == Status::Unknown || to == Status::Approved;
    case Status::Unknown:
        return to == Status::Succeeded || to == Status::Failed || to == Status::Running || to == Status::Approved;
    case Status::Failed:
        return to == Status::Approved || to == Status::Succeeded;
    case Status::Succeeded:
    case Status::Rejected:
    case Status::Expired:
    case Status::Withdrawn:
        return false;
    }
    Q_UNREACHABLE();
}

QString answerText(AnswerKind kind)
{
    static constexpr std::array texts{"created"_L1, "repeated"_L1, "conflict"_L1, "refused"_L1};
    return texts.at(static_cast<size_t>(kind));
}

QString outcomeText(AttemptOutcome outcome)
{
    return kOutcomeTexts.at(static_cast<size_t>(outcome));
}

} // namespace obstat::ledger
