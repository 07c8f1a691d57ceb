#pragma once

#include <QFuture>

namespace obstat::console {

/// Cancels a load that still runs. A finished future is left alone: in Qt 6.4 cancel() walks to the continuation that
/// `.then` attached, and that one is gone when its answer was taken (the program ended with a segmentation fault).
template <typename T>
void cancelAnswer(QFuture<T> &answer)
{
    if (answer.isValid() && !answer.isFinished())
        answer.cancel();
}

} // namespace obstat::console
