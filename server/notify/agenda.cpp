#include "server/notify/agenda.hpp"

#include <array>
#include <utility>
#include <vector>

#include "protocol/games/answers.hpp"
#include "protocol/json/names.hpp"
#include "server/game/summaries.hpp"
#include "server/game/views/cursor.hpp"
#include "server/game/views/views.hpp"
#include "server/game/waiting_rows.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::notify {

namespace {

using protocol::Code;
using protocol::Result;
using store::Waiting;
using store::WaitingKind;

constexpr std::int64_t kinds = 4;  // of what waits

constexpr std::array<std::string_view, kinds> kind_names{"move", "proposal", "seat", "challenge"};

struct TurnsPage {
    std::vector<game::WaitingRow> rows;
    std::optional<std::string> next;  // cursor of the next page; nothing: this was the last
};

struct AskedPage {
    std::vector<game::WaitingRow> rows;
    std::vector<std::string> about;  // of each row: ToDo::about
    bool has_more = false;
};

// As JSON. Requires: there is such a game.
std::string encoded_summary_of(store::Reader& reader, protocol::GameId id) {
    return protocol::encode_game_summary(game::to_summary(store::find_game(reader, id).value()));
}

TurnsPage turns_page(store::Reader& reader, protocol::AccountId account,
                     const std::optional<store::WaitingCursor>& after, int limit) {
    auto rows = store::list_waiting(reader, account, after, limit + 1);
    TurnsPage page;
    if (rows.size() > static_cast<std::size_t>(limit)) {
        rows.pop_back();
        const Waiting& last = rows.back();
        page.next = game::format_cursor(
            game::lists::turns, {last.due_at, last.since_at, last.kind, last.game, last.item});
    }
    page.rows = game::with_games(reader, std::move(rows));
    return page;
}

protocol::TurnView turn_of(game::WaitingRow row) {
    protocol::TurnView turn;
    turn.kind = kind_names.at(static_cast<std::size_t>(row.waiting.kind));
    turn.game = std::move(row.game);
    turn.deadline = row.deadline;
    turn.since = row.waiting.since_at;
    turn.data = std::move(row.waiting.data);
    return turn;
}

Result<std::optional<store::WaitingCursor>> turns_cursor(const std::optional<std::string>& cursor) {
    const auto numbers = game::parse_cursor(game::lists::turns, 5, cursor);
    if (!numbers) return numbers.error();
    if (!*numbers) return std::optional<store::WaitingCursor>();
    const game::CursorNumbers& at = **numbers;
    if (at[2].number() < 0 || at[2].number() >= kinds) {
        return protocol::refusal(Code::bad_cursor,
                                 "Invalid cursor. Start again from the first page.");
    }
    return std::optional(store::WaitingCursor{at[0].instant(), at[1].instant(),
                                              at[2].id<WaitingKind>(), at[3].id<protocol::GameId>(),
                                              at[4].number()});
}

// Who asks, or what for, if the row does not say it by itself.
std::string about_of(store::Reader& reader, const Waiting& row) {
    if (row.kind == WaitingKind::challenge) {
        const auto challenge = store::find_challenge(reader, protocol::ChallengeId{row.item});
        return challenge ? challenge->creator_handle : std::string();
    }
    if (row.kind != WaitingKind::proposal) return {};
    const auto kind = protocol::decode_open_proposal_kind(row.data);
    return kind ? std::string(protocol::proposal_kind_name(*kind)) : std::string();
}

AskedPage asked_page(store::Reader& reader, protocol::AccountId account, int limit) {
    auto rows = store::list_waiting(reader, account, std::nullopt, limit + 1);
    AskedPage page;
    page.has_more = rows.size() > static_cast<std::size_t>(limit);
    if (page.has_more) rows.pop_back();
    for (const Waiting& row : rows) page.about.push_back(about_of(reader, row));
    page.rows = game::with_games(reader, std::move(rows));
    return page;
}

ToDo to_do_of(game::WaitingRow row, std::string about) {
    const Waiting& waiting = row.waiting;
    ToDo due;
    due.kind = kind_names.at(static_cast<std::size_t>(waiting.kind));
    if (waiting.kind == WaitingKind::challenge) due.challenge = protocol::ChallengeId{waiting.item};
    due.game = std::move(row.game);
    due.about = std::move(about);
    due.deadline = row.deadline;
    return due;
}

std::string watches_page(store::Reader& reader, protocol::AccountId account,
                         std::optional<protocol::GameId> before, int limit) {
    auto rows = store::list_watches(reader, account, before, limit + 1);
    std::optional<std::string> next;
    if (rows.size() > static_cast<std::size_t>(limit)) {
        rows.pop_back();
        next = game::format_cursor(game::lists::watches, {rows.back().game});
    }
    std::vector<protocol::WatchView> watches;
    for (const store::Watch& row : rows) {
        protocol::WatchView& watch = watches.emplace_back();
        watch.mode = row.mode;
        watch.since = row.since_at;
        watch.watchers = store::count_watchers(reader, row.game);
        watch.game = encoded_summary_of(reader, row.game);
    }
    return protocol::encode_watches(watches, next);
}

bool plays(const engine::Match& match, protocol::AccountId account) {
    const auto seat = match.seat_of(account);
    if (!seat || match.status() == engine::Status::finished) return false;
    return match.seats()[static_cast<std::size_t>(engine::index_of(*seat))].state ==
           engine::SeatState::in;
}

std::string watch_view(store::Reader& reader, const store::Watch& watch) {
    const auto stored = store::find_watch(reader, watch.account, watch.game);
    protocol::WatchView view;
    view.mode = stored->mode;
    view.since = stored->since_at;
    view.watchers = store::count_watchers(reader, watch.game);
    view.game = encoded_summary_of(reader, watch.game);
    return protocol::encode_watch(view);
}

}  // namespace

