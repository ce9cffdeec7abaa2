#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/request_context.hpp"

namespace tanbo::http {

enum class StreamForm : std::uint8_t {
    sse,    // id, event and data, then an empty line
    ndjson  // one JSON value a line
};

// One piece of a stream; without an id an EventSource keeps the one before. The tag stands behind
// the id, if it is not empty: "17-0a1b2c3d".
net::Bytes stream_piece(StreamForm form, std::optional<std::int64_t> id, std::string_view tag,
                        std::string_view type, std::string_view json);

// The number after which a stream goes on that was cut, by its Last-Event-ID; nothing if none was
// sent. Errors: bad_parameter; server_restored if it is of another epoch.
protocol::Result<std::optional<std::uint32_t>> last_event_id(const net::Request& request,
                                                             std::string_view tag);
// Whether the query names another epoch than the present one, by `epoch`. Errors: server_restored.
protocol::Result<void> check_epoch(const net::Query& query, std::string_view present);

// A request for the events of a log: for a page of them, or a stream.
struct EventsRequest {
    std::optional<StreamForm> stream = {};  // nothing: a page
    std::uint32_t after = 0;
    std::size_t limit = 0;  // of a page
    bool is_following = false;
};

// The epoch of this server, and the tag of its streams' ids.
struct Present {
    std::string epoch;
    std::string tag;
};

// The request for events by Accept, `after`, `limit`, `follow`, `epoch` and Last-Event-ID.
// Errors: not_acceptable; bad_parameter; server_restored.
protocol::Result<EventsRequest> events_request(const RequestContext& context,
                                               const Present& present);

// The answer with the stream as its body. One that stays open is kept alive in silence by a
// comment, or as NDJSON by an empty line.
net::Response stream_response(StreamForm form, net::Producer producer, bool stays_open);

}  // namespace tanbo::http
