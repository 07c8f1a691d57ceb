#pragma once

#include "console/models/linediff.h"
#include "console/widgets/displayline.h"
#include "ledger/types.h"

#include <QCoreApplication>

namespace obstat::console {

/// One putting in force of a text, as the log has it.
struct DocumentVersion
{
    QString digest;    ///< of the text
    QString actDigest; ///< of the administrator's signed act, "" where an instance loaded it
    QString actor;
    base::Micros at = 0;
    qint64 event = 0;
};

/// The versions of the policy or the registry, and what differs between two of them. Pure.
class DocumentVersions
{
    Q_DECLARE_TR_FUNCTIONS(DocumentVersions)

public:
    /// Of events `policy_activated` or `registry_loaded`, newest first as the log gives them; `digest` is the name of
    /// the text's digest in their leaves. Unreadable leaves are left out.
    [[nodiscard]] static QList<DocumentVersion> of(const QList<ledger::EventRow> &events, const QString &digest);
    /// `7f3c…e1 · a.weber · 2026-09-20 14:02:11`, for lists.
    [[nodiscard]] static QString title(const DocumentVersion &version);
    /// Who put what in force when, by which act; one line each.
    [[nodiscard]] static QList<DisplayLine> lines(const QList<DocumentVersion> &versions);
    /// Changed lines with three equal ones around them; longer equal runs are one line that counts them.
    [[nodiscard]] static QList<DisplayLine> differenceLines(const QList<LineChange> &changes);
};

} // namespace obstat::console
