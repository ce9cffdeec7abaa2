#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/scope.hpp"
#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/tokens.hpp"

namespace tanbo::account {

using store::AccountKind;
using store::parse_role;
using store::Role;
using store::TokenKind;

// The account that a token or a session speaks for, and how far.
struct Identity {
    protocol::AccountId account{};
    std::string handle;
    AccountKind kind = AccountKind::member;
    Role role = Role::player;
    std::optional<base::Instant> suspended_until;
    std::optional<protocol::AccountId> owner = {};  // of a bot
    base::Digest token_hash{};
    TokenKind token_kind = TokenKind::token;
    std::optional<base::Instant> expires_at = {};  // of the token; nothing: never
    Scopes scopes = Scopes::usual();

    engine::Player player() const { return {account, handle}; }
    // By whom rates are counted: a member and their bots share theirs.
    protocol::AccountId payer() const { return owner.value_or(account); }
    bool is_guest() const { return kind == AccountKind::guest; }
    // Until then it may look and must not act; a bot also while its owner must not.
    bool is_suspended(base::Instant now) const { return suspended_until && *suspended_until > now; }
    bool is_admin() const { return role == Role::admin; }
};

// The identity that acts for the account without a token: by mail.
Identity identity_of(const store::Account& account);

// Why a suspended account is refused.
protocol::Error suspended(const Identity& identity);

// Scopes of anything that speaks for such an account.
constexpr Scopes scopes_for(AccountKind kind, Role role) {
    switch (kind) {
        case AccountKind::guest:
            return Scopes::usual().without(Scope::bot_play);
        case AccountKind::bot:
            return Scopes()
                .with(Scope::game_read)
                .with(Scope::game_play)
                .with(Scope::challenge_write)
                .with(Scope::account_read)
                .with(Scope::bot_play)
                .with(Scope::tournament_write)
                .with(Scope::search);
        case AccountKind::member:
            return role == Role::player ? Scopes::usual() : Scopes::all();
    }
    return {};
}

}  // namespace tanbo::account
