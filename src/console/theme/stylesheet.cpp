#include "console/theme/stylesheet.h"

#include <QList>
#include <QPair>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

const char16_t *const kSheet = uR"(
QWidget { outline: 0; }
QToolTip { color: @ink; background: @panel; border: 1px solid @edge; padding: 3px 6px; }
QLabel { background: transparent; }
QLabel[look="dim"] { color: @dim; }
QLabel[look="small"] { color: @dim; font-size: 12px; }
QLabel[look="heading"] { color: @dim; font-size: 11px; font-weight: 600; letter-spacing: 0.6px; padding-top: 9px; qproperty-indent: 0; }
QLabel[look="title"] { font-size: 19px; font-weight: 600; }
QLabel[look="sum"] { font-size: 17px; }
QLabel[look="number"] { font-size: 26px; font-weight: 600; }
QLabel:disabled { color: @dim; }
QLabel[look="mono"] { font-family: "@mono"; font-size: 12px; }
QLabel[look="monodim"] { font-family: "@mono"; font-size: 12px; color: @dim; }
QLabel[look="pill"] { color: @dim; border: 1px solid @line; border-radius: 10px; padding: 1px 9px; }
QLabel[look="empty"] { color: @dim; font-size: 13px; }
QLabel[look="emptytitle"] { font-size: 16px; font-weight: 600; }

QFrame[look="top"] { background: @panel; border: 0; border-bottom: 1px solid @line; }
QFrame[look="foot"] { background: @panel; border: 0; border-top: 1px solid @line; }
QFrame[look="foot"] QLabel { color: @dim; font-size: 12px; }
QFrame[look="bar"] { background: @panel; border: 0; border-bottom: 1px solid @line; }
QFrame[look="detail"] { background: @panel; border: 0; border-left: 1px solid @line; }
QFrame[look="head"] { background: @panel; border: 0; border-bottom: 1px solid @line; }
QFrame[look="actions"] { background: @panel; border: 0; border-top: 1px solid @line; }
QFrame[look="card"] { background: @panel; border: 1px solid @line; border-radius: 6px; }
QFrame[look="card"][tone="warn"] { border-color: @warn; }
QFrame[look="card"][tone="bad"] { border-color: @bad; }
QFrame[look="popup"] { background: @panel; border: 1px solid @edge; border-radius: 6px; }
QFrame[look="note"] { border: 0; border-left: 3px solid @warn; background: @warnBack; }
QFrame[look="note"][tone="ok"] { border-left-color: @ok; background: @okBack; }
QFrame[look="note"][tone="bad"] { border-left-color: @bad; background: @badBack; }
QFrame[look="note"][tone="unknown"] { border-left-color: @unknown; background: @unknownBack; }
QFrame[look="note"][tone="wait"] { border-left-color: @wait; background: @waitBack; }
QScrollArea, QScrollArea > QWidget > QWidget[look="body"] { background: @panel; border: 0; }
QScrollArea[look="window"], QScrollArea[look="window"] > QWidget > QWidget { background: @window; border: 0; }

