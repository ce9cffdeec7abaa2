#include "server/store/tables/games/waiting.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 4> waiting_kinds = {"move", "proposal", "seat", "challenge"};

const Sql insert_waiting_row = R"(
INSERT INTO waiting (account, due_at, since_at, kind, game, item, data)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (account, due_at, since_at, kind, game, item) DO UPDATE SET data = excluded.data)";
const Sql delete_item = "DELETE FROM waiting WHERE game = ?1 AND kind = ?2 AND item = ?3";
const Sql delete_one =
    "DELETE FROM waiting WHERE game = ?1 AND kind = ?2 AND item = ?3 AND account = ?4";
const Sql select_waiting_page = R"(
SELECT due_at, since_at, kind, game, item, data FROM waiting
WHERE account = ?1 AND (due_at, since_at, kind, game, item) > (?2, ?3, ?4, ?5, ?6)
ORDER BY due_at, since_at, kind, game, item LIMIT ?7)";
const Sql count_seats = R"(
SELECT count(*) FROM (
    SELECT 1 FROM waiting WHERE account = ?1 AND kind = 'seat' LIMIT ?2) AS found)";
const Sql count_seats_from = R"(
SELECT count(*) FROM waiting JOIN games ON games.id = waiting.game
JOIN accounts ON accounts.id = games.creator
JOIN known_addresses ON known_addresses.account = COALESCE(accounts.owner, accounts.id)
WHERE waiting.account = ?1 AND waiting.kind = 'seat' AND known_addresses.address = ?2)";
const Sql select_moves = R"(
SELECT id, turn_due_at, turn_since, updated_at FROM games {INDEXED BY games_by_turn}
WHERE turn_of = ?1 AND (turn_due_at, turn_since, id) > (?2, ?3, ?4)
ORDER BY turn_due_at, turn_since, id LIMIT ?5)";
// Moves are read so many at once if fewer are asked for.
constexpr int moves_at_once_min = 16;

// In the order of the table's key.
auto key_of(const Waiting& one) {
    return std::tuple(one.due_at, one.since_at, word_of(waiting_kinds, one.kind), one.game,
                      one.item);
}
auto key_of(const WaitingCursor& one) {
    return std::tuple(one.due_at, one.since_at, word_of(waiting_kinds, one.kind), one.game,
                      one.item);
}

constexpr WaitingCursor start{Instant::min(), Instant::min(), WaitingKind::move, {}, 0};

// When the flag falls once the game has taken the downtimes after its last event.
Instant shown_flag(Instant flag_at, Instant updated_at, std::span<const engine::Span> downtimes) {
    const auto first = std::ranges::upper_bound(downtimes, updated_at, {}, &engine::Span::until);
    return postponed(flag_at, updated_at, {first, downtimes.end()});
}

void sort_and_cut(std::vector<Waiting>& rows, int limit) {
    std::ranges::sort(rows, {}, [](const Waiting& one) { return key_of(one); });
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(limit)));
}

// The moves of one account behind a cursor. The index has them in the order of when their time runs
// out as of each game's last event; what downtimes have given back since puts them off, each by its
// own, and never brings them forward.
class MovesWalk {
public:
    MovesWalk(Reader& reader, AccountId account, const WaitingCursor& from, int limit)
        : reader_(reader), account_(account), from_(from), limit_(limit) {}

    // At most `limit`, in order.
    std::vector<Waiting> moves() && {
        last_ = first_place();
        while (read_some() && !is_enough()) {
        }
        sort_and_cut(moves_, limit_);
        return std::move(moves_);
    }

private:
    // Everything that the index has before it is shown before the cursor.
    Waiting first_place() {
        Waiting place;
        place.due_at = from_.due_at;
        place.since_at = from_.since_at;
        if (from_.kind == WaitingKind::move) place.game = from_.game;
        if (from_.due_at == Instant::min() || from_.due_at == no_due) return place;
        engine::Millis given_back{0};
        for (const engine::Span& downtime : downtimes()) given_back += downtime.length();
        if (given_back == engine::Millis{0}) return place;
        place.due_at = std::max(from_.due_at, Instant::min() + given_back) - given_back;
        place.since_at = Instant::min();
        return place;
    }

