#include "server/account/identity.hpp"

#include "protocol/events.hpp"

namespace tanbo::account {

protocol::Error suspended(const Identity& identity) {
    const bool is_for_ever =
        identity.suspended_until->time_since_epoch().count() >= storage::for_ever;
    const std::string until =
        is_for_ever ? "" : " until " + protocol::format_instant(*identity.suspended_until);
    return protocol::refusal(protocol::Code::account_suspended,
                             "The account " + identity.handle + " is suspended" + until + ".");
}

}  // namespace tanbo::account
