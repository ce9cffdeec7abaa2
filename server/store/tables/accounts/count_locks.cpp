#include "server/store/tables/accounts/count_locks.hpp"

#include <cstdint>
#include <string>

#include "server/base/secrets.hpp"

namespace tanbo::store {

// Two counts that share a key, which is as good as never, wait for each other.
void lock_count(Transaction& transaction, std::string_view what, AccountId account) {
    const Digest digest = base::sha256(std::string(what) + " #" + protocol::to_string(account));
    std::uint64_t key = 0;
    for (std::size_t byte = 0; byte < sizeof(key); ++byte) key = key << 8U | digest[byte];
    transaction.lock_key(static_cast<std::int64_t>(key));
}

}  // namespace tanbo::store
