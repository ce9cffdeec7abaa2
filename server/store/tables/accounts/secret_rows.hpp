#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Rows of secrets that change, for this folder only. Throws (all of them): StorageError.
namespace tanbo::store {

// In the place of what is stored under that name.
void put_secret(Transaction& transaction, std::string_view name,
                std::span<const std::uint8_t> value, Instant now);

// False if there is none.
bool delete_secret(Transaction& transaction, std::string_view name);

// Whether there is any.
bool has_secrets(Reader& reader);

}  // namespace tanbo::store
