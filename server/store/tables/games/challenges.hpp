#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/transaction.hpp"

// Challenges and their seats, as rows. What may follow what is decided above.
namespace tanbo::store {

enum class ChallengeState : std::uint8_t { open, accepted, declined, expired, withdrawn };
enum class SeatOrder : std::uint8_t { given, random, alternate };
enum class ChallengeSeatState : std::uint8_t { me, open, asked, accepted };

struct ChallengeSeat {
    std::optional<AccountId> account = {};  // nothing if state is open
    ChallengeSeatState state = ChallengeSeatState::open;
    bool is_named = false;                   // kept for this account from the start
    std::string handle = {};                 // of the account; read, never written
    AccountKind kind = AccountKind::member;  // of the account
};

struct Challenge {
    // --- never changes ---
    ChallengeId id{};
    AccountId creator{};
    std::optional<std::string> setup = {};    // its id; nothing: `opening` says it
    std::optional<std::string> opening = {};  // as NewGame::opening; exactly one of the two
    Visibility visibility = Visibility::everyone;
    SeatOrder order = SeatOrder::given;
    std::string terms = {};  // JSON
    bool rated = false;
    bool guests = true;
    bool bots = true;
    std::optional<std::int64_t> rating_min = {};
    std::optional<std::int64_t> rating_max = {};
    std::int64_t reliability_min = 0;  // percent
    std::int64_t uses = 1;
    std::optional<GameId> rematch_of = {};
    std::optional<std::string> invitation = {};  // the code that opens it to others
    Instant created_at{};
    Instant expires_at{};
    // --- changes ---
    ChallengeState state = ChallengeState::open;
    std::int64_t uses_left = 1;
    std::optional<GameId> game = {};
    std::optional<AccountId> declined_by = {};
    std::optional<std::string> reason = {};
    std::optional<Instant> closed_at = {};  // set if the state is not open
    std::vector<ChallengeSeat> seats = {};  // as listed
    // --- read, never written ---
    std::string creator_handle = {};
    std::optional<std::string> declined_by_handle = {};
};

// Whether players who were not named may take a seat of it.
bool is_listed(const Challenge& challenge);

// `id` is not looked at. Throws: StorageError constraint (an account or game that does not exist, a
// second rematch of one game, ...).
ChallengeId create_challenge(Transaction& transaction, const Challenge& challenge);

// Nothing if there is no such challenge (any longer).
std::optional<Challenge> find_challenge(Reader& reader, ChallengeId id);

// The same, to change it: locks its creator.
std::optional<Challenge> lock_challenge(Transaction& transaction, ChallengeId id);

// Writes what changes. Throws: StorageError constraint if there is no such challenge.
void save_challenge(Transaction& transaction, const Challenge& challenge);

// The challenge that asks, or has asked with success, for a rematch of this game, or nothing.
std::optional<ChallengeId> find_rematch(Reader& reader, GameId game);

// --- lists ---

inline constexpr int challenges_page_max = 200;

// Which challenges, all of them open.
struct ChallengesQuery {
    enum class Which : std::uint8_t {
        listed,     // public ones with a seat for anyone; setup and rated narrow them down
        taking,     // in which `account` has a seat
        asked_for,  // in which a seat is kept for `account`, who has not answered
    };
    Which which = Which::listed;
    AccountId account{};
    std::optional<std::string> setup = {};
    std::optional<bool> rated = {};
    std::optional<ChallengeId> before = {};  // the cursor: ids below this one
    int limit = 50;                          // 1 to challenges_page_max
};

struct ChallengesPage {
    std::vector<Challenge> challenges = {};  // newest id first
    std::optional<ChallengeId> next = {};    // nothing: this was the last
};

// Cost: a walk along one index, or two.
ChallengesPage list_challenges(Reader& reader, const ChallengesQuery& query);

// Open challenges of this creator, the newest first, at most `limit`.
std::vector<ChallengeId> open_challenges(Reader& reader, AccountId creator, int limit);

// In how many open challenges a seat waits for this account's answer; counts to `limit` at most.
int challenges_asking(Reader& reader, AccountId account, int limit);
// Of those, how many of people who came from the address (counted_address). Cost: all of them.
int challenges_asking_from(Reader& reader, AccountId account, std::string_view address);

// --- time ---

// Open challenges that have expired by `now`, the longest ago first, at most `limit`.
std::vector<ChallengeId> expired_challenges(Reader& reader, Instant now, int limit);

// Deletes up to `limit` challenges closed before `before`, the oldest first; returns how many.
int prune_challenges(Transaction& transaction, Instant before, int limit);

}  // namespace tanbo::store
