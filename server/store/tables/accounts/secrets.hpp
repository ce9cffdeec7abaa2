#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

class Store;

using Secret = std::vector<std::uint8_t>;

// Nothing if there is no secret of that name.
std::optional<Secret> find_secret(Reader& reader, std::string_view name);

// The stored secret of that name; if there is none, `candidate` is stored and returned.
Secret find_or_store_secret(Transaction& transaction, std::string_view name,
                            std::span<const std::uint8_t> candidate, Instant now);

// The server's secret of that name, 32 bytes drawn at random if there is none yet.
Secret load_secret(Transaction& transaction, std::string_view name, Instant now);

// The same in a transaction of its own. Throws: StorageError. Thread: as Store::write_now.
Digest load_secret(Store& store, std::string_view name, Instant now);

}  // namespace tanbo::store
