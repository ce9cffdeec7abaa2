#include "server/store/tables/games/challenges.hpp"

#include <algorithm>
#include <array>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/account_rows.hpp"
#include "server/store/tables/games/game_rows.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 5> challenge_states = {"open", "accepted", "declined",
                                                              "expired", "withdrawn"};
constexpr std::array<std::string_view, 3> orders = {"given", "random", "alternate"};
constexpr std::array<std::string_view, 4> seat_states = {"me", "open", "asked", "accepted"};

const Sql insert_challenge = R"(
INSERT INTO challenges (creator, setup, opening, visibility, seat_order, terms, rated, guests, bots,
                        rating_min, rating_max, reliability_min, uses, rematch_of, created_at,
                        expires_at, state, uses_left, listed, game, declined_by, reason, closed_at,
                        invitation)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
        ?21, ?22, ?23, ?24))";
const Sql insert_challenge_seat = R"(
INSERT INTO challenge_seats (challenge, seat, account, state, is_named, is_open)
VALUES (?1, ?2, ?3, ?4, ?5, ?6))";
const Sql update_challenge = R"(
UPDATE challenges SET state = ?2, uses_left = ?3, listed = ?4, game = ?5, declined_by = ?6,
                      reason = ?7, closed_at = ?8
WHERE id = ?1)";
const Sql update_seat = R"(
UPDATE challenge_seats SET account = ?3, state = ?4, is_open = ?5
WHERE challenge = ?1 AND seat = ?2)";
const Sql select_challenge = R"(
SELECT c.id, c.creator, c.setup, c.opening, c.visibility, c.seat_order, c.terms, c.rated, c.guests,
       c.bots, c.rating_min, c.rating_max, c.reliability_min, c.uses, c.rematch_of, c.created_at,
       c.expires_at, c.state, c.uses_left, c.game, c.declined_by, c.reason, c.closed_at, a.handle,
       d.handle, c.invitation
FROM challenges AS c JOIN accounts AS a ON a.id = c.creator
     LEFT JOIN accounts AS d ON d.id = c.declined_by
WHERE c.id = ?1)";
const Sql select_challenge_seats = R"(
SELECT s.account, s.state, s.is_named, a.handle, a.kind
FROM challenge_seats AS s LEFT JOIN accounts AS a ON a.id = s.account
WHERE s.challenge = ?1 ORDER BY s.seat)";
const Sql select_rematch = R"(
SELECT id FROM challenges {INDEXED BY challenges_by_rematch}
WHERE rematch_of = ?1 AND state IN ('open', 'accepted'))";

Challenge challenge_of(const Query& row) {
    Challenge challenge;
    challenge.id = row.id<ChallengeId>(0);
    challenge.creator = row.id<AccountId>(1);
    challenge.setup = row.optional_text(2);
    challenge.opening = row.optional_text(3);
    challenge.visibility = value_of<Visibility>(visibilities, row.text(4));
    challenge.order = value_of<SeatOrder>(orders, row.text(5));
    challenge.terms = row.text(6);
    challenge.rated = row.integer(7) != 0;
    challenge.guests = row.integer(8) != 0;
    challenge.bots = row.integer(9) != 0;
    challenge.rating_min = row.optional_integer(10);
    challenge.rating_max = row.optional_integer(11);
    challenge.reliability_min = row.integer(12);
    challenge.uses = row.integer(13);
    challenge.rematch_of = row.optional_id<GameId>(14);
    challenge.created_at = row.instant(15);
    challenge.expires_at = row.instant(16);
    challenge.state = value_of<ChallengeState>(challenge_states, row.text(17));
    challenge.uses_left = row.integer(18);
    challenge.game = row.optional_id<GameId>(19);
    challenge.declined_by = row.optional_id<AccountId>(20);
    challenge.reason = row.optional_text(21);
    challenge.closed_at = row.optional_instant(22);
    challenge.creator_handle = row.text(23);
    challenge.declined_by_handle = row.optional_text(24);
    challenge.invitation = row.optional_text(25);
    return challenge;
}

