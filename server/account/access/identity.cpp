#include "server/account/access/identity.hpp"

#include "protocol/games/events.hpp"

namespace tanbo::account {

Identity identity_of(const store::Account& account) {
    Identity identity;
    identity.account = account.id;
    identity.handle = account.handle;
    identity.kind = account.kind;
    identity.role = account.role;
    identity.suspended_until = account.suspended_until;
    identity.owner = account.owner;
    identity.scopes = Scopes::usual().within(scopes_for(account.kind, account.role));
    return identity;
}

protocol::Error suspended(const Identity& identity) {
    const bool is_for_ever = *identity.suspended_until >= store::for_ever;
    const std::string until =
        is_for_ever ? "" : " until " + protocol::format_instant(*identity.suspended_until);
    return protocol::refusal(protocol::Code::account_suspended,
                             "The account " + identity.handle + " is suspended" + until + ".");
}

}  // namespace tanbo::account
