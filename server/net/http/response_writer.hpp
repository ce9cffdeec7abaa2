#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/buffer.hpp>

#include "server/net/http/head.hpp"
#include "server/net/http/http.hpp"
#include "server/net/phase_deadline.hpp"
#include "server/net/worker.hpp"
#include "server/net/write_progress.hpp"

// For sources of this folder only.
namespace tanbo::net {

// Writes one client's answers. What it is given outlives it.
class ResponseWriter {
public:
    ResponseWriter(Worker& worker, Socket& socket, PhaseDeadline& phase, const std::string& peer)
        : worker_(worker), socket_(socket), phase_(phase), peer_(peer) {}

    // Writes an answer with a body that is no stream. False if the connection ends with it.
    base::Awaitable<bool> write_whole(const Request& request, const Framing& framing,
                                      Response response);
    // Writes the head of an answer with a stream as its body.
    base::Awaitable<bool> write_stream_head(const Request& request, const Framing& framing,
                                            const Response& response);
    // False if the peer is gone.
    base::Awaitable<bool> write(std::string_view head, std::string_view body);

    // Whether the peer takes so little that the connection should end.
    bool is_stalled(SteadyTime now);
    WriteProgress& progress() { return progress_; }
    // Ends the connection, because its client takes too little.
    void abandon();
    // The unsent bytes of an answer that only this connection holds.
    std::size_t unsent_bytes() const { return unsent_bytes_; }
    // Since when the peer takes too little of such an answer; the end of time if there is none.
    SteadyTime stalled_since() const;

private:
    using Buffers = std::array<boost::asio::const_buffer, 2>;

    Buffers begin(std::string_view head, std::string_view body);
    bool end(error_code error);
    void put_head(const Request& request, const Framing& framing, const Response& response,
                  bool is_stream);
    void hold_unsent(std::size_t bytes);
    std::unique_ptr<base::ConcurrencyLimit::Slot> share_of(const Request& request,
                                                           std::size_t bytes) const;

    Worker& worker_;
    Socket& socket_;
    PhaseDeadline& phase_;
    const std::string& peer_;
    std::string out_;
    WriteProgress progress_;
    std::size_t unsent_bytes_ = 0;
};

// Whether the answer to this request has a body on the wire.
bool sends_body(const Request& request, const Response& response);

}  // namespace tanbo::net
