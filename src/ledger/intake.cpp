#include "ledger/intake.h"

#include "base/digest.h"
#include "base/jsonpath.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Refusal> refuse(const QString &code, const QString &advice, const QString &message,
                               const QStringList &missing = {})
{
    return tl::unexpected<Refusal>(Refusal{code, advice, message, missing});
}

void removeKeyArguments(Intake &intake)
{
    QStringList removed;
    for (const QString &path : std::as_const(intake.entry->keyArguments)) {
        if (base::lookUp(intake.arguments, path)) {
            intake.arguments = base::withoutPath(intake.arguments, path);
            removed.append(path);
        }
    }
    if (!removed.isEmpty()) {
        intake.bytes = base::canonicalBytes(intake.arguments);
        intake.keyArguments = removed.join(u',');
    }
}

} // namespace

tl::expected<Intake, Refusal> takeIn(const Submission &submission, const policy::Registry &registry)
{
    Intake intake;
    intake.entry = registry.find(submission.tool);
    if (intake.entry == nullptr) {
        return refuse(u"unknown_tool"_s, u"stop"_s, u"The tool '%1' is not registered."_s.arg(submission.tool));
    }
    if (intake.entry->effect == policy::Effect::Read) {
        return refuse(u"read_only"_s, u"stop"_s,
                      u"The tool '%1' only reads: call it directly, it needs no plan."_s.arg(submission.tool));
    }
    if (const QStringList missing = intake.entry->unanswered(); !missing.isEmpty()) {
        return refuse(u"unanswered_questions"_s, u"stop"_s,
                      u"The tool '%1' may not write before its registry entry answers: %2."_s.arg(
                          submission.tool, missing.join(u", "_s)),
                      missing);
    }
    if (!submission.arguments.value.isObject() || !submission.facts.value.isObject()) {
        return refuse(u"not_canonical"_s, u"new-intent"_s, u"Arguments and facts must be objects."_s);
    }
    if (submission.facts.value.toObject().contains("run"_L1)) {
        return refuse(u"not_canonical"_s, u"new-intent"_s, u"The fact name 'run' is reserved for the ledger."_s);
    }
    intake.arguments = submission.arguments.value.toObject();
    intake.bytes = submission.arguments.bytes;
    removeKeyArguments(intake);
    intake.payloadDigest = base::digestHex(intake.bytes);
    return intake;
}

tl::expected<policy::Identity, Refusal> identityOf(const Submission &submission, const Intake &intake,
                                                   const QString &window)
{
    auto identity = policy::identify(*intake.entry, intake.arguments, submission.named, window);
    if (identity) {
        return std::move(*identity);
    }
    const bool hasNatural = !intake.entry->naturalKey.isEmpty();
    QString code = u"not_canonical"_s;
    if (!hasNatural && submission.named.isEmpty()) {
        code = u"no_natural_key"_s;
    } else if (hasNatural && !submission.named.isEmpty()) {
        code = u"named_key_refused"_s;
    }
    return refuse(code, u"new-intent"_s, identity.error().message);
}

} // namespace obstat::ledger
