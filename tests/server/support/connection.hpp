#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tanbo::test {

// A plain TCP connection to this machine, blocking, with a limit on every wait: a test fails where
// it would hang.
class Connection {
public:
    // receive_buffer_bytes: the kernel's, if not 0.
    explicit Connection(std::uint16_t port, int receive_buffer_bytes = 0);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // False if the peer has closed.
    bool send(std::string_view bytes);

    // Up to and with the marker, or all that came before the end of the stream.
    std::string read_until(std::string_view marker);
    // Exactly so many bytes, or fewer before the end of the stream.
    std::string read(std::size_t bytes);
    bool is_ended() const { return is_ended_ && buffer_.empty(); }

private:
    bool fill();

    int descriptor_;
    bool is_ended_ = false;
    std::string buffer_;
};

}  // namespace tanbo::test
