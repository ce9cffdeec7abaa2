#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/store/ids.hpp"

namespace tanbo::engine {
class Match;
}

// The news of a transaction, once it is durable: for clients, the log and the metrics, since a job
// may run twice. It is data, which a row carries to other nodes.
namespace tanbo::store {

// An account got a message: its own connections get it, too.
struct AccountNotified {
    AccountId account{};
    std::string kind = {};                    // "challenge"
    std::optional<std::int64_t> number = {};  // under which it is kept; nothing: it is not
    Instant at{};
    std::string data = {};  // a JSON object
};

// It is an account's turn, of which nothing is kept: the game tells it as well.
struct TurnBegan {
    AccountId account{};
    GameId game{};
    Instant at{};
    std::shared_ptr<const engine::Match> match = {};  // as it is then; never null
};

// The choice of games to join has changed.
struct LobbyChanged {
    std::string type = {};       // "challenge-opened"
    std::string challenge = {};  // its JSON
};

// Something waits to be sent, or no longer waits behind something else.
enum class DeliveryQueued : std::uint8_t { mail, webhook };

// News for the many watchers of a game.
struct WatcherNewsQueued {};

// An address gets no more mail, since too much came back from it.
struct AddressStopped {
    AccountId account{};  // its owner
};

// A house bot has moved.
struct BotMoved {
    Instant at{};
    std::chrono::milliseconds waited{0};  // for, since it was its turn
};

// A tournament has gone on, or is gone.
struct TournamentMoved {
    TournamentId tournament{};
    std::int64_t seq = 0;  // of its last event; 0: it was deleted
};

// There is something to search; something was found; a program asks for searches.
enum class SearchNews : std::uint8_t { asked, done, attended };

using Announcement =
    std::variant<AccountNotified, TurnBegan, LobbyChanged, DeliveryQueued, WatcherNewsQueued,
                 AddressStopped, BotMoved, TournamentMoved, SearchNews>;

// Whether the announcement says that something of this kind is queued.
inline bool is_queued(const Announcement& announcement, DeliveryQueued kind) {
    const auto* const queued = std::get_if<DeliveryQueued>(&announcement);
    return queued != nullptr && *queued == kind;
}

// How many of this kind are queued by what they say.
inline std::size_t count_queued(const std::vector<Announcement>& announcements,
                                DeliveryQueued kind) {
    return static_cast<std::size_t>(std::ranges::count_if(
        announcements, [kind](const Announcement& one) { return is_queued(one, kind); }));
}

}  // namespace tanbo::store
