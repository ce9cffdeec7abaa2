#include "server/http/stream_form.hpp"

#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "server/http/negotiate.hpp"

namespace tanbo::http {
namespace {

using protocol::Code;

constexpr std::uint32_t page_events_default = 500;
constexpr std::uint32_t page_events_max = 1000;
constexpr std::uint32_t seq_max = std::numeric_limits<std::uint32_t>::max();

constexpr std::array<std::string_view, 3> events_offered = {"application/json", "text/event-stream",
                                                            "application/x-ndjson"};

protocol::Error too_many(std::string_view name, std::string_view form) {
    return refusal(Code::bad_parameter, protocol::quotation(name) + " cannot be combined with " +
                                            std::string(form) + ".");
}

protocol::Result<EventsRequest> events_query(const RequestContext& context) {
    EventsRequest wanted;
    const auto chosen = choose_type(context.request, events_offered);
    if (!chosen) {
        return refusal(Code::not_acceptable,
                       "Accept application/json, text/event-stream or "
                       "application/x-ndjson.");
    }
    const bool is_sse = *chosen == 1;
    const bool is_ndjson = *chosen == 2;
    if (*chosen > 0) wanted.stream = is_sse ? StreamForm::sse : StreamForm::ndjson;
    const auto after = number_parameter(context.query, "after", 0, seq_max);
    if (!after) return after.error();
    wanted.after = after->value_or(0);
    const auto limit = number_parameter(context.query, "limit", 1, page_events_max);
    if (!limit) return limit.error();
    if (*limit && wanted.stream) return too_many("limit", events_offered[*chosen]);
    wanted.limit = limit->value_or(page_events_default);
    const auto follow = flag_parameter(context.query, "follow");
    if (!follow) return follow.error();
    if (*follow && !is_ndjson) return too_many("follow", events_offered[*chosen]);
    wanted.is_following = is_sse || follow->value_or(false);
    return wanted;
}

}  // namespace

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

protocol::Result<EventsRequest> events_request(const RequestContext& context,
                                               const Present& present) {
    auto wanted = events_query(context);
    if (!wanted) return wanted.error();
    const auto is_present = check_epoch(context.query, present.epoch);
    if (!is_present) return is_present.error();
    if (wanted->stream == StreamForm::sse) {
        const auto last = last_event_id(context.request, present.tag);
        if (!last) return last.error();
        wanted->after = last->value_or(wanted->after);
    }
    return wanted;
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
