#pragma once

#include "policy/policydata.h"
#include "policy/tomlreader.h"

namespace obstat::policy {

/// What a whole `policy.toml` says.
struct PolicyText
{
    QString defaultRole;
    QList<Rule> denies;
    QList<Rule> rules;
    QList<PolicyTest> tests;
    Predicate::Lists lists;
    Limits secondPersonAbove;
};

/// Reads the root table (contract 5); what is wrong is added to `problems`.
[[nodiscard]] PolicyText readPolicy(const TomlValue &root, TomlProblems &problems);

/// Reads one `[[test]]`.
[[nodiscard]] PolicyTest readPolicyTest(TomlReader reader);

} // namespace obstat::policy
