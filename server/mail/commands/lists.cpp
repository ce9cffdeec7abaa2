#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "server/game/views/listing.hpp"
#include "server/game/views/views.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/text/replies.hpp"
#include "server/notify/agenda.hpp"
#include "server/rating/reports.hpp"

// Lists of all there is: games, what waits for somebody, and how strong the players are.
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

void add_games(GamesList& list, game::TimedPage page) {
    for (game::TimedSummary& row : page.games) {
        text::GameLine& line = list.lines.emplace_back();
        line.deadline = row.flag;
        line.is_to_move = sits_to_move(row.game, list.handle);
        line.summary = std::move(row.game);
    }
    list.has_more = list.has_more || page.has_more;
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

base::Awaitable<Result<GamesList>> list_games(game::Views& views, std::string handle,
                                              std::optional<protocol::AccountId> viewer) {
    GamesList list;
    list.handle = std::move(handle);
    for (const auto status : {engine::Status::active, engine::Status::open}) {
        game::ListFilter filter;
        filter.status = status;
        filter.player = list.handle;
        filter.viewer = viewer;
        auto page = co_await views.timed_list(std::move(filter), lines_max);
        if (!page) co_return page.error();
        add_games(list, std::move(*page));
    }
    list.lines = by_urgency(std::move(list.lines));
    if (list.lines.size() > lines_max) {
        list.lines.resize(lines_max);
        list.has_more = true;
    }
    co_return list;
}

}  // namespace

CommandTask run(const CommandContext& context, MailGames command, game::Views& views) {
    std::string handle = std::move(command.handle);
    if (handle.empty()) handle = context.identity().handle;
    auto list = co_await list_games(views, std::move(handle), context.viewer());
    if (!list) co_return refused(list.error());
    co_return answered(
        text::games_text(list->handle, list->lines, list->has_more, context.sender.zone));
}

CommandTask run(const CommandContext& context, MailTurns, notify::Agenda& agenda,
                game::Views& views) {
    auto page = co_await agenda.to_do(views, context.account(), lines_max);
    if (!page) co_return refused(page.error());
    std::vector<text::TurnLine> lines;
    for (notify::ToDo& row : page->rows) {
        lines.push_back(
            {row.kind, std::move(row.game), row.challenge, std::move(row.about), row.deadline});
    }
    co_return answered(text::turns_text(lines, page->has_more, context.sender.zone));
}

CommandTask run(const CommandContext& context, MailStandings command, rating::Reports& ratings) {
    rating::StandingsQuery query;
    if (!command.setup.empty()) query.setup = std::move(command.setup);
    auto page = co_await ratings.standings_values(std::move(query));
    if (!page) co_return refused(page.error());
    co_return answered(text::standings_text(*page));
}

CommandTask run(const CommandContext& context, MailRatings command, rating::Reports& ratings) {
    rating::RatingsQuery query;
    query.player = std::move(command.handle);
    if (query.player.empty()) query.player = context.identity().handle;
    query.viewer = context.viewer();
    query.page.limit = rated_games_listed;
    auto page = co_await ratings.ratings_values(std::move(query));
    if (!page) co_return refused(page.error());
    co_return answered(text::ratings_text(*page, context.sender.zone));
}

}  // namespace tanbo::mail::commands
