#include "wire/headers.h"

#include "wire/chars.h"

#include <algorithm>

namespace obstat::wire {

namespace {

bool sameName(const Headers::Field &field, QByteArrayView name)
{
    return field.first.compare(name, Qt::CaseInsensitive) == 0;
}

} // namespace

QByteArray Headers::value(QByteArrayView name) const
{
    for (const Field &field : m_fields)
        if (sameName(field, name))
            return field.second;
    return {};
}

qsizetype Headers::count(QByteArrayView name) const
{
    return std::ranges::count_if(m_fields, [name](const Field &field) { return sameName(field, name); });
}

void Headers::set(const QByteArray &name, QByteArray value)
{
    remove(name);
    add(name, std::move(value));
}

void Headers::remove(QByteArrayView name)
{
    m_fields.removeIf([name](const Field &field) { return sameName(field, name); });
}

bool Headers::wellFormed() const
{
    return std::ranges::all_of(m_fields, [](const Field &field) {
        return isToken(field.first) && std::ranges::none_of(field.second, isControl);
    });
}

} // namespace obstat::wire
