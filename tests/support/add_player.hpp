#pragma once

#include <cstdint>
#include <string>

#include "engine/event.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"

namespace tanbo::test {

// A new account with no more than a handle.
inline engine::Player add_player(store::GroupCommit& writer, const std::string& handle) {
    engine::Player player{{}, handle};
    writer.write([&player](store::Transaction& transaction) {
        const std::string key = store::handle_key(player.handle);
        store::NewAccount account;
        account.handle = player.handle;
        account.handle_key = key;
        player.account = *store::create_account(transaction, account);
    });
    return player;
}

// The account that has this handle. Requires: there is one.
inline engine::Player find_player(store::Database& database, const std::string& handle) {
    return database.read([&handle](store::Reader& reader) {
        const auto account = store::find_account(reader, store::handle_key(handle));
        return engine::Player{account.value().id, handle};
    });
}

}  // namespace tanbo::test
