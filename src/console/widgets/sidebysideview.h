#pragma once

#include <QList>
#include <QString>
#include <QTextLayout>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace obstat::console {

/// Two values of the same places beside each other, painted as plain text and never cut. A value that is not there is
/// said so. The whole text is in the accessible description.
class SideBySideView : public QWidget
{
    Q_OBJECT

public:
    struct Row
    {
        QString label;
        std::optional<QString> first; ///< all escaped already
        std::optional<QString> second;
    };

    explicit SideBySideView(QWidget *parent = nullptr);
    ~SideBySideView() override;

    void setTitles(const QString &first, const QString &second);
    void setRows(const QList<Row> &rows);
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }
    /// One row a line, tab between columns; Ctrl+C copies it.
    [[nodiscard]] QString text() const;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Laid;
    [[nodiscard]] std::vector<Laid> layOut(int width) const;
    [[nodiscard]] QString shown(const std::optional<QString> &value) const;
    void arrange();

    QString m_firstTitle;
    QString m_secondTitle;
    QList<Row> m_rows;
    std::vector<Laid> m_laid;
};

} // namespace obstat::console
