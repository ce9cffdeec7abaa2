#include "server/account/first_administrator.hpp"

#include "server/account/service.hpp"
#include "server/base/secrets.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/handle_key.hpp"

namespace tanbo::account {

std::string create_administrator(store::Transaction& transaction, const std::string& handle,
                                 base::Instant now) {
    const std::string key = store::handle_key(handle);
    store::NewAccount row;
    row.handle = handle;
    row.handle_key = key;
    row.created_at = now;
    const protocol::AccountId account = store::create_account(transaction, row).value();
    store::set_role(transaction, account, store::Role::admin);
    const std::string token = base::random_token(link_prefix);
    store::insert_link(transaction, base::sha256(token),
                       {store::LinkPurpose::reset, account, std::nullopt, now + first_link_life},
                       now);
    return token;
}

}  // namespace tanbo::account
