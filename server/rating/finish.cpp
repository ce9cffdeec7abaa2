#include "server/rating/finish.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "server/game/bots.hpp"
#include "server/rating/ratings.hpp"
#include "server/store/tables/games/seat_number.hpp"

namespace tanbo::rating {
namespace {

using engine::EndReason;
using engine::Leaver;
using engine::Match;

protocol::AccountId to_id(protocol::AccountId account) {
    return account;
}

bool has_result(const Match& match) {
    if (match.status() != engine::Status::finished || !match.end_reason()) return false;
    switch (*match.end_reason()) {
        case EndReason::withdrawn:
        case EndReason::aborted:
            return false;
        case EndReason::last_standing:
        case EndReason::last_remaining:
        case EndReason::adjudicated:
            return !match.places().empty();
    }
    return false;
}

bool all_placed(const Match& match) {
    return std::ranges::all_of(match.places(), [](int place) { return place > 0; });
}

// Who left the seat first; null if its player is the one whom the game began with.
const Leaver* replaced(const Match& match, engine::Seat seat) {
    const auto& holder = match.seats()[static_cast<std::size_t>(engine::index_of(seat))];
    const auto first = std::ranges::find(match.leavers(), seat, &Leaver::seat);
    if (first == match.leavers().end() || !holder.player) return nullptr;
    return first->player.account == holder.player->account ? nullptr : &*first;
}

// A player whom the game began with, and what orders them among the others: their place, and of
// those who were replaced the order in which they left, since who was in at the time is before
// them.
struct Ranked {
    RatedPlayer player;
    std::pair<int, std::ptrdiff_t> key;
};

std::vector<Ranked> starters(const Match& match) {
    std::vector<Ranked> result;
    const std::span<const Leaver> leavers = match.leavers();
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const int place = match.places()[i];
        if (place == 0 || !match.seats()[i].player) continue;
        RatedPlayer player;
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        player.seat = store::seat_number(seat);
        const Leaver* const leaver = replaced(match, seat);
        if (leaver == nullptr) {
            player.account = to_id(match.seats()[i].player->account);
            result.push_back({player, {place, 0}});
        } else {
            player.account = to_id(leaver->player.account);
            result.push_back({player, {leaver->place, leavers.data() + leavers.size() - leaver}});
        }
    }
    return result;
}

std::vector<RatedPlayer> ranked_players(const Match& match) {
    const std::vector<Ranked> all = starters(match);
    std::vector<RatedPlayer> result;
    for (const Ranked& one : all) {
        const auto before =
            std::ranges::count_if(all, [&](const Ranked& other) { return other.key < one.key; });
        result.push_back(one.player);
        result.back().place = static_cast<int>(before) + 1;
    }
    return result;
}

// Every seat could place a stone: before that, a game says nothing of its players' strength.
bool has_begun(const Match& match) {
    return match.ply() >= match.seats().size();
}

bool has_two_seats(std::span<const RatedPlayer> players) {
    std::set<protocol::AccountId> accounts;
    for (const RatedPlayer& player : players) accounts.insert(player.account);
    return accounts.size() < players.size();
}

// Place 2 is that of who leaves one opponent behind. A rated game that has not begun counts for
// nothing but this: a no-show.
bool lets_down(const Match& match, const Leaver& leaver) {
    const bool is_no_show = match.terms().rated && !has_begun(match);
    return is_no_show || leaver.reason != engine::LeaveReason::resigned || leaver.place > 2;
}

bool has_bot(const Match& match) {
    return game::has_house_bot(match) ||
           std::ranges::any_of(match.leavers(), [](const Leaver& leaver) {
               return game::is_house_bot(leaver.player);
           });
}

std::vector<Conduct> conduct_of(const Match& match) {
    std::vector<Conduct> result;
    for (const Leaver& leaver : match.leavers()) {
        if (game::is_house_bot(leaver.player)) continue;
        result.push_back({to_id(leaver.player.account), lets_down(match, leaver)});
    }
    for (const engine::SeatHolder& holder : match.seats()) {
        const bool stayed =
            holder.state == engine::SeatState::in || holder.state == engine::SeatState::out;
        if (!holder.player || !stayed || game::is_house_bot(*holder.player)) continue;
        result.push_back({to_id(holder.player->account), false});
    }
    std::set<protocol::AccountId> people;
    for (const Conduct& conduct : result) people.insert(conduct.account);
    if (has_bot(match) && people.size() < 2) result.clear();
    return result;
}

std::optional<store::CountedGame> counted_game(const Match& match) {
    const bool counts = !match.setup().empty() && all_placed(match) && !has_bot(match) &&
                        match.end_reason() != EndReason::adjudicated && has_begun(match);
    if (!counts) return std::nullopt;
    store::CountedGame game;
    game.setup = match.setup();
    if (match.terms().swap) {
        game.swap = match.has_swapped() ? store::SwapUse::taken : store::SwapUse::declined;
    }
    game.plies = match.ply();
    game.places.assign(match.places().begin(), match.places().end());
    return game;
}

}  // namespace

std::optional<Finish> finish_of(const Match& match) {
    if (!has_result(match)) return std::nullopt;
    Finish finish;
    finish.at = match.updated_at();
    finish.setup = match.setup();
    finish.is_public = match.visibility() == engine::Visibility::everyone;
    finish.ranked = ranked_players(match);
    finish.with_bots = has_bot(match);
    if (has_two_seats(finish.ranked)) finish.ranked.clear();
    finish.is_rated = match.terms().rated && method_of_family(match.setup()) && all_placed(match) &&
                      has_begun(match) && !finish.ranked.empty();
    finish.conduct = conduct_of(match);
    finish.counted = counted_game(match);
    return finish;
}

}  // namespace tanbo::rating
