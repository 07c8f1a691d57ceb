#pragma once

#include "policy/tomlreader.h"
#include "policy/toolentry.h"

namespace obstat::policy {

enum class RequestUse { Commit, Query };

/// `{ method, path, query, headers, body }` of a commit or query, with every placeholder checked (contract 7.3).
[[nodiscard]] RequestTemplate readRequest(TomlReader reader, RequestUse use);

struct QueryText
{
    RequestTemplate request;
    QueryRules rules;
};
/// A query's request with `{ found, absent, matches, reference }`, by which its answer is read (contract 7.5).
[[nodiscard]] QueryText readQuery(TomlReader reader);

/// `{ status, body, body_has, headers }`: a declared rule about an owner's answer (contract 7.2).
[[nodiscard]] MatchRule readMatchRule(TomlReader reader);

/// True for an HTTP field name (RFC 9110 section 5.1).
[[nodiscard]] bool isHeaderName(QStringView name);

} // namespace obstat::policy
