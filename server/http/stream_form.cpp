#include "server/http/stream_form.hpp"

#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace tanbo::http {

net::Bytes stream_piece(StreamForm form, std::optional<std::int64_t> id, std::string_view tag,
                        std::string_view type, std::string_view json) {
    std::string text;
    if (form == StreamForm::sse) {
        if (id) {
            text = "id: " + std::to_string(*id);
            if (!tag.empty()) text.append("-").append(tag);
            text += '\n';
        }
        text.append("event: ").append(type).append("\ndata: ").append(json).append("\n\n");
    } else {
        text.reserve(json.size() + 1);
        text.append(json).push_back('\n');
    }
    return std::make_shared<const std::string>(std::move(text));
}

// Ids of a server that was restored have a tag; those from before have none, or another.
protocol::Result<std::optional<std::uint32_t>> last_event_id(const net::Request& request,
                                                             std::string_view tag) {
    const auto field = request.header("Last-Event-ID");
    if (!field || field->empty()) return std::optional<std::uint32_t>();
    const std::size_t dash = field->find('-', 1);
    const std::string_view digits = field->substr(0, dash);
    const auto number =
        number_in("Last-Event-ID", digits, 0, std::numeric_limits<std::uint32_t>::max());
    if (!number) return number.error();
    const std::string_view named =
        dash == std::string_view::npos ? std::string_view() : field->substr(dash + 1);
    if (*number > 0 && named != tag) return protocol::server_restored();
    return std::optional(*number);
}

protocol::Result<void> check_epoch(const net::Query& query, std::string_view present) {
    const auto named = text_parameter(query, "epoch");
    if (named && *named != present) return protocol::server_restored();
    return {};
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