QPushButton, QToolButton { color: @ink; background: @window; border: 1px solid @edge; border-radius: 5px; padding: 5px 14px; }
QToolButton { padding: 2px 5px; border-radius: 4px; }
QPushButton:hover, QToolButton:hover { background: @hover; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: @selection; }
QPushButton:focus, QToolButton:focus { border: 1px solid @accent; }
QPushButton:disabled, QToolButton:disabled { color: @dim; border-color: @line; background: @panel; }
QPushButton[look="primary"] { color: @onAccent; background: @accent; border-color: @accent; font-weight: 600; }
QPushButton[look="primary"]:hover { background: @accentHover; }
QPushButton[look="primary"]:focus { border: 1px solid @ink; }
QPushButton[look="primary"]:disabled { color: @dim; background: @hover; border-color: @line; }
QPushButton[look="danger"] { color: @bad; border-color: @bad; }
QPushButton[look="danger"]:disabled { color: @dim; border-color: @line; }
QPushButton[look="danger"]:hover { background: @badBack; }
QPushButton[look="link"] { color: @accent; background: transparent; border: 1px solid transparent; padding: 1px 0; text-align: left; }
QPushButton[look="link"]:hover { text-decoration: underline; }
QPushButton[look="link"]:focus { border: 1px solid @accent; border-radius: 3px; }
QPushButton[look="link"]:disabled { color: @dim; }
QToolButton[look="brand"] { background: transparent; border-color: transparent; font-size: 14px; font-weight: 700; padding: 3px 4px; }
QToolButton[look="brand"]:hover { background: @hover; }
QToolButton[look="brand"]:focus { border-color: @accent; }
QToolButton[look="pill"] { color: @dim; background: transparent; border: 1px solid @line; border-radius: 11px; padding: 2px 7px; }
QToolButton[look="pill"]:hover { color: @ink; background: @hover; }
QToolButton[look="pill"]:focus { border-color: @accent; }
QToolButton[look="chip"][active="true"] { color: @accent; border-color: @accent; background: @selection; }
QToolButton[look="segment"] { border: 0; background: transparent; color: @dim; font-size: 11px; font-weight: 600; padding: 8px 2px 0 2px; }
QToolButton[look="segment"]:checked { color: @accent; background: transparent; }
QToolButton[look="segment"]:focus { color: @ink; text-decoration: underline; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit, QPlainTextEdit { color: @ink; background: @window; border: 1px solid @edge; border-radius: 5px; padding: 3px 8px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus, QPlainTextEdit:focus { border-color: @accent; }
QPlainTextEdit[look="canonical"] { font-family: "@mono"; font-size: 12px; }
QCheckBox { spacing: 7px; }

QProgressBar { background: @window; border: 1px solid @edge; border-radius: 4px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }

QTreeView { background: @panel; border: 1px solid @line; selection-background-color: @selection; selection-color: @ink; }
QTableView, QListView { background: @window; border: 0; gridline-color: @line; selection-background-color: @selection; selection-color: @ink; }
QListView[look="navigation"] { background: @panel; border: 0; border-right: 1px solid @line; padding: 8px 0; }
QListView[look="panel"] { background: @panel; }
QHeaderView { background: @panel; border: 0; }
QHeaderView::section { color: @dim; background: @panel; border: 0; border-bottom: 1px solid @line; padding: 4px 10px; font-size: 12px; }
QTableCornerButton::section { background: @panel; border: 0; }
QSplitter::handle { background: @line; }

QMenu { color: @ink; background: @panel; border: 1px solid @edge; padding: 4px 0; }
QMenu::item { padding: 5px 26px 5px 26px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @dim; }
QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
QMenu::indicator { width: 14px; height: 14px; left: 7px; }
QDialog { background: @panel; }

QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: @edge; border-radius: 4px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: @dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

void replaceAll(QString &sheet, const QList<QPair<QString, QString>> &values)
{
    QString out;
    out.reserve(sheet.size());
    for (qsizetype at = 0; at < sheet.size();) {
        if (sheet.at(at) != u'@') {
            out += sheet.at(at++);
            continue;
        }
        qsizetype end = at + 1;
        while (end < sheet.size() && sheet.at(end).isLetter())
            ++end;
        const QStringView name = QStringView(sheet).sliced(at + 1, end - at - 1);
        const auto found =
            std::find_if(values.begin(), values.end(), [name](const auto &value) { return value.first == name; });
        Q_ASSERT(found != values.end());
        out += found->second;
        at = end;
    }
    sheet = out;
}

} // namespace

QString styleSheet(const ThemeColors &c, const QString &monoFamily)
{
    const QColor accentHover = c.scheme == Scheme::Dark ? c.accent.lighter(108) : c.accent.darker(108);
    QString sheet = QString::fromUtf16(kSheet);
    replaceAll(sheet, {{u"mono"_s, monoFamily},
                       {u"window"_s, c.window.name()},
                       {u"panel"_s, c.panel.name()},
                       {u"line"_s, c.line.name()},
                       {u"edge"_s, c.edge.name()},
                       {u"ink"_s, c.ink.name()},
                       {u"dim"_s, c.dim.name()},
                       {u"accent"_s, c.accent.name()},
                       {u"accentHover"_s, accentHover.name()},
                       {u"onAccent"_s, c.onAccent.name()},
                       {u"selection"_s, c.selection.name()},
                       {u"hover"_s, c.hover.name()},
                       {u"ok"_s, c.ok.name()},
                       {u"bad"_s, c.bad.name()},
                       {u"warn"_s, c.warn.name()},
                       {u"unknown"_s, c.unknown.name()},
                       {u"wait"_s, c.wait.name()},
                       {u"okBack"_s, c.okBack.name()},
                       {u"badBack"_s, c.badBack.name()},
                       {u"warnBack"_s, c.warnBack.name()},
                       {u"unknownBack"_s, c.unknownBack.name()},
                       {u"waitBack"_s, c.waitBack.name()}});
    return sheet;
}

} // namespace obstat::console
