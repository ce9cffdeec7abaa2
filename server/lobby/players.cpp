#include "server/lobby/players.hpp"

#include <cmath>
#include <vector>

#include "protocol/json/handles.hpp"
#include "protocol/people/bots.hpp"
#include "protocol/people/players.hpp"
#include "server/game/bots.hpp"
#include "server/game/views/cursor.hpp"
#include "server/lobby/view.hpp"
#include "server/rating/ratings.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/clubs.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/players.hpp"
#include "server/store/tables/accounts/profiles.hpp"

namespace tanbo::lobby {

namespace {

// As many as one can be in.
constexpr int clubs_shown_max = 50;

std::vector<protocol::PlayerRating> ratings_of(store::Reader& reader, protocol::AccountId account) {
    std::vector<protocol::PlayerRating> ratings;
    for (const store::Rating& row : store::find_ratings(reader, account)) {
        protocol::PlayerRating& rating = ratings.emplace_back();
        rating.family = row.family;
        rating.rating = std::lround(row.figure.rating);
        rating.deviation = std::lround(row.figure.deviation);
        rating.is_provisional = row.is_provisional;
        rating.games = row.games;
    }
    return ratings;
}

protocol::PlayerView to_view(const store::Account& account, bool is_online) {
    return {account.handle, store::kind_name(account.kind), account.created_at, is_online};
}

// Nothing if no account has the handle now.
std::optional<store::Account> find_player(store::Reader& reader, const std::string& handle) {
    auto account = store::find_account(reader, store::handle_key(handle));
    return account && !account->deleted_at ? account : std::nullopt;
}

}  // namespace

std::string player_page(store::Reader& reader, const Attendance& attendance,
                        const std::string& prefix, std::optional<protocol::AccountId> after,
                        int limit) {
    std::optional<std::string> last;
    if (after) {
        const auto account = store::find_account(reader, *after);
        if (account) last = store::handle_key(account->handle);
    }
    const store::PlayersPage page =
        store::search_players(reader, store::handle_key(prefix), last, limit);
    std::vector<protocol::PlayerView> players;
    players.reserve(page.players.size());
    for (const store::FoundPlayer& row : page.players) {
        players.push_back({row.handle, store::kind_name(row.kind), row.created_at,
                           attendance.has(reader, row.id)});
    }
    std::optional<std::string> next;
    if (page.next) {
        next = game::format_cursor(game::lists::players, {page.players.back().id});
    }
    return protocol::encode_player_page(players, next);
}

std::string named_players(store::Reader& reader, const Attendance& attendance,
                          std::span<const std::string> handles) {
    std::vector<protocol::RatedPlayer> players;
    for (const std::string& handle : handles) {
        const auto account = find_player(reader, handle);
        if (!account) continue;
        players.push_back({to_view(*account, attendance.has(reader, account->id)),
                           ratings_of(reader, account->id)});
    }
    return protocol::encode_rated_players(players);
}

std::string bot_list(store::Reader& reader, const game::BotRules& rules, base::Instant now) {
    std::vector<protocol::BotView> bots;
    for (int level = 1; rules.are_on && level <= protocol::bot_levels; ++level) {
        const auto bot = game::find_bot(reader, rules, protocol::bot_handle(level));
        if (!bot) continue;
        const bool plays = game::is_played(reader, rules, *bot, now);
        const bool is_free = plays && game::has_room(reader, rules, *bot, now);
        bots.push_back({bot->handle, level, plays, is_free});
    }
    return protocol::encode_bots(bots);
}

protocol::Result<std::string> profile(store::Reader& reader, const Attendance& attendance,
                                      const std::string& handle) {
    const auto account = find_player(reader, handle);
    if (!account) return protocol::no_such_player(handle);
    protocol::ProfileView view;
    view.player = to_view(*account, attendance.has(reader, account->id));
    const auto told = store::find_profile(reader, account->id).value_or(store::Profile());
    view.language = told.language;
    view.about = told.about;
    const auto reliability = rating::reliability(reader, account->id);
    view.finished = reliability.finished;
    view.left = reliability.left;
    view.percent = reliability.percent();
    const store::PlayerCounts counts = store::count_games(reader, account->id);
    view.active = counts.active;
    view.won = counts.won;
    view.lost = counts.lost;
    view.none = counts.none;
    view.ratings = ratings_of(reader, account->id);
    for (auto& part : store::clubs_of(reader, account->id, clubs_shown_max)) {
        if (part.role == store::ClubRole::asked) continue;
        view.clubs.push_back({part.club.id, std::move(part.club.name)});
    }
    return protocol::encode_profile(view);
}

}  // namespace tanbo::lobby
