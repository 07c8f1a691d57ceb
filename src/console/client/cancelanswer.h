#pragma once

#include <QFuture>

namespace obstat::console {

/// Cancels a load that still runs. A finished one is left alone: its answer is on its way, and whoever asked tells by
/// its request number whether it is still wanted.
template <typename T>
void cancelAnswer(QFuture<T> &answer)
{
    if (answer.isValid() && !answer.isFinished())
        answer.cancel();
}

} // namespace obstat::console
