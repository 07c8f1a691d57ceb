#include "base/jsonmembers.h"

#include "base/plantedbug.h"

#include <algorithm>

namespace obstat::base {

std::vector<JsonMember> sortedMembers(const QJsonObject &object)
{
    std::vector<JsonMember> members;
    members.reserve(static_cast<size_t>(object.size()));
    for (auto it = object.begin(); it != object.end(); ++it) {
        members.emplace_back(it.key(), it.value());
    }
    const auto byName = [](const JsonMember &a, const JsonMember &b) {
        return plantedBug("sorted_by_code_point") ? a.first.toUcs4() < b.first.toUcs4() : a.first < b.first;
    };
    if (!std::is_sorted(members.begin(), members.end(), byName)) {
        std::sort(members.begin(), members.end(), byName);
    }
    return members;
}

} // namespace obstat::base
