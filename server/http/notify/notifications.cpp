#include <array>
#include <limits>

#include "protocol/people/notices.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/notify/handlers.hpp"
#include "server/http/notify/notice_stream.hpp"
#include "server/notify/notices.hpp"

// Notifications, and how somebody wants to have them.
namespace tanbo::http {
namespace {

constexpr std::uint32_t number_max = std::numeric_limits<std::uint32_t>::max();

// The number after which a stream goes on: after the Last-Event-ID of an EventSource that comes
// back, else `after`.
protocol::Result<std::optional<std::int64_t>> stream_position(const RequestContext& context,
                                                              StreamForm form,
                                                              std::string_view tag) {
    const auto after = number_parameter(context.query, "after", 0, number_max);
    if (!after) return after.error();
    std::optional<std::int64_t> position = *after;
    if (form != StreamForm::sse) return position;
    const auto last = last_event_id(context.request, tag);
    if (!last) return last.error();
    if (*last) position = **last;
    return position;
}

}  // namespace

protocol::Result<Page> notice_page(const net::Query& query) {
    return page_parameters(query, notify::page_default, notify::page_max);
}

Awaitable<Reply> get_notifications(RequestContext& context, notify::Inbox& inbox) {
    auto wanted = notice_page(context.query);
    if (!wanted) co_return wanted.error();
    auto page =
        co_await inbox.list(context.identity->account, std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> put_notifications(RequestContext& context, notify::Inbox& inbox) {
    auto request = protocol::decode_set_notice_mode(context.request.body);
    if (!request) co_return request.error();
    auto set = co_await inbox.set_mode(context.identity->account, *request);
    if (!set) co_return set.error();
    co_return no_content();
}

Awaitable<Reply> post_notifications_read(RequestContext& context, notify::Inbox& inbox) {
    auto request = protocol::decode_read_notifications(context.request.body);
    if (!request) co_return request.error();
    auto read = co_await inbox.read(context.identity->account, *request);
    if (!read) co_return read.error();
    co_return no_content();
}

Awaitable<Reply> get_stream(RequestContext& context, const base::Clock& clock, notify::Inbox& inbox,
                            game::Feed& feed, account::Authenticator& authenticator) {
    constexpr std::array<std::string_view, 2> offered = {"application/x-ndjson",
                                                         "text/event-stream"};
    const auto chosen = choose_type(context.request, offered);
    if (!chosen) {
        co_return refusal(protocol::Code::not_acceptable,
                          "Accept application/x-ndjson or text/event-stream.");
    }
    const StreamForm form = *chosen == 0 ? StreamForm::ndjson : StreamForm::sse;
    const auto after = stream_position(context, form, inbox.place_tag());
    if (!after) co_return after.error();
    const NoticeSource source{feed, authenticator, inbox, clock};
    auto opened = co_await NoticeStream::open(source, *context.identity, form, *after);
    if (!opened) co_return opened.error();
    net::Producer producer = NoticeStream::producer(std::move(*opened));
    co_return stream_response(form, std::move(producer), true);
}

}  // namespace tanbo::http
