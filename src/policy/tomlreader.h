#pragma once

#include "base/clock.h"
#include "policy/tomlvalue.h"

#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace obstat::policy {

/// Everything that is wrong with one document. Reading goes on after a problem, so that a file is mended in one go.
class TomlProblems
{
public:
    explicit TomlProblems(QString fileName) : m_fileName(std::move(fileName)) {}

    void add(int line, const QString &message, base::ErrorCode code = base::ErrorCode::Malformed);
    /// A key that is not there; told only when nothing else is wrong, because a typo is told better as unknown.
    void addMissing(int line, const QString &message);

    [[nodiscard]] bool isEmpty() const { return m_problems.empty(); }
    /// The first problem in file order as `file:line: …`, the others in `detail`, one a line.
    [[nodiscard]] base::Error error() const;

private:
    struct Problem
    {
        int line = 0;
        bool missing = false;
        base::ErrorCode code = base::ErrorCode::Malformed;
        QString message;
    };
    QString m_fileName;
    std::vector<Problem> m_problems;
};

/// Reads one table key by key. Each getter makes its key known, reports a wrong type with line, key and what was
/// expected, and returns the default then; refuseUnknown() refuses every other key. Both arguments must outlive it.
class TomlReader
{
public:
    /// `where` names the table in messages, for example `[tool.send_email]`.
    TomlReader(const TomlValue &table, QString where, TomlProblems &problems);

    [[nodiscard]] int line() const { return m_table->line; }
    [[nodiscard]] const QString &where() const { return m_where; }
    [[nodiscard]] TomlProblems &problems() const { return *m_problems; }
    /// Line of a key's value; the table's line when the key is not there.
    [[nodiscard]] int lineOf(const QString &key) const;
    [[nodiscard]] const TomlValue &table() const { return *m_table; }

    [[nodiscard]] bool has(const QString &key);
    [[nodiscard]] const TomlValue *value(const QString &key);
    /// Text that is not empty; `expected` describes it, for example `a role such as "treasury"`.
    [[nodiscard]] QString text(const QString &key, const QString &expected = QStringLiteral("text"));
    [[nodiscard]] QString requiredText(const QString &key, const QString &expected);
    /// One of the allowed words; empty when the key is not there.
    [[nodiscard]] QString word(const QString &key, const QStringList &allowed);
    [[nodiscard]] bool flag(const QString &key, bool otherwise = false);
    [[nodiscard]] int integer(const QString &key, int from, int to, int otherwise);
    /// A duration such as "30s", over zero and at most ten years.
    [[nodiscard]] base::Micros duration(const QString &key, base::Micros otherwise);
    /// A list of texts; with `orOne` a single text is a list of one.
    [[nodiscard]] QStringList texts(const QString &key, bool orOne = false);
    /// A table of texts by name.
    [[nodiscard]] QMap<QString, QString> textTable(const QString &key);
    /// A table as a JSON object (dates are refused).
    [[nodiscard]] std::optional<QJsonObject> json(const QString &key);
    [[nodiscard]] std::optional<TomlReader> child(const QString &key, const QString &where);
    /// The tables of a list of tables (`[[rule]]`).
    [[nodiscard]] std::vector<TomlReader> children(const QString &key);

    /// Reports that a key's value is not what was expected.
    void wrong(const QString &key, const QString &expected);
    void missing(const QString &key, const QString &expected);
    void refuseUnknown();

private:
    const TomlValue *m_table;
    QString m_where;
    TomlProblems *m_problems;
    QStringList m_known;
};

/// A scalar, list or table as JSON; nullopt for dates, for numbers that are not finite and for integers beyond
/// ±(2^53−1).
[[nodiscard]] std::optional<QJsonValue> jsonOf(const TomlValue &value);

/// `"a", "b" or "c"`.
[[nodiscard]] QString alternatives(const QStringList &words);

} // namespace obstat::policy
