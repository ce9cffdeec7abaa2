#include "protocol/records/hints.hpp"

#include <utility>

#include "server/analysis_jobs/searches.hpp"
#include "server/game/bots.hpp"
#include "server/game/refusals.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/searches.hpp"

// Hints: searches of one position for the player to move.
namespace tanbo::analysis_jobs {

namespace {

using engine::Match;
using engine::Seat;
using protocol::AccountId;
using protocol::Code;
using protocol::GameId;
using protocol::Result;
using store::Search;
using store::SearchKind;

constexpr int hints_retry_s = 5;

// Whether all others who are in are house bots of ours, and no seat is on offer: no person loses by
// it.
bool is_against_bots(const Match& match, Seat own) {
    if (!match.offers().empty()) return false;
    for (int i = 0; i < match.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        if (seat == own || !match.is_in(seat)) continue;
        const auto& player = match.seats()[static_cast<std::size_t>(i)].player;
        if (!player || !game::is_house_bot(*player)) return false;
    }
    return true;
}

Result<void> check_may_ask(GameId id, const Match& match, AccountId account) {
    const std::string game = "Game " + to_string(id);
    if (match.status() == engine::Status::open) {
        return protocol::refusal(Code::game_not_started, game + " has not started.");
    }
    if (!match.to_move()) return protocol::refusal(Code::game_over, game + " is over.");
    const auto seat = match.seat_of(account);
    if (!seat || !match.is_in(*seat)) {
        return protocol::refusal(Code::not_a_player,
                                 "You don't play in game " + to_string(id) + ".");
    }
    if (match.terms().rated || !is_against_bots(match, *seat)) {
        return protocol::refusal(
            Code::no_hints_here,
            "Hints are only for unrated games against this server's house bots.");
    }
    if (match.paused_at()) {
        return protocol::refusal(Code::game_paused, game + " is paused. Resume it to get hints.");
    }
    if (match.to_move() == seat) return {};
    return protocol::refusal(
        Code::not_your_turn,
        "It is " + std::string(engine::seat_name(*match.to_move())) + "'s turn.");
}

Result<void> admit_hint(store::Reader& reader, GameId game, AccountId account) {
    const int own = store::games_with_hints_for(reader, account, game);
    if (own >= hints_of_account_max) return wait_already(own, "of your hints", hints_retry_s);
    const auto count_from = [&](std::string_view address) {
        return store::games_with_hints_from(reader, address, game);
    };
    if (!store::has_address_room(reader, account, hints_waiting_max, count_from)) {
        return wait_already(hints_of_address_max, "hints for your network address", hints_retry_s);
    }
    const int all = store::count_searches(reader, SearchKind::hint, hints_waiting_max);
    if (all >= hints_waiting_max) return wait_already(all, "hints", hints_retry_s);
    return {};
}

}  // namespace

Result<Searches::HintQueue> Searches::queue_hint(store::Transaction& transaction, GameId game,
                                                 std::uint32_t seq, AccountId account) {
    transaction.lock_game(game);
    const auto found = store::find_search(transaction, SearchKind::hint, game, seq);
    if (found) return found->has_failed() ? HintQueue::off : HintQueue::waits;
    if (!has_worker()) return HintQueue::off;
    store::delete_past_hints(transaction);  // also of games that somebody has left
    const auto room = admit_hint(transaction, game, account);
    if (!room) return room.error();
    store::insert_search(transaction, SearchKind::hint, game, seq, clock_());
    transaction.announce(store::SearchNews::asked);
    return HintQueue::waits;
}

base::Awaitable<Result<void>> Searches::ask_for_hint(GameId game, std::uint32_t seq,
                                                     AccountId account) {
    store::Work<HintQueue> work = [this, game, seq, account](store::Transaction& writer) {
        return queue_hint(writer, game, seq, account);
    };
    const auto queue = co_await store_.write<HintQueue>(std::move(work));
    if (!queue) co_return queue.error();
    if (*queue == HintQueue::off) {
        co_return protocol::refusal(
            Code::searches_off, "Hints are not available right now: no search worker is running.");
    }
    co_return Result<void>();
}

base::Awaitable<Result<std::optional<std::string>>> Searches::hint(
    GameId game, std::shared_ptr<const Match> match, AccountId account) {
    const auto may_ask = check_may_ask(game, *match, account);
    if (!may_ask) co_return may_ask.error();
    const auto end = std::chrono::steady_clock::now() + hint_wait;
    for (bool is_asked = false;;) {
        const std::uint64_t key = hinted_.key();
        auto look = [game, seq = match->seq()](store::Reader& reader) {
            const auto search = store::find_search(reader, SearchKind::hint, game, seq);
            return search ? search->result : std::nullopt;
        };
        const auto kept = co_await store_.read(std::move(look));
        if (!kept) co_return kept.error();
        if (*kept) {
            const auto judgement = protocol::decode_judgement(**kept, match->position());
            if (!judgement) co_return judgement.error();
            co_return std::optional(protocol::encode_hint(game, match->position(), *judgement));
        }
        if (!std::exchange(is_asked, true)) {
            const auto asked = co_await ask_for_hint(game, match->seq(), account);
            if (!asked) co_return asked.error();
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() <= 0) co_return std::optional<std::string>();
        co_await hinted_.wait(key, left);
        if (hinted_.key() == key) co_return std::optional<std::string>();
    }
}

}  // namespace tanbo::analysis_jobs
