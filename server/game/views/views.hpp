#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/error.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/views/history.hpp"

namespace tanbo::store {
class Store;
struct GamesQuery;
}  // namespace tanbo::store

namespace tanbo::game {

struct MatchLog;    // log.hpp
struct TimedPage;   // listing.hpp
struct WaitingRow;  // waiting_rows.hpp

struct ViewLimits {
    std::size_t games = 10'000;
    std::size_t bytes = std::size_t{64} * 1024 * 1024;  // of matches and their JSON, estimated
    // No other process writes to the database: what was committed has been offered here.
    bool is_alone = false;
};

inline constexpr int games_page_default = 50;
inline constexpr int games_page_max = 200;
inline constexpr int positions_page_max = 50;  // of a page that has positions

// The greatest first; among equals the newest. All but newest are of games in progress, but ended
// of finished ones.
enum class ListOrder : std::uint8_t { newest, activity, rating, watchers, ended };

// "newest", ...; nothing if there is no such order.
std::string_view list_order_name(ListOrder order);
std::optional<ListOrder> parse_list_order(std::string_view name);

// The player to move in a game in progress: the list's player, or another one.
enum class ListMover : std::uint8_t { player, other };

// "player" or "other"; nothing for any other word.
std::optional<ListMover> parse_list_mover(std::string_view name);

// Which games a list shows. Private games are shown to their players only, and only if `player`
// is the viewer.
struct ListFilter {
    std::optional<ListOrder> order = {};  // nothing: newest, or ended if the last three ask so
    std::optional<engine::Status> status = {};
    std::optional<std::string> setup = {};      // a setup's id
    std::optional<std::string> player = {};     // a handle
    std::optional<AccountId> viewer = {};       // the account that asks
    std::optional<std::string> result = {};     // "won", "lost" by player; else a seat; "none"
    std::optional<engine::Instant> from = {};   // ended then or later
    std::optional<engine::Instant> until = {};  // ended before
    std::optional<bool> rated = {};
    std::optional<std::string> opponent =
        {};  // only with player: the handle of another of its players
    std::optional<ListMover> to_move = {};  // only with player: games in progress
    bool with_positions = false;
};

// The games as one I/O thread sees them: what is durable, and never less than what any answer or
// push of this process has told before.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s.
// Thread: its I/O thread only, unless said otherwise.
class Views final : public History {
public:
    Views(store::Store& store, base::Metrics& metrics, ViewLimits limits = {});
    ~Views() override;

    // The present state. Errors: no_such_game, also if this account (nothing: no account) may not
    // see it.
    base::Awaitable<protocol::Result<View>> get(GameId game,
                                                std::optional<AccountId> account) override;

    // Of the database, as text (protocol/json/epoch.hpp), and what places in streams are told by:
    // empty, if it has had no other. Thread: any.
    const std::string& epoch() const;
    const std::string& place_tag() const;

    // History: where the log ends now. A view that is behind it, because another node has played
    // on, is read again by the next get.
    base::Awaitable<protocol::Result<std::uint32_t>> head(GameId game) override;

    // History: events after seq `after`, in order, at most `limit`; of any game, seen or not: ask
    // get first. Empty past the end. What they show of the game, get shows from then on.
    base::Awaitable<protocol::Result<std::vector<protocol::StoredEvent>>> events(
        GameId game, std::uint32_t after, std::size_t limit) override;

    // The text that `draw` makes of a view: of a large board on a thread that may block, which
    // holds up no one. Errors: overloaded.
    using Draw = std::function<std::string(const View&)>;
    base::Awaitable<protocol::Result<std::string>> draw(View view, Draw draw);
    // The same on such a thread whatever the board's size: for pictures made of pixels.
    base::Awaitable<protocol::Result<std::string>> paint(View view, Draw draw);

    // The text that `write` makes of the whole log as it was at this view. It runs on a thread that
    // may block. For a finished game the text is kept under its form, unless that is empty. The
    // caller gets a copy: what a client does not read counts as theirs. Errors: those of `write`.
    using WriteLog =
        std::function<protocol::Result<std::string>(const std::vector<protocol::StoredEvent>&)>;
    base::Awaitable<protocol::Result<std::string>> write_log(View view, std::string form,
                                                             WriteLog write);
    // The text that `write` makes of a page of the log, in the same way; none is kept.
    base::Awaitable<protocol::Result<std::string>> write_page(View view, std::uint32_t after,
                                                              std::size_t limit, WriteLog write);

    // All of a game's log, and its state with what has been given back; of any game: ask get first
    // whether the account may see it. Errors: no_such_game.
    base::Awaitable<protocol::Result<MatchLog>> log(GameId game);

    // How the time of a game came about, as encode_clock, at the instant that `clock` tells once
    // the log has been read, or what is kept of it. Errors: no_such_game, as get.
    base::Awaitable<protocol::Result<std::string>> clock(GameId game,
                                                         std::optional<AccountId> account,
                                                         base::Clock clock);

    // Puts down the deadlines of what waits for the account that only games tell. A game that has
    // moved on since leaves its own. Requires: the rows outlive the answer.
    base::Awaitable<protocol::Result<void>> fill_deadlines(std::vector<WaitingRow>& rows,
                                                           AccountId account);

    // The account's own plan, as encode_plan. Errors: no_such_game, as get; no_such_plan.
    base::Awaitable<protocol::Result<std::string>> plan(GameId game, AccountId account);

    // The board as lists show it: encode_position's, or "null" if there is no game that the
    // account may see.
    base::Awaitable<protocol::Result<std::string>> position(GameId game,
                                                            std::optional<AccountId> account);

    // As encode_game_page, with positions if the filter asks for them; the cursor is the one the
    // page before ended with. Errors: bad_cursor; bad_parameter (limit below 1 or above
    // games_page_max, an unknown setup or result, filters that no list serves together);
    // no_such_player.
    base::Awaitable<protocol::Result<std::string>> list(ListFilter filter,
                                                        std::optional<std::string> cursor,
                                                        int limit = games_page_default);

    // The first page of it with the flags that are to fall. Errors: those of list.
    base::Awaitable<protocol::Result<TimedPage>> timed_list(ListFilter filter, int limit);

    // A batch that became durable, for the next get. Comes before its first announcement: see
    // publish.
    // Thread: any.
    void offer(std::shared_ptr<const CommittedBatch> batch);
    // Takes in what was offered; get does so by itself. Cost: a load of an atomic if there is
    // nothing, else a look-up for each game that is not viewed here.
    void catch_up();

private:
    struct State;

    base::Awaitable<protocol::Result<std::string>> list_with_positions(ListFilter filter,
                                                                       store::GamesQuery query);

    std::unique_ptr<State> state_;
};

}  // namespace tanbo::game
