#pragma once

#include "console/client/ledgertypes.h"
#include "console/widgets/displayline.h"

#include <QFrame>

#include <memory>
#include <optional>

namespace Ui {
class EventPanel;
}

namespace obstat::evidence {
struct Event;
}

namespace obstat::console {

class JsonTreeModel;

/// One event of the log as its leaf says it: in words, as a tree, and as the canonical text that is hashed.
class EventPanel : public QFrame
{
    Q_OBJECT

public:
    explicit EventPanel(QWidget *parent = nullptr);
    ~EventPanel() override;

    /// `checkpointSize`: events under the newest checkpoint, -1 when there is none.
    void showRecord(const ledger::EventRow &row, qint64 checkpointSize);
    void clear();
    [[nodiscard]] std::optional<qint64> shownEvent() const;

Q_SIGNALS:
    void operationRequested(qint64 id);
    void runRequested(const QString &run);

private:
    void fillWho(const evidence::Event &event);
    void fitTree();
    void fillProof(qint64 checkpointSize);
    void showCanonical(bool canonical);

    std::unique_ptr<Ui::EventPanel> m_ui;
    JsonTreeModel *m_tree = nullptr;
    std::optional<ledger::EventRow> m_row;
};

} // namespace obstat::console
