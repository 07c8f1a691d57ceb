#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/sensitivemask.h"
#include "console/widgets/displayline.h"

/// What the operation panel writes where; whatever others wrote is escaped here.
namespace obstat::console::operationlines {

/// One line a leaf of stored JSON; text that is none is shown as it is. `purged` where the bytes are gone.
[[nodiscard]] QList<DisplayLine> json(const StoredBytes &stored, const QString &purged, const SensitiveMask &mask = {});
[[nodiscard]] QList<DisplayLine> proof(const OperationDetail &detail);
[[nodiscard]] QList<DisplayLine> attempts(const OperationDetail &detail, const SensitiveMask &mask);
[[nodiscard]] QList<DisplayLine> decisions(const OperationDetail &detail);
[[nodiscard]] QList<DisplayLine> hits(const OperationDetail &detail);
[[nodiscard]] QList<DisplayLine> identity(const OperationDetail &detail, const SensitiveMask &mask = {});

} // namespace obstat::console::operationlines
