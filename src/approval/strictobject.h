#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include <optional>

namespace obstat::approval {

/// Padded standard base64 that is its own re-encoding; nullopt for anything else (other alphabets, loose bits, spaces).
[[nodiscard]] std::optional<QByteArray> strictBase64(const QString &text);

/// 1 to 128 UTF-16 units in NFC, nothing that C3 makes visible (so no control, invisible or bidirectional characters),
/// no space at either end: names of people, tenants, actors.
[[nodiscard]] bool isName(const QString &text);
/// `[a-z][a-z0-9_-]*`, at most 64.
[[nodiscard]] bool isRole(const QString &text);
/// 12 lower-case hex or base32 (`a-z2-7`) characters.
[[nodiscard]] bool isTokenId(const QString &text);
/// `digits` lower-case hex digits.
[[nodiscard]] bool isHex(const QString &text, qsizetype digits);

/// Reads a signed object member by member: each must be there with its type and shape, and none may be left over. The
/// first problem is kept and later reads return empty values, so that a reader is one straight list.
class StrictObject
{
public:
    enum class Shape { Text, Name, Hex16, Hex32, Hex64 };

    /// `what` opens every message: "The decision".
    StrictObject(QJsonObject object, QString what);

    /// Not empty, of the given shape.
    [[nodiscard]] QString text(QLatin1StringView name, Shape shape = Shape::Text);
    /// The same, or null, which is "".
    [[nodiscard]] QString textOrNull(QLatin1StringView name, Shape shape = Shape::Text);
    [[nodiscard]] qint64 integer(QLatin1StringView name, qint64 least);
    /// The same, or null, which is `absent`.
    [[nodiscard]] qint64 integerOrNull(QLatin1StringView name, qint64 least, qint64 absent);
    [[nodiscard]] bool boolean(QLatin1StringView name);
    [[nodiscard]] QByteArray bytes(QLatin1StringView name);
    [[nodiscard]] QJsonObject object(QLatin1StringView name);
    /// An array of distinct texts.
    [[nodiscard]] QStringList texts(QLatin1StringView name);
    [[nodiscard]] bool contains(QLatin1StringView name) const { return m_object.contains(name); }

    /// Keeps "`what` `problem`." unless there is a problem already.
    void refuse(const QString &problem);
    /// Malformed with the first problem, or with the first member that was not read.
    [[nodiscard]] base::Result<> finish() const;

private:
    [[nodiscard]] QJsonValue take(QLatin1StringView name);
    [[nodiscard]] QString shaped(QLatin1StringView name, const QJsonValue &value, Shape shape);

    QJsonObject m_object;
    QString m_what;
    QString m_problem;
    QSet<QString> m_read;
};

} // namespace obstat::approval
