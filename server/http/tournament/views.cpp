#include "server/game/views/views.hpp"

#include <limits>
#include <utility>

#include "protocol/json/names.hpp"
#include "server/http/tournament/event_stream.hpp"
#include "server/http/tournament/handlers.hpp"
#include "server/tournament/tournaments.hpp"

// Tournaments as they are.
namespace tanbo::http {
namespace {

using protocol::Code;

Reply to_reply(const RequestContext& context, protocol::Result<std::string> body) {
    if (!body) return body.error();
    return viewer_response(context, std::move(*body));
}

protocol::Result<std::optional<protocol::TournamentState>> state_parameter(
    const net::Query& query) {
    return word_parameter(query, "state", protocol::parse_tournament_state,
                          "open, running, finished or cancelled");
}

std::optional<tournament::ExportForm> parse_form(std::string_view word) {
    if (word == "trf16") return tournament::ExportForm::trf16;
    if (word == "json") return tournament::ExportForm::json;
    if (word == "csv") return tournament::ExportForm::csv;
    return std::nullopt;
}

}  // namespace

Awaitable<Reply> get_tournaments(RequestContext& context, Tournaments& tournaments) {
    tournament::ListFilter filter;
    const auto state = state_parameter(context.query);
    if (!state) co_return state.error();
    const auto format =
        word_parameter(context.query, "format", protocol::parse_format,
                       "round-robin, swiss, pods, knockout, double-elimination, ladder or league");
    if (!format) co_return format.error();
    filter.state = *state;
    filter.format = *format;
    filter.setup = text_parameter(context.query, "setup");
    const auto most = std::numeric_limits<std::uint32_t>::max();
    const auto club = number_parameter(context.query, "club", 1, most);
    if (!club) co_return club.error();
    if (*club) filter.club = protocol::ClubId{**club};
    auto page = page_parameters(context.query, tournament::tournaments_page_default,
                                tournament::tournaments_page_max);
    if (!page) co_return page.error();
    auto body = co_await tournaments.list(std::move(filter), std::move(page->cursor), page->limit);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_my_tournaments(RequestContext& context, Tournaments& tournaments) {
    const auto state = state_parameter(context.query);
    if (!state) co_return state.error();
    auto page = page_parameters(context.query, tournament::tournaments_page_default,
                                tournament::tournaments_page_max);
    if (!page) co_return page.error();
    auto body = co_await tournaments.mine(context.identity->account, *state,
                                          std::move(page->cursor), page->limit);
    if (!body) co_return body.error();
    co_return personal_response(std::move(*body));
}

Awaitable<Reply> get_tournament(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.find(context.account(), *id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_players(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.players(*id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_rounds(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.rounds(*id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_round(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto number = id_number(context, 1, Code::no_such_round, "round");
    if (!number) co_return number.error();
    const auto most = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    auto body =
        co_await tournaments.round(*id, static_cast<std::uint32_t>(std::min(*number, most)));
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_standings(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.standings(*id, text_parameter(context.query, "explain"));
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_bracket(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.bracket(*id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_groups(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.groups(*id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_fairness(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.fairness(context.identity->account, *id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_ladder(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto body = co_await tournaments.ladder(context.account(), *id);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_league(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto season = number_parameter(context.query, "season", 1, protocol::seasons_max);
    if (!season) co_return season.error();
    auto body = co_await tournaments.league(context.account(), *id, *season);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_games(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto round = number_parameter(context.query, "round", 1, 100);
    if (!round) co_return round.error();
    const auto status =
        word_parameter(context.query, "status", protocol::parse_status, "open, active or finished");
    if (!status) co_return status.error();
    const auto with_positions = includes_position(context.query);
    if (!with_positions) co_return with_positions.error();
    tournament::GamesFilter filter;
    filter.round = *round;
    if (*status) filter.status = std::string(protocol::status_name(**status));
    filter.with_positions = *with_positions;
    const int most = filter.with_positions ? tournament::positions_page_max
                                           : tournament::tournament_games_page_max;
    auto page = page_parameters(context.query, tournament::tournament_games_page_default,
                                static_cast<std::uint32_t>(most));
    if (!page) co_return page.error();
    auto body =
        co_await tournaments.games(*id, std::move(filter), std::move(page->cursor), page->limit);
    co_return to_reply(context, std::move(body));
}

Awaitable<Reply> get_tournament_events(RequestContext& context, Tournaments& tournaments,
                                       tournament::Feed& feed,
                                       account::Authenticator& authenticator, game::Views& views) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto wanted = events_request(context, {views.epoch(), views.place_tag()});
    if (!wanted) co_return wanted.error();
    if (!wanted->stream) {
        auto body =
            co_await tournaments.events(*id, wanted->after, static_cast<int>(wanted->limit));
        Reply reply = to_reply(context, std::move(body));
        if (reply) set_header(*reply, "Vary", "Accept");
        co_return reply;
    }
    TournamentStream::Options options{*wanted->stream, views.place_tag(), wanted->after,
                                      wanted->is_following};
    auto opened = co_await TournamentStream::open(feed, authenticator, *id, context.identity,
                                                  std::move(options));
    if (!opened) co_return opened.error();
    net::Producer producer = TournamentStream::producer(std::move(*opened));
    net::Response response =
        stream_response(*wanted->stream, std::move(producer), wanted->is_following);
    co_return response;
}

Awaitable<Reply> get_tournament_export(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto form = word_parameter(context.query, "format", parse_form, "trf16, json or csv");
    if (!form) co_return form.error();
    const auto wanted = form->value_or(tournament::ExportForm::json);
    auto body = co_await tournaments.exported(*id, wanted);
    if (!body) co_return body.error();
    net::Response response = viewer_response(context, std::move(*body));
    if (wanted == tournament::ExportForm::trf16) {
        set_header(response, "Content-Type", "text/plain; charset=utf-8");
    } else if (wanted == tournament::ExportForm::csv) {
        set_header(response, "Content-Type", "text/csv; charset=utf-8");
    }
    co_return response;
}

}  // namespace tanbo::http
