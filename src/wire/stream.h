#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace obstat::wire {

/// The concrete executor everywhere: the type-erased default costs an allocation an operation.
using Executor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using TcpAcceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;

/// What a server connection reads and writes. The seam for TLS: an ssl stream takes its place, a handshake goes before
/// the first request, and everything that is not reading and writing goes through lowest_layer().
using Stream = TcpSocket;

template <typename T>
using Task = boost::asio::awaitable<T, Executor>;

inline constexpr boost::asio::use_awaitable_t<Executor> useTask;

} // namespace obstat::wire
