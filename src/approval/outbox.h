#pragma once

#include "approval/decision.h"
#include "base/result.h"

#include <QList>
#include <QString>

namespace obstat::approval {

/// One signed decision that waits for an instance, shown as *not sent* (contract 4.8).
struct OutboxEntry
{
    QString nonce;
    DecisionEnvelope envelope;
};

struct OutboxContents
{
    QList<OutboxEntry> entries; ///< in the order in which they were appended
    bool tornLastLine = false;  ///< an append was interrupted before it returned; the next append drops that line
    QList<int> unreadableLines; ///< whole lines, from 1, that hold no decision; they are kept and never sent
};

/// The outbox file of a console or of `obstatctl`: one DecisionEnvelope::toJson() a line, mode 0600. Every call opens
/// the file anew under an exclusive lock on `path`.lock, so that several programs of one person may share it. Blocks
/// on the disk; Io, ReadOnly, DiskFull.
class Outbox
{
public:
    explicit Outbox(QString path);

    /// Durable when it returns. AlreadyExists when a decision with this nonce waits, Malformed when the body is no
    /// decision.
    [[nodiscard]] base::Result<> append(const DecisionEnvelope &envelope);
    /// No file is an empty outbox.
    [[nodiscard]] base::Result<OutboxContents> list() const;
    /// Durable when it returns. NotFound.
    [[nodiscard]] base::Result<> remove(const QString &nonce);

private:
    QString m_path;
};

} // namespace obstat::approval
