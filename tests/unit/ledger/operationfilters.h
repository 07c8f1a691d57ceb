#pragma once

#include "ledger/ledgerreader.h"

namespace obstat::tests {

/// One part of a filter: how it is set, and the plain condition it means.
struct FilterPart
{
    QString name;
    void (*set)(ledger::OperationFilter &filter);
    QString condition;
};

/// Every filter that the console can set, for the ledger of fillOperations().
[[nodiscard]] const QList<FilterPart> &filterParts();

/// The time that these filters judge `overdue` by.
[[nodiscard]] base::Micros filterNow(qint64 operations);

class RawLedger;
/// Writes so many operations in one statement, skewed as real ledgers are: nearly all settled, a few live ones at the
/// end, one tool and one actor that have most of them. Operation i is created at second i.
void fillOperations(RawLedger &ledger, qint64 operations);

} // namespace obstat::tests