Result<void> start_watching(store::Transaction& transaction, const engine::Match& match,
                            const store::Watch& watch) {
    if (plays(match, watch.account)) {
        return protocol::refusal(Code::already_seated,
                                 "You play in this game, so you already get its notifications.");
    }
    if (store::set_watch(transaction, watch)) return {};
    return protocol::refusal(Code::too_many_watches,
                             "Watch limit reached: " + std::to_string(store::watches_max) +
                                 " games per account, " + std::to_string(store::watchers_max) +
                                 " accounts per game, a fifth of them per network address.");
}

bool stop_watching(store::Transaction& transaction, protocol::AccountId account,
                   protocol::GameId game) {
    const bool was_watching = store::find_watch(transaction, account, game).has_value();
    store::delete_watch(transaction, account, game);
    return was_watching;
}

Agenda::Agenda(store::Store& store, base::Clock clock) : store_(store), clock_(std::move(clock)) {}

base::Awaitable<Result<std::string>> Agenda::turns(game::Views& views, protocol::AccountId account,
                                                   std::optional<std::string> cursor, int limit,
                                                   bool with_positions) {
    const auto after = turns_cursor(cursor);
    if (!after) co_return after.error();
    auto look = [account, after = *after, limit](store::Reader& reader) {
        return turns_page(reader, account, after, limit);
    };
    auto page = co_await store_.read(std::move(look));
    if (!page) co_return page.error();
    const auto told = co_await views.fill_deadlines(page->rows, account);
    if (!told) co_return told.error();
    std::vector<protocol::TurnView> turns;
    for (game::WaitingRow& row : page->rows) {
        protocol::TurnView& turn = turns.emplace_back(turn_of(std::move(row)));
        if (!with_positions || !turn.game) continue;
        auto position = co_await views.position(turn.game->id, account);
        if (!position) co_return position.error();
        turn.game->position = std::move(*position);
    }
    co_return protocol::encode_turns(turns, page->next);
}

base::Awaitable<Result<ToDoPage>> Agenda::to_do(game::Views& views, protocol::AccountId account,
                                                int limit) {
    auto asked = co_await store_.read([account, limit](store::Reader& reader) {
        return Result<AskedPage>(asked_page(reader, account, limit));
    });
    if (!asked) co_return asked.error();
    const auto told = co_await views.fill_deadlines(asked->rows, account);
    if (!told) co_return told.error();
    ToDoPage page;
    page.has_more = asked->has_more;
    for (std::size_t i = 0; i < asked->rows.size(); ++i) {
        page.rows.push_back(to_do_of(std::move(asked->rows[i]), std::move(asked->about[i])));
    }
    co_return page;
}

base::Awaitable<Result<std::string>> Agenda::watches(protocol::AccountId account,
                                                     std::optional<std::string> cursor, int limit) {
    const auto numbers = game::parse_cursor(game::lists::watches, 1, cursor);
    if (!numbers) co_return numbers.error();
    std::optional<protocol::GameId> before;
    if (*numbers) before = (*numbers)->front().id<protocol::GameId>();
    auto look = [account, before, limit](store::Reader& reader) {
        return watches_page(reader, account, before, limit);
    };
    co_return co_await store_.read(std::move(look));
}

base::Awaitable<Result<std::string>> Agenda::watch(game::Views& views, protocol::AccountId account,
                                                   protocol::GameId game,
                                                   protocol::SetWatch request) {
    auto view = co_await views.get(game, account);
    if (!view) co_return view.error();
    store::Watch watch;
    watch.account = account;
    watch.game = game;
    watch.mode = request.mode;
    watch.since_at = clock_();
    store::Work<std::string> work =
        [watch, match = view->shared_match()](store::Transaction& transaction) {
            const auto watching = start_watching(transaction, *match, watch);
            if (!watching) return Result<std::string>(watching.error());
            return Result<std::string>(watch_view(transaction, watch));
        };
    co_return co_await store_.write<std::string>(std::move(work));
}

base::Awaitable<Result<void>> Agenda::unwatch(game::Views& views, protocol::AccountId account,
                                              protocol::GameId game) {
    auto view = co_await views.get(game, account);
    if (!view) co_return view.error();
    store::Work<void> work = [account, game](store::Transaction& transaction) {
        store::delete_watch(transaction, account, game);
        return Result<void>();
    };
    co_return co_await store_.write<void>(std::move(work));
}

}  // namespace tanbo::notify
