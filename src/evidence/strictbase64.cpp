#include "evidence/strictbase64.h"

namespace obstat::evidence {

std::optional<QByteArray> fromStrictBase64(QByteArrayView text)
{
    const auto decoded = QByteArray::fromBase64Encoding(text.toByteArray(), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.toBase64() != text)
        return std::nullopt;
    return decoded.decoded;
}

} // namespace obstat::evidence
