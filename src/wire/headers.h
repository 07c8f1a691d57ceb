#pragma once

#include <QByteArray>
#include <QList>

#include <initializer_list>
#include <utility>

namespace obstat::wire {

/// The header fields of a message in the order they came; names are compared without case (RFC 9110, 5.1).
class Headers
{
public:
    using Field = std::pair<QByteArray, QByteArray>;

    Headers() = default;
    Headers(std::initializer_list<Field> fields) : m_fields(fields) {}

    /// The first value of that name, or an empty array.
    [[nodiscard]] QByteArray value(QByteArrayView name) const;
    [[nodiscard]] bool contains(QByteArrayView name) const { return count(name) > 0; }
    [[nodiscard]] qsizetype count(QByteArrayView name) const;
    void add(QByteArray name, QByteArray value) { m_fields.emplaceBack(std::move(name), std::move(value)); }
    /// Replaces every field of that name by one.
    void set(const QByteArray &name, QByteArray value);
    void remove(QByteArrayView name);
    [[nodiscard]] const QList<Field> &fields() const { return m_fields; }
    /// False when a name is no token or a value holds CR, LF or another control: it could split a message.
    [[nodiscard]] bool wellFormed() const;

private:
    QList<Field> m_fields;
};

} // namespace obstat::wire
