#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Accounts that were asked for by mail, and do not exist yet.
namespace tanbo::store {

// How many may be open at once; then no more are taken. One for each address.
inline constexpr std::int64_t sign_ups_max = 100'000;

struct SignUp {
    SignUpId id{};
    std::string address = {};  // as it was written
    std::string handle = {};   // that was asked for
    Instant expires_at{};
};

// Opens one for the address; one that is open gets this handle and lives until then. Nothing if
// sign_ups_max are open.
std::optional<SignUpId> put_sign_up(Transaction& transaction, std::string_view address,
                                    std::string_view handle, Instant expires_at);
// Nothing if there is none, or it has expired at `now`.
std::optional<SignUp> find_sign_up(Reader& reader, SignUpId id, Instant now);
void delete_sign_up(Transaction& transaction, SignUpId id);
// Deletes sign-ups that have expired at `now`, at most `limit`. Returns how many.
int prune_sign_ups(Transaction& transaction, Instant now, int limit);

}  // namespace tanbo::store
