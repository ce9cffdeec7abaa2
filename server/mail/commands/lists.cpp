#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "protocol/names.hpp"
#include "server/game/credits.hpp"
#include "server/game/listing.hpp"
#include "server/game/summaries.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/text/replies.hpp"
#include "server/rating/pages.hpp"
#include "server/store/challenges.hpp"
#include "server/store/store.hpp"
#include "server/store/waiting.hpp"

// What there is: games, what waits for somebody, and how strong the players are.
namespace tanbo::mail::commands {
namespace {

using protocol::Result;

constexpr int lines_max = 50;  // of a list in a mail
constexpr int rated_games_listed = 10;

// --- games ---

struct GamesList {
    std::string handle;  // as its owner writes it
    std::vector<text::GameLine> lines;
    bool has_more = false;
};

bool sits_to_move(const protocol::GameSummary& game, std::string_view handle) {
    return std::ranges::any_of(game.seats, [&](const protocol::GameSummary::Holder& holder) {
        return game.to_move == holder.seat && holder.handle == handle;
    });
}

text::GameLine line_of(store::Reader& reader, protocol::GameSummary game, std::string_view handle) {
    text::GameLine line;
    if (game.terms.clock.kind != engine::ClockKind::none) {
        line.deadline = game::shown_flag(reader, game.id);
    }
    line.is_to_move = sits_to_move(game, handle);
    line.summary = std::move(game);
    return line;
}

// Errors: no_such_player.
Result<void> add_games(store::Reader& reader, GamesList& list, const game::ListFilter& filter) {
    const auto query = game::list_query(filter, std::nullopt, lines_max);
    if (!query) return query.error();
    auto page = game::list_summaries(reader, filter, *query);
    if (!page) return page.error();
    for (protocol::GameSummary& game : page->games) {
        list.lines.push_back(line_of(reader, std::move(game), list.handle));
    }
    list.has_more = list.has_more || page->next.has_value();
    return {};
}

// The games that wait for the player first, and of those the ones that are due first; equal lines
// stay in their order.
std::vector<text::GameLine> by_urgency(std::vector<text::GameLine> lines) {
    std::multimap<std::pair<bool, engine::Instant>, text::GameLine> sorted;
    for (text::GameLine& line : lines) {
        const std::pair key(!line.is_to_move, line.deadline.value_or(engine::Instant::max()));
        sorted.emplace(key, std::move(line));
    }
    lines.clear();
    for (auto& [key, line] : sorted) lines.push_back(std::move(line));
    return lines;
}

Result<GamesList> list_games(store::Reader& reader, const std::string& handle,
                             std::optional<protocol::AccountId> viewer) {
    GamesList list;
    list.handle = handle;
    for (const auto status : {engine::Status::active, engine::Status::open}) {
        game::ListFilter filter;
        filter.status = status;
        filter.player = handle;
        filter.viewer = viewer;
        const auto added = add_games(reader, list, filter);
        if (!added) return added.error();
    }
    list.lines = by_urgency(std::move(list.lines));
    if (list.lines.size() > lines_max) {
        list.lines.resize(lines_max);
        list.has_more = true;
    }
    return list;
}

// --- turns ---

struct TurnsList {
    std::vector<text::TurnLine> lines;
    bool has_more = false;
};

std::string_view kind_of(store::WaitingKind kind) {
    switch (kind) {
        case store::WaitingKind::move:
            return "move";
        case store::WaitingKind::proposal:
            return "proposal";
        case store::WaitingKind::seat:
            return "seat";
        case store::WaitingKind::challenge:
            return "challenge";
    }
    return {};
}

// What it is that waits, where the line does not say it by itself: who asks, or what for.
std::string about_of(store::Reader& reader, const store::Waiting& row) {
    if (row.kind == store::WaitingKind::challenge) {
        const protocol::ChallengeId id{row.item};
        const auto challenge = store::find_challenge(reader, id);
        return challenge ? challenge->creator_handle : std::string();
    }
    if (row.kind != store::WaitingKind::proposal) return {};
    const auto kind = protocol::decode_open_proposal_kind(row.data);
    return kind ? std::string(protocol::proposal_kind_name(*kind)) : std::string();
}

TurnsList list_turns(store::Reader& reader, protocol::AccountId account) {
    auto rows = store::list_waiting(reader, account, std::nullopt, lines_max + 1);
    TurnsList list;
    list.has_more = rows.size() > lines_max;
    if (list.has_more) rows.pop_back();
    for (const store::Waiting& row : rows) {
        text::TurnLine& line = list.lines.emplace_back();
        line.kind = kind_of(row.kind);
        if (row.kind == store::WaitingKind::challenge) {
            line.challenge = protocol::ChallengeId{row.item};
        }
        const auto game = store::find_game(reader, row.game);
        if (game) line.game = game::to_summary(*game);
        line.about = about_of(reader, row);
        line.deadline = game::shown_deadline(reader, row);
    }
    return list;
}

}  // namespace

CommandTask run(const CommandContext& context, MailGames command, store::Store& store) {
    std::string handle = std::move(command.handle);
    if (handle.empty()) handle = context.identity().handle;
    const auto look = [handle, viewer = context.viewer()](store::Reader& reader) {
        return list_games(reader, handle, viewer);
    };
    auto list = co_await store.read(look);
    if (!list) co_return refused(list.error());
    co_return answered(
        text::games_text(list->handle, list->lines, list->has_more, context.sender.zone));
}

CommandTask run(const CommandContext& context, MailTurns, store::Store& store) {
    const auto look = [account = context.account()](store::Reader& reader) {
        return list_turns(reader, account);
    };
    auto list = co_await store.read(look);
    if (!list) co_return refused(list.error());
    co_return answered(text::turns_text(list->lines, list->has_more, context.sender.zone));
}

CommandTask run(const CommandContext& context, MailStandings command, store::Store& store) {
    rating::StandingsQuery query;
    if (!command.setup.empty()) query.setup = std::move(command.setup);
    const auto look = [query](store::Reader& reader) {
        return rating::find_standings(reader, query);
    };
    auto page = co_await store.read(look);
    if (!page) co_return refused(page.error());
    co_return answered(text::standings_text(*page));
}

CommandTask run(const CommandContext& context, MailRatings command, store::Store& store) {
    rating::RatingsQuery query;
    query.player = std::move(command.handle);
    if (query.player.empty()) query.player = context.identity().handle;
    query.viewer = context.viewer();
    query.page.limit = rated_games_listed;
    const auto look = [query](store::Reader& reader) {
        return rating::find_ratings(reader, query);
    };
    auto page = co_await store.read(look);
    if (!page) co_return refused(page.error());
    co_return answered(text::ratings_text(*page, context.sender.zone));
}

}  // namespace tanbo::mail::commands
