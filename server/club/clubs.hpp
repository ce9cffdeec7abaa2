#pragma once

#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/clubs.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::club {

inline constexpr int clubs_page_default = 50;
inline constexpr int clubs_page_max = 100;
inline constexpr int members_page_default = 100;
inline constexpr int members_page_max = 200;

// A number in the path and JSON.
struct ClubAnswer {
    protocol::ClubId id{};
    std::string body;
};

// Clubs for those who ask over an API.
//
// Errors of all: storage_unavailable, overloaded, with retry_after_s; of what writes
// idempotency_key_reused, shutting_down; no_such_club. The other errors are those of ClubActs.
// Thread: any I/O thread.
class Clubs {
public:
    // Requires: both outlive it.
    Clubs(game::Referee& referee, store::Store& store) : referee_(referee), store_(store) {}

    using Key = std::optional<game::IdempotencyKey>;
    using Viewer = std::optional<protocol::AccountId>;
    using Read = base::Awaitable<protocol::Result<std::string>>;
    using Done = base::Awaitable<protocol::Result<void>>;

    // These yield the club afterwards.
    base::Awaitable<protocol::Result<ClubAnswer>> create(protocol::AccountId account,
                                                         protocol::ClubRequest request, Key key);
    Read change(protocol::AccountId account, protocol::ClubId id, protocol::ClubRequest request,
                Key key);
    Read join(protocol::AccountId account, protocol::ClubId id, Key key);

    Done leave(protocol::AccountId account, protocol::ClubId id, Key key);
    Done remove(protocol::AccountId account, protocol::ClubId id);
    Done admit(protocol::AccountId account, protocol::ClubId id, std::string handle);
    Done expel(protocol::AccountId account, protocol::ClubId id, std::string handle);
    Done set_organiser(protocol::AccountId account, protocol::ClubId id, std::string handle,
                       bool is_added);

    // Errors: bad_cursor.
    Read list(Viewer viewer, std::optional<std::string> cursor, int limit);
    Read find(Viewer viewer, protocol::ClubId id);
    Read mine(protocol::AccountId account);
    // `asked`: those who have asked to join. Errors: bad_cursor; not_an_organiser.
    Read members(Viewer viewer, protocol::ClubId id, bool asked, std::optional<std::string> cursor,
                 int limit);

private:
    game::Referee& referee_;
    store::Store& store_;
};

}  // namespace tanbo::club
