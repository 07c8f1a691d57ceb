#include "console/widgets/sidebysideview.h"

#include "console/theme/theme.h"
#include "console/widgets/linetext.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGap = 14;
constexpr int kRowGap = 8;
constexpr int kLeastWidth = 320;

struct Columns
{
    int first = 0;
    int second = 0;
    int label = 0; ///< widths
    int value = 0;
};

Columns columnsOf(int width)
{
    Columns columns;
    columns.label = std::clamp(width / 5, 70, 160);
    columns.value = std::max(60, (width - columns.label - 2 * kGap) / 2);
    columns.first = columns.label + kGap;
    columns.second = columns.first + columns.value + kGap;
    return columns;
}

} // namespace

struct SideBySideView::Laid
{
    std::unique_ptr<QTextLayout> label, first, second;
    int top = 0;
    int height = 0;
};

SideBySideView::SideBySideView(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

SideBySideView::~SideBySideView() = default;

void SideBySideView::setTitles(const QString &first, const QString &second)
{
    m_firstTitle = first;
    m_secondTitle = second;
    arrange();
}

void SideBySideView::setRows(const QList<Row> &rows)
{
    m_rows = rows;
    arrange();
}

QString SideBySideView::shown(const std::optional<QString> &value) const
{
    return value.value_or(tr("(not there)"));
}

QString SideBySideView::text() const
{
    QStringList lines{u"\t"_s + m_firstTitle + u'\t' + m_secondTitle};
    for (const Row &row : m_rows)
        lines.append(row.label + u'\t' + shown(row.first) + u'\t' + shown(row.second));
    return lines.join(u'\n');
}

std::vector<SideBySideView::Laid> SideBySideView::layOut(int width) const
{
    const Columns columns = columnsOf(width);
    std::vector<Laid> rows;
    int top = 0;
    const auto add = [&](const QString &label, const QString &first, const QString &second, const QFont &font) {
        Laid laid;
        laid.label = linetext::lay(label, Theme::monoFont(), columns.label);
        laid.first = linetext::lay(first, font, columns.value);
        laid.second = linetext::lay(second, font, columns.value);
        laid.top = top;
        laid.height =
            std::max({linetext::height(*laid.label), linetext::height(*laid.first), linetext::height(*laid.second)});
        top += laid.height + kRowGap;
        rows.push_back(std::move(laid));
    };
    add({}, m_firstTitle, m_secondTitle, Theme::headingFont());
    for (const Row &row : m_rows)
        add(row.label, shown(row.first), shown(row.second), Theme::monoFont());
    return rows;
}

int SideBySideView::heightForWidth(int width) const
{
    const std::vector<Laid> rows = layOut(width);
    return rows.back().top + rows.back().height + 2;
}

QSize SideBySideView::sizeHint() const
{
    return {kLeastWidth, heightForWidth(std::max(kLeastWidth, width()))};
}

QSize SideBySideView::minimumSizeHint() const
{
    return {kLeastWidth, heightForWidth(std::max(kLeastWidth, width()))};
}

void SideBySideView::arrange()
{
    m_laid = layOut(width());
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

void SideBySideView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const ThemeColors &colors = Theme::colors();
    const Columns columns = columnsOf(width());
    for (size_t at = 0; at < m_laid.size(); ++at) {
        const Laid &laid = m_laid.at(at);
        const bool isTitle = at == 0;
        const Row *row = isTitle ? nullptr : &m_rows.at(static_cast<qsizetype>(at) - 1);
        painter.fillRect(0, laid.top + laid.height + kRowGap / 2 - 1, width(), 1, colors.line);
        painter.setPen(colors.dim);
        linetext::draw(painter, *laid.label, QPoint(0, laid.top));
        painter.setPen(isTitle || !row->first ? colors.dim : colors.ink);
        linetext::draw(painter, *laid.first, QPoint(columns.first, laid.top));
        painter.setPen(isTitle || !row->second ? colors.dim : colors.ink);
        linetext::draw(painter, *laid.second, QPoint(columns.second, laid.top));
    }
    if (hasFocus()) {
        painter.setPen(colors.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void SideBySideView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void SideBySideView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(text());
    else
        QWidget::keyPressEvent(event);
}

void SideBySideView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        arrange();
}

} // namespace obstat::console
