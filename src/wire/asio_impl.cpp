// The compiled part of Boost.Asio and Boost.Beast, once for the whole house.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
