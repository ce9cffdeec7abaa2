#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/net/lines/local_endpoint.hpp"

namespace tanbo::net {

// Speaks in lines to a program of this machine, and blocks meanwhile. For programs that do nothing
// else. Throws (all of it): std::runtime_error, which is std::system_error if the system says
// no.
class LineClient {
public:
    // Connects. `patience` holds for each read and each write.
    LineClient(const LocalEndpoint& endpoint, std::chrono::seconds patience);
    ~LineClient();
    LineClient(const LineClient&) = delete;
    LineClient& operator=(const LineClient&) = delete;

    void send(std::string_view bytes);

    // The next line without its line end. Throws: also if it is longer than line_bytes_max or
    // the peer has gone.
    std::string read_line();

    static constexpr std::size_t line_bytes_max = 4'096;

private:
    int fd_ = -1;
    std::string buffer_;
};

}  // namespace tanbo::net
