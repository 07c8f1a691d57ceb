#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/sensitivemask.h"

#include <QFrame>

#include <memory>
#include <optional>

namespace Ui {
class OperationPanel;
}

namespace obstat::console {

class OutcomePanel;
class Session;
class TimelineModel;

/// One operation's whole life: timeline, proof, arguments, result, attempts, decisions, repeats.
class OperationPanel : public QFrame
{
    Q_OBJECT

public:
    explicit OperationPanel(QWidget *parent = nullptr);
    ~OperationPanel() override;

    /// Whose key decides what of an operation may be seen; without one nothing sensitive is.
    void setSession(Session *session);
    /// Another operation, or the same one looked at again; then scroll and what is open stay.
    void showOperation(const OperationDetail &detail);
    void clear();
    [[nodiscard]] std::optional<qint64> operation() const;
    void scrollDown();
    /// What settles it.
    [[nodiscard]] OutcomePanel &outcome();

Q_SIGNALS:
    void decisionRequested(qint64 id);
    void unlockRequested();
    void listRequested(); ///< nothing here takes keys any more

private:
    void render();
    void renderValues(const SensitiveMask &mask);
    void renderHead(const OperationDetail &detail, const SensitiveMask &mask);
    [[nodiscard]] static QString unknownText(const OperationDetail &detail);
    void renderState(const OperationDetail &detail);

    std::unique_ptr<Ui::OperationPanel> m_ui;
    TimelineModel *m_timeline = nullptr;
    Session *m_session = nullptr;
    std::optional<OperationDetail> m_detail;
};

} // namespace obstat::console
