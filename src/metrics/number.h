#pragma once

#include <QString>

namespace obstat::metrics {

/// How a watched number stands (contract 9).
enum class State {
    Normal,
    Warning,
    Critical,
    NoData,      ///< no work in the range; never shown as 0 %
    NeverTested, ///< work, but not one repeat
};

/// The stable machine text: normal, warning, critical, no_data, never_tested.
[[nodiscard]] QString stateText(State state);

/// One watched number: raw values over the range and over the equal range before it, how it stands, and a stable code
/// for what it means ("" when there is nothing to say). The words are the screens'.
template <typename Values>
struct Number
{
    Values current;
    Values previous;
    State state = State::NoData;
    QString meaning;
};

} // namespace obstat::metrics
