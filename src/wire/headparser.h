#pragma once

#include "wire/headers.h"

#include <boost/beast/http/basic_parser.hpp>

namespace obstat::wire {

/// Beast's header parser filling our own types. Bodies are not its work; `headParsed` says that one call of `put`
/// with a whole header went well.
template <bool isRequest>
class HeadParser final : public boost::beast::http::basic_parser<isRequest>
{
    using Base = boost::beast::http::basic_parser<isRequest>;
    using View = boost::beast::string_view;
    using Code = boost::beast::error_code;

public:
    HeadParser()
    {
        Base::header_limit(64 * 1024);
        Base::body_limit(boost::none);
    }

    /// `header` is whole, with its last empty line.
    [[nodiscard]] Code parse(QByteArrayView header)
    {
        Code code;
        Base::put(boost::asio::const_buffer(header.data(), static_cast<std::size_t>(header.size())), code);
        if (!code && !Base::is_header_done())
            code = boost::beast::http::error::partial_message;
        return code;
    }

    QByteArray method = {};
    QByteArray target = {};
    int status = 0;
    int version = 0; ///< 10 or 11
    Headers headers = {};

private:
    static QByteArray bytes(View text) { return QByteArray(text.data(), static_cast<qsizetype>(text.size())); }

    void on_request_impl(boost::beast::http::verb, View name, View where, int minor, Code &) override
    {
        version = minor;
        method = bytes(name);
        target = bytes(where);
    }
    void on_response_impl(int code, View, int minor, Code &) override
    {
        version = minor;
        status = code;
    }
    void on_field_impl(boost::beast::http::field, View name, View value, Code &) override
    {
        headers.add(bytes(name), bytes(value));
    }
    void on_header_impl(Code &) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t> &, Code &) override {}
    std::size_t on_body_impl(View body, Code &) override { return body.size(); }
    void on_chunk_header_impl(std::uint64_t, View, Code &) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, View body, Code &) override { return body.size(); }
    void on_finish_impl(Code &) override {}
};

} // namespace obstat::wire
