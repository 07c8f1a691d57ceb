#pragma once

#include <QByteArray>
#include <QLatin1StringView>
#include <QString>

namespace obstat::base {

/// Writes one object in RFC 8785 text for code that knows its member names and gives them in their order (ASCII names,
/// rising; a debug build checks it). Many times faster than going through QJsonObject.
class CanonicalWriter
{
public:
    explicit CanonicalWriter(qsizetype expectedSize = 512);

    CanonicalWriter &text(QLatin1StringView name, QStringView value);
    CanonicalWriter &number(QLatin1StringView name, qint64 value); ///< within ±(2^53−1)
    CanonicalWriter &boolean(QLatin1StringView name, bool value);
    /// A value that is canonical text already.
    CanonicalWriter &raw(QLatin1StringView name, QByteArrayView canonical);

    /// The finished object; the writer is empty afterwards.
    [[nodiscard]] QByteArray take();

private:
    void name(QLatin1StringView name);
    void string(QStringView value);

    QByteArray m_out;
    QLatin1StringView m_last;
};

} // namespace obstat::base
