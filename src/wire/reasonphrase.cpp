#include "wire/message.h"

#include <boost/beast/http/status.hpp>

namespace obstat::wire {

QByteArray reasonPhrase(int status)
{
    namespace http = boost::beast::http;
    const http::status known = http::int_to_status(static_cast<unsigned>(status));
    if (known == http::status::unknown)
        return {};
    const auto text = http::obsolete_reason(known);
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace obstat::wire
