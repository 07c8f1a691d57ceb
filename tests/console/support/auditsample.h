#pragma once

#include "support/sampleconsole.h"

namespace obstat::tests {

/// What the pages beside queue and operations need of a fake ledger.
namespace auditsample {

/// One event with a leaf as the writer appends it.
[[nodiscard]] ledger::EventRow event(qint64 seq, base::Micros at, const QString &kind, const QString &actor = {},
                                     const QJsonObject &data = {}, std::optional<qint64> operation = {},
                                     const QString &run = {});
/// `count` events, one a second, the last now; every fourth is `replayed`, the rest `planned`, operations 1, 2, 3 …
void fillLog(FakeLedgerClient &ledger, qint64 count, base::Micros now);
/// The timelines of the book as one log, numbered anew.
void takeLogFromBook(FakeLedgerClient &ledger);
/// A C2SP note over so many events; nobody signed it.
[[nodiscard]] QByteArray checkpoint(qint64 size);
/// The shipped samples are in force; a policy_activated event stands at the end of the log.
void activateSamples(FakeLedgerClient &ledger, base::Micros now);
[[nodiscard]] QByteArray sampleText(const QString &name);
/// A conflict with the operation: the same arguments but for those given.
void addConflict(FakeLedgerClient &ledger, qint64 operation, const QJsonObject &changed, base::Micros at,
                 const QString &actor);
/// A month of ordinary work: every number is there and none warns.
[[nodiscard]] console::LedgerClient::NumbersReport calmNumbers(base::Micros now);

} // namespace auditsample

} // namespace obstat::tests
