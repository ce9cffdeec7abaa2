#include "server/http/stream_form.hpp"

#include <memory>
#include <string>
#include <utility>

namespace tanbo::http {

net::Bytes stream_piece(StreamForm form, std::optional<std::int64_t> id, std::string_view type,
                        std::string_view json) {
    std::string text;
    if (form == StreamForm::sse) {
        if (id) text = "id: " + std::to_string(*id) + "\n";
        text.append("event: ").append(type).append("\ndata: ").append(json).append("\n\n");
    } else {
        text.reserve(json.size() + 1);
        text.append(json).push_back('\n');
    }
    return std::make_shared<const std::string>(std::move(text));
}

net::Response stream_response(StreamForm form, net::Producer producer, bool stays_open) {
    const bool is_sse = form == StreamForm::sse;
    net::Response response;
    response.content_type = is_sse ? "text/event-stream" : "application/x-ndjson";
    net::Stream body;
    body.produce = std::move(producer);
    if (stays_open) body.heartbeat = is_sse ? ":\n\n" : "\n";
    response.body = std::move(body);
    set_header(response, "Vary", "Accept");
    set_header(response, "Cache-Control", "no-store");
    set_header(response, "X-Accel-Buffering", "no");
    return response;
}

}  // namespace tanbo::http
