#include "server/bots/accounts.hpp"

#include <string_view>

#include "protocol/json/handles.hpp"
#include "protocol/people/bots.hpp"
#include "server/account/access/scope.hpp"
#include "server/base/secrets.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/secrets.hpp"
#include "server/store/tables/accounts/tokens.hpp"

namespace tanbo::bots {

namespace {

constexpr account::Scopes house_scopes =
    account::Scopes()
        .with(account::Scope::game_read)
        .with(account::Scope::game_play)
        .with(account::Scope::account_read)  // the stream of their own notices
        .with(account::Scope::search);       // analyses and hints
constexpr std::size_t last_chars = 4;

constexpr int nodes_max = 1'000;  // with tokens of their own

std::string label_of(Node node) {
    return node ? "house bot of node " + std::to_string(*node) : "house bot";
}

// The secret by which bots draw their moves. It stays: a restarted program, on any node, plays a
// game on as the one before would have.
store::Secret drawing_secret(store::Transaction& transaction, base::Instant now) {
    return store::load_secret(transaction, "house bots", now);
}

std::string issue(store::Transaction& transaction, store::AccountId account, Node node,
                  base::Instant now) {
    const std::string token = base::random_token("tbo_");
    const std::string label = label_of(node);
    store::NewToken row;
    row.hash = base::sha256(token);
    row.account = account;
    row.label = label;
    row.last4 = std::string_view(token).substr(token.size() - last_chars);
    row.created_at = now;
    row.scopes = house_scopes.bits();
    store::insert_token(transaction, row);
    return token;
}

}  // namespace

void create_accounts(store::Transaction& transaction, base::Instant now) {
    for (int level = 1; level <= protocol::bot_levels; ++level) {
        const std::string handle = protocol::bot_handle(level);
        if (store::find_account(transaction, handle)) continue;
        store::NewAccount account;
        account.handle = handle;
        account.handle_key = handle;
        account.kind = store::AccountKind::bot;
        account.created_at = now;
        store::create_account(transaction, account);
    }
}

void revoke_tokens(store::Transaction& transaction, Node node) {
    for (int level = 1; level <= protocol::bot_levels; ++level) {
        const auto account = store::find_account(transaction, protocol::bot_handle(level));
        if (!account) continue;
        if (!node) {
            store::delete_tokens_of(transaction, account->id, std::nullopt);
            continue;
        }
        for (const auto& token : store::tokens_of(transaction, account->id, {}, nodes_max)) {
            if (token.label == label_of(node)) store::delete_token(transaction, token.hash);
        }
    }
}

std::string renew_tokens(store::Transaction& transaction, Node node, base::Instant now) {
    revoke_tokens(transaction, node);
    const store::Secret secret = drawing_secret(transaction, now);
    std::string lines;
    for (int level = 1; level <= protocol::bot_levels; ++level) {
        const std::string handle = protocol::bot_handle(level);
        const auto account = store::find_account(transaction, handle).value();
        const std::string token = issue(transaction, account.id, node, now);
        const std::string own = base::to_hex(base::blake2b(handle, secret));
        lines += protocol::encode_bot_account({handle, level, token, own}) + "\n";
    }
    return lines + "\n";
}

}  // namespace tanbo::bots
