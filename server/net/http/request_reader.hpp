#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <boost/beast/core/flat_buffer.hpp>

#include "server/net/http/head.hpp"
#include "server/net/http/response_writer.hpp"
#include "server/net/phase_deadline.hpp"
#include "server/net/worker.hpp"

// For sources of this folder only.
namespace tanbo::net {

// Reads one client's requests, one after the other; one that is unsound becomes a fault. What it is
// given outlives it.
class RequestReader {
public:
    enum class Got { request, fault, nothing };

    RequestReader(Worker& worker, Socket& socket, PhaseDeadline& phase, ResponseWriter& writer)
        : worker_(worker), socket_(socket), phase_(phase), writer_(writer) {}

    // A request without its body.
    base::Awaitable<Got> read_head(Request& request);
    // Answers `Expect: 100-continue` first.
    base::Awaitable<Got> read_body(Request& request, std::size_t bytes_max);
    // Whatever else comes, until the peer ends.
    base::Awaitable<void> discard();

    // The last request can't be served, and no other follows it.
    Got fail(Fault fault);
    // Why; nothing if the last request could.
    std::optional<Fault>& fault() { return fault_; }
    // How the last request is framed.
    Framing& framing() { return framing_; }
    // Whether its head could be read, and its fields mean something.
    bool is_head_sound() const { return is_head_sound_; }
    // Bytes that have come and were not asked for yet.
    boost::beast::flat_buffer& buffer() { return buffer_; }

private:
    base::Awaitable<bool> read_some();
    base::Awaitable<Got> read_chunks(Request& request, std::size_t bytes_max);
    Got take_head(Request& request, std::size_t size);
    Got fail_read();
    std::string_view unread() const;

    Worker& worker_;
    Socket& socket_;
    PhaseDeadline& phase_;
    ResponseWriter& writer_;
    boost::beast::flat_buffer buffer_;
    Framing framing_;
    bool is_head_sound_ = false;
    std::optional<Fault> fault_;
};

}  // namespace tanbo::net
