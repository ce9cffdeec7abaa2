#pragma once

#include <string>

#include "protocol/json/error.hpp"
#include "protocol/tournaments/clubs.hpp"
#include "server/store/tables/accounts/clubs.hpp"
#include "server/store/transaction.hpp"

// The acts of members and organisers of clubs, inside a transaction of the writer.
namespace tanbo::club {

inline constexpr int clubs_of_account_max = 50;  // that one is in, or has asked to join
inline constexpr int organisers_max = 10;

// The clubs as one job sees and changes them. A refusal leaves it to the caller to undo what was
// done. Each looks at nothing before the club is locked.
//
// Errors of all: no_such_club; of acts of organisers not_an_organiser.
// Throws (all of them): store::StorageError. Thread: the writer thread.
class ClubActs {
public:
    using Done = protocol::Result<void>;

    // `by` is the account that acts, `now` the instant of all that is done.
    ClubActs(store::Transaction& transaction, protocol::AccountId by, store::Instant now)
        : transaction_(transaction), by_(by), now_(now) {}

    // Errors: wrong_kind (a guest or a bot); limit_reached (clubs_of_account_max).
    protocol::Result<protocol::ClubId> create(const protocol::ClubRequest& request);
    Done change(protocol::ClubId id, const protocol::ClubRequest& request);
    Done remove(protocol::ClubId id);
    // Comes in, or asks to if the club admits each; done already: nothing happens. Errors: those of
    // create.
    Done join(protocol::ClubId id);
    // Errors: limit_reached if they are the last organiser and others are in it.
    Done leave(protocol::ClubId id);
    // Admits a player who has asked. Errors: no_such_player; not_a_member if they have not.
    Done admit(protocol::ClubId id, const std::string& handle);
    // Takes a member out, or turns down one who has asked. Errors: no_such_player; limit_reached
    // (the last organiser).
    Done expel(protocol::ClubId id, const std::string& handle);
    // Errors: no_such_player; not_a_member; limit_reached (organisers_max, or the last one).
    Done set_organiser(protocol::ClubId id, const std::string& handle, bool is_added);

private:
    struct Other {
        protocol::AccountId account{};
        std::optional<store::ClubRole> role;
    };

    protocol::Result<store::Club> organised(protocol::ClubId id);
    protocol::Result<Other> other(protocol::ClubId id, const std::string& handle);
    // Errors: wrong_kind, limit_reached.
    Done may_have_another();
    Done take_out(protocol::ClubId id, const Other& other);
    bool is_last_organiser(protocol::ClubId id, const std::optional<store::ClubRole>& role);

    store::Transaction& transaction_;
    protocol::AccountId by_;
    store::Instant now_;
};

}  // namespace tanbo::club
