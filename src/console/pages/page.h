#pragma once

#include <QMap>
#include <QWidget>

namespace obstat::console {

class Session;

/// One page of the console. The window knows pages only by this; they are registered in pages/pagelist.cpp.
class Page : public QWidget
{
    Q_OBJECT

public:
    /// The number in the navigation; urgent ones stand out.
    struct Badge
    {
        qint64 count = 0;
        bool urgent = false;
    };
    /// What keys and menus ask of the page on screen.
    enum class Command {
        Next,
        Previous,
        Open,
        Approve,
        Reject,
        Change,
        Skip,
        Select,
        AskAgain,
        Happened,
        DidNotHappen,
        Reopen,
        KeepFirst,
        AcceptNew,
        Dismiss
    };

    using QWidget::QWidget;

    [[nodiscard]] virtual QString title() const = 0;
    /// Another ledger, or none (nullptr). The session outlives its use; what the page held of the old one is gone.
    virtual void setSession(Session *session) = 0;
    /// F5: looks at the ledger again, in place. Changes in the ledger reach the page by Session::ledgerChanged, which
    /// it follows while it is visible.
    virtual void refresh() = 0;
    /// The key `/`.
    virtual void focusFilter() {}
    [[nodiscard]] virtual Badge badge() const { return {}; }
    /// True when the command was done.
    virtual bool perform(Command) { return false; }
    /// Shows one operation, whether the present filter has it or not.
    virtual void showOperation(qint64) {}
    /// Shows what has this run; from a link on another page.
    virtual void showRun(const QString &) {}
    /// Takes what a link on another page says: names of chips or sections and their values. "" and unknown ones are
    /// ignored.
    virtual void applyLink(const QMap<QString, QString> &) {}
    /// Everything that was asked for is on screen: pictures may be taken.
    [[nodiscard]] virtual bool isReady() const = 0;

Q_SIGNALS:
    void badgeChanged();
    void becameReady();
    void operationRequested(qint64 id); ///< open it on Operations
    void decisionRequested(qint64 id);  ///< open it on Queue
    void runRequested(const QString &run);
    void unlockRequested();
    /// Opens the page of that name (as in pageList) and gives it the rest by applyLink().
    void linkRequested(const QString &page, const QMap<QString, QString> &values);
};

} // namespace obstat::console
