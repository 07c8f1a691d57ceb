#include "hostile/screencorpus.h"

#include "console/models/timelinemodel.h"
#include "console/widgets/linesview.h"
#include "console/widgets/sidebysideview.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QTextEdit>

namespace obstat::tests {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRows = 400; // of one list: pages are loaded by and by

/// The one form that is plain whatever stands in it: the console's own paragraph around escaped text.
bool isPlainToolTip(const QString &text)
{
    static const QString head = u"<p style=\"white-space:pre-wrap\">"_s;
    static const QString tail = u"</p>"_s;
    return text.isEmpty() || (!text.startsWith(u'<') && !Qt::mightBeRichText(text)) ||
           (text.startsWith(head) && text.endsWith(tail) &&
            !text.mid(head.size(), text.size() - head.size() - tail.size()).contains(u'<'));
}

} // namespace

void ScreenCorpus::add(const QString &text)
{
    if (!text.isEmpty())
        m_texts.insert(text);
}

bool ScreenCorpus::contains(const QString &text) const
{
    for (const QString &each : m_texts) {
        if (each.contains(text))
            return true;
    }
    return false;
}

QStringList ScreenCorpus::around(const QString &word) const
{
    QStringList found;
    for (const QString &each : m_texts) {
        if (const qsizetype at = each.indexOf(word); at >= 0)
            found.append(each.mid(std::max<qsizetype>(0, at - 60), 120));
    }
    return found;
}

void ScreenCorpus::report(const QWidget &widget, const QString &what, const QString &text)
{
    const QString where = QString::fromLatin1(widget.metaObject()->className()) + u' ' + widget.objectName();
    const QString problem = where + u": "_s + what + u": "_s + text.left(120);
    if (!m_problems.contains(problem))
        m_problems.append(problem);
}

void ScreenCorpus::checkToolTip(const QWidget &widget, const QString &text)
{
    if (!isPlainToolTip(text))
        report(widget, u"a tooltip that may be markup"_s, text);
}

void ScreenCorpus::collect(QWidget &root, const QWidget *except)
{
    collectOne(root);
    const auto children = root.findChildren<QWidget *>();
    for (QWidget *child : children) {
        if (child != except)
            collectOne(*child);
    }
}

void ScreenCorpus::collectOne(QWidget &widget)
{
    for (const QString &text : {widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()})
        add(text);
    for (const QString &text : {widget.toolTip(), widget.whatsThis(), widget.statusTip()})
        checkToolTip(widget, text);
    for (const QAction *action : widget.actions()) {
        add(QString(action->text()).replace(u"&&"_s, u"&"_s));
        checkToolTip(widget, action->toolTip());
    }
    if (const auto *label = qobject_cast<QLabel *>(&widget)) {
        if (label->inherits("QTipLabel"))
            checkToolTip(widget, label->text());
        else if (label->textFormat() != Qt::PlainText &&
                 (Qt::mightBeRichText(label->text()) || label->text().contains(u"zq"_s)))
            report(widget, u"a label that may be markup"_s, label->text());
        add(label->text());
    } else if (const auto *button = qobject_cast<QAbstractButton *>(&widget)) {
        add(QString(button->text()).replace(u"&&"_s, u"&"_s));
    } else if (const auto *edit = qobject_cast<QLineEdit *>(&widget)) {
        add(edit->text());
    } else if (const auto *lines = qobject_cast<console::LinesView *>(&widget)) {
        add(lines->text());
    } else if (const auto *sides = qobject_cast<console::SideBySideView *>(&widget)) {
        add(sides->text());
    } else if (const auto *box = qobject_cast<QComboBox *>(&widget)) {
        for (int item = 0; item < box->count(); ++item)
            add(box->itemText(item));
    } else if (auto *view = qobject_cast<QAbstractItemView *>(&widget)) {
        collectView(*view);
    } else if (qobject_cast<QMessageBox *>(&widget)) {
        report(widget, u"its informative text is AutoText"_s, {});
    } else if (qobject_cast<QTextEdit *>(&widget)) {
        report(widget, u"a field that takes markup"_s, {});
    }
}

void ScreenCorpus::collectView(QAbstractItemView &view)
{
    const QAbstractItemModel *model = view.model();
    if (!model)
        return;
    QList<QModelIndex> parents{QModelIndex()};
    for (int rows = 0; !parents.isEmpty();) {
        const QModelIndex parent = parents.takeFirst();
        for (int row = 0; row < model->rowCount(parent) && rows < kRows; ++row, ++rows) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                add(index.data(Qt::DisplayRole).toString());
                add(index.data(Qt::AccessibleTextRole).toString());
                add(index.data(console::TimelineModel::ItemRole).value<console::TimelineItem>().evidence);
                for (const int role : {Qt::ToolTipRole, Qt::WhatsThisRole, Qt::StatusTipRole})
                    checkToolTip(view, index.data(role).toString());
            }
            if (const QModelIndex first = model->index(row, 0, parent); model->hasChildren(first))
                parents.append(first);
        }
    }
    for (int column = 0; column < model->columnCount(); ++column) {
        add(model->headerData(column, Qt::Horizontal).toString());
        checkToolTip(view, model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
    }
}

} // namespace obstat::tests
