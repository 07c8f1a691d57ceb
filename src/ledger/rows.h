#pragma once

#include "ledger/types.h"

#include <QSqlQuery>

/// Columns of the tables and their readers; `from` is the first column of the row that the list starts at.
namespace obstat::ledger::rows {

[[nodiscard]] const QString &operationColumns();
[[nodiscard]] OperationRow operation(const QSqlQuery &row, int from = 0);

[[nodiscard]] const QString &eventColumns();
[[nodiscard]] EventRow event(const QSqlQuery &row, int from = 0);

[[nodiscard]] const QString &attemptColumns();
[[nodiscard]] AttemptRow attempt(const QSqlQuery &row, int from = 0);

[[nodiscard]] const QString &decisionColumns();
[[nodiscard]] DecisionRow decision(const QSqlQuery &row, int from = 0);

[[nodiscard]] const QString &conflictColumns();
[[nodiscard]] ConflictRow conflict(const QSqlQuery &row, int from = 0);

[[nodiscard]] const QString &instanceColumns();
[[nodiscard]] InstanceRow instance(const QSqlQuery &row, int from = 0);

[[nodiscard]] const QString &headColumns();
[[nodiscard]] HeadRow head(const QSqlQuery &row, int from = 0);

} // namespace obstat::ledger::rows
