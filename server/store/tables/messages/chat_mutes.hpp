#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// The mutes between accounts: the one that mutes reads no message and takes no challenge of the
// other. Also the accounts that may not write at all. A mute reaches what the two own: a bot is
// muted with its owner, and mutes the accounts that its owner has muted. A bot's own mute is of
// that bot alone.
namespace tanbo::store {

inline constexpr int mutes_max = 500;  // of one account

enum class MuteChange : std::uint8_t { made, was_there, too_many };

// Requires: the two differ. Throws: StorageError constraint if there is no such account.
MuteChange insert_mute(Transaction& transaction, AccountId muter, AccountId muted, Instant at);

// Whether the one, or its owner, does not want to hear of the other, or of its owner.
bool has_muted(Reader& reader, AccountId muter, AccountId muted);

// False if there was none.
bool delete_mute(Transaction& transaction, AccountId muter, AccountId muted);

struct Mute {
    std::string handle;
    Instant created_at{};
};

// All of them, by the age of the muted accounts; at most mutes_max.
std::vector<Mute> list_mutes(Reader& reader, AccountId muter);

// The accounts that don't read this one, ascending; with the bots of those that have muted it.
std::vector<AccountId> muters_of(Reader& reader, AccountId muted);

// --- moderators' ---

struct ModeratorMute {
    std::optional<Instant> until = {};  // nothing: until it is ended
};

// Replaces one that is there.
void mute_account(Transaction& transaction, AccountId account, const ModeratorMute& mute,
                  Instant at);

// False if there was none.
bool unmute_account(Transaction& transaction, AccountId account);

// Nothing if they, and of a bot its owner, may write at `now`; of both the longer.
std::optional<ModeratorMute> find_moderator_mute(Reader& reader, AccountId account, Instant now);

}  // namespace tanbo::store
