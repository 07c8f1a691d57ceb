#pragma once

#include <QString>

namespace obstat::evidence {

/// "8,412", whatever the locale.
[[nodiscard]] QString grouped(quint64 number);
/// A number of events in English: "1 event", "8,412 events".
[[nodiscard]] QString eventCount(quint64 number);

} // namespace obstat::evidence
