#pragma once

#include "policy/toolentry.h"

#include <QFrame>

#include <memory>

namespace Ui {
class ToolPanel;
}

namespace obstat::console {

/// One tool of the registry with everything that operations of it are judged and executed by.
class ToolPanel : public QFrame
{
    Q_OBJECT

public:
    explicit ToolPanel(QWidget *parent = nullptr);
    ~ToolPanel() override;

    void showTool(const policy::ToolEntry &tool);
    void clear();

private:
    void fillQuestions(const policy::ToolEntry &tool);
    void fillWork(const policy::ToolEntry &tool);
    void fillOwner(const policy::ToolEntry &tool);
    void fillTimes(const policy::ToolEntry &tool);

    std::unique_ptr<Ui::ToolPanel> m_ui;
    QString m_name;
};

} // namespace obstat::console