std::vector<ChallengeSeat> seats_of(Reader& reader, ChallengeId id) {
    std::vector<ChallengeSeat> seats;
    Query select = reader.read(select_challenge_seats);
    select.bind(id);
    while (select.step()) {
        ChallengeSeat& seat = seats.emplace_back();
        seat.account = select.optional_id<AccountId>(0);
        seat.state = value_of<ChallengeSeatState>(seat_states, select.text(1));
        seat.is_named = select.integer(2) != 0;
        if (!seat.account) continue;
        seat.handle = select.text(3);
        seat.kind = value_of<AccountKind>(account_kinds, select.text(4));
    }
    return seats;
}

bool is_open(const Challenge& challenge) {
    return challenge.state == ChallengeState::open;
}

}  // namespace

bool is_listed(const Challenge& challenge) {
    const auto is_free = [](const ChallengeSeat& seat) {
        return seat.state == ChallengeSeatState::open;
    };
    return is_open(challenge) && challenge.visibility == Visibility::everyone &&
           std::ranges::any_of(challenge.seats, is_free);
}

ChallengeId create_challenge(Transaction& transaction, const Challenge& challenge) {
    Query insert = transaction.write(insert_challenge);
    insert.run(challenge.creator, challenge.setup, challenge.opening,
               word_of(visibilities, challenge.visibility), word_of(orders, challenge.order),
               challenge.terms, challenge.rated, challenge.guests, challenge.bots,
               challenge.rating_min, challenge.rating_max, challenge.reliability_min,
               challenge.uses, challenge.rematch_of, challenge.created_at, challenge.expires_at,
               word_of(challenge_states, challenge.state), challenge.uses_left,
               is_listed(challenge), challenge.game, challenge.declined_by, challenge.reason,
               challenge.closed_at, challenge.invitation);
    const auto id = static_cast<ChallengeId>(insert.insert_id());
    for (std::size_t seat = 0; seat < challenge.seats.size(); ++seat) {
        const ChallengeSeat& one = challenge.seats[seat];
        transaction.write(insert_challenge_seat)
            .run(id, seat, one.account, word_of(seat_states, one.state), one.is_named,
                 is_open(challenge));
    }
    return id;
}

std::optional<Challenge> find_challenge(Reader& reader, ChallengeId id) {
    std::optional<Challenge> challenge;
    {
        Query select = reader.read(select_challenge);
        if (!select.bind(id).step()) return std::nullopt;
        challenge = challenge_of(select);
    }
    challenge->seats = seats_of(reader, id);
    return challenge;
}

std::optional<Challenge> lock_challenge(Transaction& transaction, ChallengeId id) {
    auto found = find_challenge(transaction, id);
    if (!found || transaction.has_locked(found->creator)) return found;
    transaction.lock_account(found->creator);
    return find_challenge(transaction, id);
}

void save_challenge(Transaction& transaction, const Challenge& challenge) {
    const std::int64_t rows =
        transaction.write(update_challenge)
            .run(challenge.id, word_of(challenge_states, challenge.state), challenge.uses_left,
                 is_listed(challenge), challenge.game, challenge.declined_by, challenge.reason,
                 challenge.closed_at);
    if (rows != 1) throw StorageError(Fault::constraint, "The challenge does not exist.");
    for (std::size_t seat = 0; seat < challenge.seats.size(); ++seat) {
        const ChallengeSeat& one = challenge.seats[seat];
        transaction.write(update_seat)
            .run(challenge.id, seat, one.account, word_of(seat_states, one.state),
                 is_open(challenge));
    }
}

std::optional<ChallengeId> find_rematch(Reader& reader, GameId game) {
    Query select = reader.read(select_rematch);
    if (!select.bind(game).step()) return std::nullopt;
    return select.id<ChallengeId>(0);
}

}  // namespace tanbo::store
