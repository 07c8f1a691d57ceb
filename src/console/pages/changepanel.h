#pragma once

#include "console/models/argumentedit.h"

#include <QFrame>
#include <QHash>

class QPlainTextEdit;

namespace obstat::console {

class Notice;
class PlainTextLabel;
class SideBySideView;

/// The arguments of a plan as text to edit, and what the edit changes as a diff of the canonical values. Signs nothing.
class ChangePanel : public QFrame
{
    Q_OBJECT

public:
    explicit ChangePanel(QWidget *parent = nullptr);

    /// Starts with the plan's arguments, or with what was typed for this very plan before.
    void open(const PlanReview &plan);
    /// `forget`: what was typed is not offered again.
    void close(bool forget);
    [[nodiscard]] bool isOpen() const { return !isHidden(); }
    /// Of the text as it stands.
    [[nodiscard]] const ArgumentEdit &edit() const { return m_edit; }
    /// What the plan's text was when it was opened; the edit is of this plan only.
    [[nodiscard]] QString shownDigest() const { return m_plan.shownDigest; }

Q_SIGNALS:
    void edited();
    void cancelled();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void showDifference();

    PlanReview m_plan;
    ArgumentEdit m_edit;
    QHash<QString, QString> m_drafts; ///< what was typed, by the digest of the plan's shown text
    QPlainTextEdit *m_text = nullptr;
    Notice *m_problem = nullptr;
    PlainTextLabel *m_heading = nullptr;
    SideBySideView *m_difference = nullptr;
};

} // namespace obstat::console
