#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/challenges.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/presence.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::lobby {

inline constexpr int challenges_page_default = 50;
inline constexpr int challenges_page_max = 200;
inline constexpr int players_page_max = 100;
inline constexpr int named_players_max = 50;

// A challenge as JSON (encode_challenge), and its number.
struct ChallengeAnswer {
    protocol::ChallengeId id{};
    game::SharedBytes body;
};

// Which challenges a list shows; all are open.
struct ChallengeFilter {
    enum class Which : std::uint8_t { listed, mine, for_me };
    Which which = Which::listed;
    std::optional<protocol::AccountId> viewer = {};  // Requires: given, if it is not `listed`
    std::optional<std::string> setup = {};           // of listed ones
    std::optional<bool> rated = {};                  // of listed ones
};

// The place where players find one another.
//
// Errors of all: storage_unavailable, overloaded, with retry_after_s; of what writes
// idempotency_key_reused, shutting_down. The other errors are those of Challenges.
// Thread: any I/O thread.
class Lobby {
public:
    // Requires: all of them outlive it.
    Lobby(game::Referee& referee, store::Store& store, const game::Presence& presence,
          base::Clock clock);
    ~Lobby();
    Lobby(const Lobby&) = delete;
    Lobby& operator=(const Lobby&) = delete;

    using Key = std::optional<game::IdempotencyKey>;
    using Answer = base::Awaitable<protocol::Result<ChallengeAnswer>>;

    // --- what players do ---
    Answer create(protocol::AccountId account, protocol::CreateChallenge request, Key key);
    Answer accept(protocol::AccountId account, protocol::ChallengeId challenge,
                  protocol::AcceptChallenge request, Key key);
    Answer decline(protocol::AccountId account, protocol::ChallengeId challenge, std::string reason,
                   Key key);
    Answer rematch(protocol::AccountId account, protocol::GameId game, Key key);
    base::Awaitable<protocol::Result<void>> withdraw(protocol::AccountId account,
                                                     protocol::ChallengeId challenge);

    // --- what there is ---

    // `invitation`: the code of one to it, if that is known. Errors: no_such_challenge, also if the
    // account may not see it.
    Answer find(std::optional<protocol::AccountId> account, protocol::ChallengeId challenge,
                std::optional<std::string> invitation = {});

    // The same as a value, without a check of the account: it has just dealt with the challenge.
    base::Awaitable<protocol::Result<protocol::ChallengeView>> view(
        protocol::ChallengeId challenge);

    // As encode_challenge_page. Errors: bad_cursor; bad_parameter (an unknown setup).
    base::Awaitable<protocol::Result<std::string>> list(ChallengeFilter filter,
                                                        std::optional<std::string> cursor,
                                                        int limit);

    // As encode_player_page. Errors: bad_cursor.
    base::Awaitable<protocol::Result<std::string>> players(std::string prefix,
                                                           std::optional<std::string> cursor,
                                                           int limit);

    // The players of these handles, as encode_rated_players; unknown ones are left out. Requires:
    // at most named_players_max.
    base::Awaitable<protocol::Result<std::string>> named_players(std::vector<std::string> handles);

    // As encode_bots: the house bots; none if there are none to play with.
    base::Awaitable<protocol::Result<std::string>> bots();

    // As encode_profile. Errors: no_such_player.
    base::Awaitable<protocol::Result<std::string>> profile(std::string handle);

    // --- time ---

    // Closes what has expired and deletes what closed long ago, a few hundred at a time.
    base::Awaitable<protocol::Result<void>> expire_due();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::lobby
