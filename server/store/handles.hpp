#pragma once

#include <string_view>

#include "server/store/transaction.hpp"

// Which handles were ever given. Those of accounts that are gone stay, without whose they were.
namespace tanbo::store {

// Whether no account has, or ever had, this handle or one that looks like it
// (protocol::handle_likeness).
bool is_handle_free(Reader& reader, std::string_view handle);

// It is somebody's from now on. Nothing happens where it is already.
void keep_handle(Transaction& transaction, std::string_view handle);

}  // namespace tanbo::store
