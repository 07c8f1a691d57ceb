#pragma once

#include "base/result.h"

namespace obstat::base {

/// Why a text was refused, without its place.
struct JsonRefusal
{
    ErrorCode code = ErrorCode::Malformed;
    QString what;
};

/// Reads the strings of one JSON text for JsonReader, whose cursor, output and refusal it shares; these must outlive
/// it.
class JsonStringReader
{
public:
    JsonStringReader(const char *&at, const char *const &end, QByteArray &out, JsonRefusal &refusal);

    /// The cursor stands on the opening quote. Appends the canonical text to the output.
    bool read(QString &into);

private:
    bool readLongString(const char *start, QString &into);
    bool readEscape(QString &into);
    bool readUnicodeEscape(QString &into);
    bool readFourHex(char16_t &unit);
    bool readUtf8(QString &into);
    bool refuse(ErrorCode code, const QString &what);

    const char *&m_at;
    const char *const &m_end;
    QByteArray &m_out;
    JsonRefusal &m_refusal;
};

} // namespace obstat::base
