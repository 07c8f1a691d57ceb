#include "console/widgets/filterchip.h"

#include "base/visibletext.h"

#include <QFrame>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShownLength = 24;

} // namespace

FilterChip::FilterChip(QWidget *parent) : QToolButton(parent)
{
    setProperty("look", u"chip"_s);
    setFocusPolicy(Qt::StrongFocus);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    connect(this, &QToolButton::clicked, this, &FilterChip::open);
}

void FilterChip::setName(const QString &name)
{
    m_name = name;
    updateText();
}

void FilterChip::setChoices(const QList<Choice> &choices)
{
    m_choices = choices;
    updateText();
}

void FilterChip::setValues(const QStringList &values)
{
    QList<Choice> choices;
    for (const QString &value : values)
        choices.append({value, base::visibleText(value)});
    setChoices(choices);
}

void FilterChip::setFreeText(bool allowed, const QString &placeholder)
{
    m_freeText = allowed;
    m_placeholder = placeholder;
}

void FilterChip::setValue(const QString &value)
{
    if (m_value == value)
        return;
    m_value = value;
    updateText();
    Q_EMIT valueChanged(value);
}

QString FilterChip::textOf(const QString &value) const
{
    const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                    [&value](const Choice &choice) { return choice.value == value; });
    return found == m_choices.end() ? base::visibleText(value) : found->text;
}

void FilterChip::updateText()
{
    const bool active = !m_value.isEmpty();
    QString shown = textOf(m_value);
    if (shown.size() > kShownLength)
        shown = shown.left(kShownLength - 1) + u'…';
    QString text = active ? QString(m_name + u": "_s + shown) : m_name;
    text.replace(u"&"_s, u"&&"_s);
    setText(text + u" ▾"_s);
    setAccessibleName(active ? tr("Filter %1: %2").arg(m_name, textOf(m_value)) : tr("Filter %1").arg(m_name));
    setProperty("active", active);
    style()->unpolish(this);
    style()->polish(this);
}

void FilterChip::buildPopup()
{
    m_popup = new QFrame(this, Qt::Popup);
    m_popup->setProperty("look", u"popup"_s);
    m_popup->setObjectName(objectName() + u"Popup"_s);
    auto *layout = new QVBoxLayout(m_popup);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(4);
    m_entry = new QLineEdit(m_popup);
    m_entry->setObjectName(u"entry"_s);
    m_list = new QListWidget(m_popup);
    m_list->setObjectName(u"choices"_s);
    m_list->setProperty("look", u"panel"_s);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(m_entry);
    layout->addWidget(m_list);
    m_entry->installEventFilter(this);
    connect(m_entry, &QLineEdit::textEdited, this, &FilterChip::fill);
    connect(m_entry, &QLineEdit::returnPressed, this, &FilterChip::choose);
    connect(m_list, &QListWidget::itemClicked, this, &FilterChip::choose);
}

void FilterChip::open()
{
    if (!m_popup)
        buildPopup();
    m_entry->clear();
    m_entry->setPlaceholderText(m_placeholder.isEmpty() ? tr("Narrow the list") : m_placeholder);
    m_entry->setAccessibleName(m_name);
    fill({});
    const int rows = std::clamp(m_list->count(), 0, 12);
    m_list->setVisible(m_list->count() > 0);
    m_list->setFixedHeight(rows * std::max(22, m_list->sizeHintForRow(0)) + 4);
    m_popup->adjustSize();
    m_popup->move(mapToGlobal(QPoint(0, height() + 2)));
    m_popup->show();
    m_entry->setFocus();
}

void FilterChip::fill(const QString &narrowed)
{
    m_list->clear();
    const auto add = [this](const QString &text, const QString &value) {
        auto *item = new QListWidgetItem(text, m_list);
        item->setData(Qt::UserRole, value);
    };
    if (!m_value.isEmpty() && narrowed.isEmpty())
        add(tr("any"), {});
    if (m_freeText && !narrowed.isEmpty())
        add(tr("“%1”").arg(base::visibleText(narrowed)), narrowed);
    for (const Choice &choice : std::as_const(m_choices)) {
        if (choice.text.contains(narrowed, Qt::CaseInsensitive) && !(m_freeText && choice.value == narrowed))
            add(choice.text, choice.value);
    }
    m_list->setCurrentRow(0);
}

void FilterChip::choose()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item)
        return;
    const QString value = item->data(Qt::UserRole).toString();
    m_popup->hide();
    setFocus();
    setValue(value);
}

void FilterChip::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
        clear();
    else if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        open();
    else
        QToolButton::keyPressEvent(event);
}

bool FilterChip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_entry || event->type() != QEvent::KeyPress)
        return QToolButton::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (step == 0)
        return QToolButton::eventFilter(watched, event);
    m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
    return true;
}

} // namespace obstat::console
