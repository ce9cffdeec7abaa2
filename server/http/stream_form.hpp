#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "server/http/request_context.hpp"

namespace tanbo::http {

enum class StreamForm : std::uint8_t {
    sse,    // id, event and data, then an empty line
    ndjson  // one JSON value a line
};

// One piece of a stream; without an id an EventSource keeps the one before.
net::Bytes stream_piece(StreamForm form, std::optional<std::int64_t> id, std::string_view type,
                        std::string_view json);

// The answer whose body is the stream; one that stays open is kept alive in silence by a comment,
// or as NDJSON by an empty line.
net::Response stream_response(StreamForm form, net::Producer producer, bool stays_open);

}  // namespace tanbo::http