    // Whether there may be more.
    bool read_some() {
        const int count = std::max(limit_, moves_at_once_min);
        int found = 0;
        Query select = reader_.read(select_moves);
        select.bind(account_, last_.due_at, last_.since_at, last_.game, count);
        for (; select.step(); ++found) {
            last_.game = select.id<GameId>(0);
            last_.due_at = select.instant(1);
            last_.since_at = select.instant(2);
            Waiting move = last_;
            move.account = account_;
            if (move.due_at != no_due) {
                move.due_at = shown_flag(move.due_at, select.instant(3), downtimes());
            }
            if (key_of(move) > key_of(from_)) moves_.push_back(std::move(move));
        }
        return found == count;
    }

    // Whether all that is asked for comes before whatever the index still has.
    bool is_enough() {
        sort_and_cut(moves_, limit_);
        return moves_.size() == static_cast<std::size_t>(limit_) &&
               key_of(moves_.back()) <= key_of(last_);
    }

    const std::vector<engine::Span>& downtimes() {
        if (!downtimes_) downtimes_ = downtimes_after(reader_, engine::Instant());
        return *downtimes_;
    }

    Reader& reader_;
    AccountId account_;
    const WaitingCursor& from_;
    int limit_;
    Waiting last_;  // of the index, as it has it
    std::vector<Waiting> moves_;
    std::optional<std::vector<engine::Span>> downtimes_;
};

std::vector<Waiting> rows_of(Query& select, AccountId account) {
    std::vector<Waiting> rows;
    while (select.step()) {
        Waiting& row = rows.emplace_back();
        row.account = account;
        row.due_at = select.instant(0);
        row.since_at = select.instant(1);
        row.kind = value_of<WaitingKind>(waiting_kinds, select.text(2));
        row.game = select.id<GameId>(3);
        row.item = select.integer(4);
        row.data = select.text(5);
    }
    return rows;
}

}  // namespace

void insert_waiting(Transaction& transaction, const Waiting& waiting) {
    transaction.write(insert_waiting_row)
        .run(waiting.account, waiting.due_at, waiting.since_at,
             word_of(waiting_kinds, waiting.kind), waiting.game, waiting.item, waiting.data);
}

void delete_waiting(Transaction& transaction, GameId game, WaitingKind kind, std::int64_t item,
                    std::optional<AccountId> account) {
    if (account) {
        transaction.write(delete_one).run(game, word_of(waiting_kinds, kind), item, *account);
    } else {
        transaction.write(delete_item).run(game, word_of(waiting_kinds, kind), item);
    }
}

int seats_kept_for(Reader& reader, AccountId account, int limit) {
    Query select = reader.read(count_seats);
    select.bind(account, limit).step();
    return static_cast<int>(select.integer(0));
}

int seats_kept_from(Reader& reader, AccountId account, std::string_view address) {
    Query select = reader.read(count_seats_from);
    select.bind(account, address).step();
    return static_cast<int>(select.integer(0));
}

std::vector<Waiting> list_waiting(Reader& reader, AccountId account,
                                  const std::optional<WaitingCursor>& after, int limit) {
    const WaitingCursor from = after.value_or(start);
    std::vector<Waiting> rows = MovesWalk(reader, account, from, limit).moves();
    {
        Query select = reader.read(select_waiting_page);
        select.bind(account, from.due_at, from.since_at, word_of(waiting_kinds, from.kind),
                    from.game, from.item, limit);
        std::ranges::move(rows_of(select, account), std::back_inserter(rows));
    }
    sort_and_cut(rows, limit);
    return rows;
}

std::vector<Waiting> list_moves(Reader& reader, AccountId account, int limit) {
    return MovesWalk(reader, account, start, limit).moves();
}

std::vector<Waiting> list_due_moves(Reader& reader, AccountId account, int limit) {
    std::vector<Waiting> moves = MovesWalk(reader, account, start, limit).moves();
    std::erase_if(moves, [](const Waiting& move) { return move.due_at == no_due; });
    return moves;
}

}  // namespace tanbo::store
