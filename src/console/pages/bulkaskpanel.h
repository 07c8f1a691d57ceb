#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/outcomegate.h"
#include "console/theme/themecolors.h"

#include <QFrame>

#include <optional>

class QVBoxLayout;

namespace obstat::console {

class KeyButton;
class LinesView;
class PlainTextLabel;
class Session;

/// Several unknown operations about which the owners are asked again together: one signature for each, and what became
/// of each in its line. What cannot be asked is left out and says why. No dialog.
class BulkAskPanel : public QFrame
{
    Q_OBJECT

public:
    explicit BulkAskPanel(QWidget *parent = nullptr);
    ~BulkAskPanel() override;

    void setSession(Session *session);
    /// Reads these operations and lists them.
    void open(const QList<qint64> &operations);
    void close();
    [[nodiscard]] bool isOpen() const { return !m_items.isEmpty(); }
    [[nodiscard]] bool isRead() const { return m_unread == 0; }
    /// Signs for all that can be asked about.
    void ask();
    void updateState();
    /// What stands behind each operation, in order.
    [[nodiscard]] QStringList results() const;

Q_SIGNALS:
    void closed();
    void unlockRequested();
    void listRequested(); ///< nothing here takes keys any more
    void becameReady();

private:
    struct Item
    {
        qint64 operation = 0;
        std::optional<PlanReview> plan;
        OutcomeReview review;
        Tone tone = Tone::Neutral;
        QString result; ///< "" until something was signed
        bool waits = false;
    };

    void buildActions(QVBoxLayout &outer);
    void take(quint64 request, qsizetype place, const base::Result<OperationDetail> &detail);
    void takeReport(const DecisionReport &report);
    void takeRecall(const DecisionReport &report);
    [[nodiscard]] Item *itemOf(const DecisionReport &report);
    [[nodiscard]] OutcomeGate::Signer signer(const Item &item) const;
    [[nodiscard]] QList<qsizetype> askable() const;
    [[nodiscard]] QString resultOf(const Item &item) const;
    void sign(Item &item);

    Session *m_session = nullptr;
    PlainTextLabel *m_title = nullptr;
    LinesView *m_lines = nullptr;
    PlainTextLabel *m_block = nullptr;
    KeyButton *m_ask = nullptr;
    KeyButton *m_close = nullptr;
    QList<Item> m_items;
    qsizetype m_unread = 0;
    quint64 m_request = 0;
    base::Micros m_shownAt = 0; ///< monotonic
};

} // namespace obstat::console
