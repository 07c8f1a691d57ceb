#pragma once

#include <QString>

namespace obstat::policy {

/// What a template may name besides arguments.
struct PlaceholderRule
{
    bool reference = false; ///< `{reference}`, known to queries only
    bool lists = false;     ///< `{args.items[]}`, in JSON bodies only
};

/// Empty when every `{…}` of the text is one of `{args.PATH}`, `{key}`, `{tenant}`, `{operation}` and, where the rule
/// says so, `{reference}`; else what is wrong, for a message.
[[nodiscard]] QString placeholderProblem(QStringView text, const PlaceholderRule &rule);

} // namespace obstat::policy
