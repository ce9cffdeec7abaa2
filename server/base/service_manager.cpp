#include "server/base/service_manager.hpp"

#include <cstdlib>
#include <string>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/datagram_protocol.hpp>
#include <boost/system/system_error.hpp>

#include "server/base/log.hpp"

namespace tanbo::base {

void tell_service_manager_of_start() {
    using Protocol = boost::asio::local::datagram_protocol;
    const char* const named = std::getenv("NOTIFY_SOCKET");
    if (named == nullptr || *named == '\0') return;
    std::string path = named;
    if (path.front() == '@') path.front() = '\0';  // a name that is no file
    try {
        boost::asio::io_context io;
        Protocol::socket socket(io, Protocol{});
        socket.send_to(boost::asio::buffer("READY=1", 7), Protocol::endpoint(path));
    } catch (const boost::system::system_error& error) {
        log::error("service-manager", "could not tell the service manager of the start",
                   {{"socket", named}, {"error", error.what()}});
    }
}

}  // namespace tanbo::base
