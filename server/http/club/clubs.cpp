#include "server/club/clubs.hpp"

#include <optional>
#include <string>
#include <utility>

#include "protocol/games/requests.hpp"
#include "protocol/tournaments/clubs.hpp"
#include "server/http/club/handlers.hpp"
#include "server/http/game/validators.hpp"

// Clubs and their members.
namespace tanbo::http {
namespace {

protocol::Result<protocol::ClubId> club_argument(const RequestContext& context) {
    return id_argument<protocol::ClubId>(context, 0, protocol::Code::no_such_club, "club");
}

Reply shown(const RequestContext& context, protocol::Result<std::string> body) {
    if (!body) return body.error();
    return viewer_response(context, std::move(*body));
}

Reply changed(protocol::Result<std::string> body) {
    if (!body) return body.error();
    return unstored_response(200, std::move(*body));
}

Reply done(const protocol::Result<void>& result) {
    if (!result) return result.error();
    return no_content();
}

// An act on a member of the club in the path.
using ActOnMember = Clubs::Done (Clubs::*)(protocol::AccountId, protocol::ClubId, std::string);
Awaitable<Reply> act_on_member(RequestContext& context, Clubs& clubs, ActOnMember act) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    std::string handle(context.argument(1));
    co_return done(co_await (clubs.*act)(context.identity->account, *id, std::move(handle)));
}

Awaitable<Reply> set_club_organiser(RequestContext& context, Clubs& clubs, bool is_added) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    std::string handle(context.argument(1));
    co_return done(
        co_await clubs.set_organiser(context.identity->account, *id, std::move(handle), is_added));
}

std::optional<bool> parse_asked(std::string_view word) {
    if (word == "member") return false;
    if (word == "asked") return true;
    return std::nullopt;
}

}  // namespace

Awaitable<Reply> get_clubs(RequestContext& context, Clubs& clubs) {
    auto page = page_parameters(context.query, club::clubs_page_default, club::clubs_page_max);
    if (!page) co_return page.error();
    co_return shown(context,
                    co_await clubs.list(context.account(), std::move(page->cursor), page->limit));
}

Awaitable<Reply> post_club(RequestContext& context, Clubs& clubs) {
    auto request = protocol::decode_create_club(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    auto answer =
        co_await clubs.create(context.identity->account, std::move(*request), std::move(key));
    if (!answer) co_return answer.error();
    net::Response response = unstored_response(201, std::move(answer->body));
    set_header(response, "Location", "/api/v1/clubs/" + to_string(answer->id));
    co_return response;
}

Awaitable<Reply> get_my_clubs(RequestContext& context, Clubs& clubs) {
    auto body = co_await clubs.mine(context.identity->account);
    if (!body) co_return body.error();
    co_return personal_response(std::move(*body));
}

Awaitable<Reply> get_club(RequestContext& context, Clubs& clubs) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    co_return shown(context, co_await clubs.find(context.account(), *id));
}

Awaitable<Reply> patch_club(RequestContext& context, Clubs& clubs) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_change_club(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    co_return changed(
        co_await clubs.change(context.identity->account, *id, std::move(*request), std::move(key)));
}

Awaitable<Reply> delete_club(RequestContext& context, Clubs& clubs) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    co_return done(co_await clubs.remove(context.identity->account, *id));
}

Awaitable<Reply> post_club_join(RequestContext& context, Clubs& clubs) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    co_return changed(co_await clubs.join(context.identity->account, *id, std::move(key)));
}

Awaitable<Reply> post_club_leave(RequestContext& context, Clubs& clubs) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    co_return done(co_await clubs.leave(context.identity->account, *id, std::move(key)));
}

Awaitable<Reply> get_club_members(RequestContext& context, Clubs& clubs) {
    const auto id = club_argument(context);
    if (!id) co_return id.error();
    const auto asked = word_parameter(context.query, "role", parse_asked, "member or asked");
    if (!asked) co_return asked.error();
    auto page = page_parameters(context.query, club::members_page_default, club::members_page_max);
    if (!page) co_return page.error();
    co_return shown(context, co_await clubs.members(context.account(), *id, asked->value_or(false),
                                                    std::move(page->cursor), page->limit));
}

Awaitable<Reply> put_club_member(RequestContext& context, Clubs& clubs) {
    return act_on_member(context, clubs, &Clubs::admit);
}

Awaitable<Reply> delete_club_member(RequestContext& context, Clubs& clubs) {
    return act_on_member(context, clubs, &Clubs::expel);
}

Awaitable<Reply> put_club_organiser(RequestContext& context, Clubs& clubs) {
    return set_club_organiser(context, clubs, true);
}

Awaitable<Reply> delete_club_organiser(RequestContext& context, Clubs& clubs) {
    return set_club_organiser(context, clubs, false);
}

}  // namespace tanbo::http
