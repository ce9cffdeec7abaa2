#include "server/account/sign_ups.hpp"

#include <utility>

#include "server/account/service.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/accounts/sign_ups.hpp"
#include "server/store/tables/accounts/site_settings.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

SignUp view_of(const store::SignUp& row) {
    return {row.id, row.handle, row.address, row.expires_at};
}

// The reason to refuse this request, or nothing.
std::optional<protocol::Error> not_to_be_had(store::Reader& reader, const std::string& handle,
                                             const std::string& address) {
    if (const std::string fault = protocol::handle_fault(handle); !fault.empty()) {
        return refusal(Code::invalid_field,
                       "The handle " + fault + ". Got " + protocol::quotation(handle) + ".",
                       "/handle");
    }
    if (!store::find_site_settings(reader).is_sign_up_open) return no_new_members();
    const auto owner = store::find_verified(reader, store::address_key(address));
    if (owner) {
        const auto account = store::find_account(reader, owner->account);
        return refusal(Code::forbidden, "This address already belongs to the account " +
                                            (account ? account->handle : std::string()) + ".");
    }
    if (!store::is_handle_free(reader, handle)) return handle_taken(handle);
    return std::nullopt;
}

Result<SignUp> note(store::Transaction& transaction, const std::string& handle,
                    const std::string& address, base::Instant now) {
    if (const auto refused = not_to_be_had(transaction, handle, address)) return *refused;
    const base::Instant expires_at = now + sign_up_link_life;
    const auto id = store::put_sign_up(transaction, address, handle, expires_at);
    if (id) return SignUp{*id, handle, address, expires_at};
    return refusal(Code::limit_reached,
                   "The server has too many open sign-ups. Try again tomorrow.");
}

// A refusal comes before the first change, but for the handle's, which changes nothing.
Result<bool> make(store::Transaction& transaction, protocol::SignUpId id, const std::string& handle,
                  const std::string& password_hash, const std::string& network, base::Instant now) {
    const auto sign_up = store::find_sign_up(transaction, id, now);
    if (!sign_up) return bad_link();
    if (!store::find_site_settings(transaction).is_sign_up_open) return no_new_members();
    if (store::find_verified(transaction, store::address_key(sign_up->address))) {
        return bad_link();
    }
    const std::string key = store::handle_key(handle);
    store::NewAccount row;
    row.handle = handle;
    row.handle_key = key;
    row.password_hash = password_hash;
    row.created_at = now;
    const auto account = store::create_account(transaction, row);
    if (!account) return handle_taken(handle);
    store::record_known_address(transaction, *account, network, now);
    const auto address = store::insert_address(transaction, *account, sign_up->address, true, now);
    if (address) store::verify_address(transaction, *address, now);
    store::delete_sign_up(transaction, id);
    return true;
}

}  // namespace

base::Awaitable<Result<SignUp>> SignUps::ask(std::string handle, std::string address) {
    Service& service = service_;
    store::Work<SignUp> work = [&service, handle, address](store::Transaction& transaction) {
        return note(transaction, handle, address, service.clock());
    };
    co_return co_await service.store.write<SignUp>(std::move(work));
}

base::Awaitable<Result<SignUp>> SignUps::find(protocol::SignUpId id) {
    const auto look = [id, now = service_.now()](store::Reader& reader) {
        const auto row = store::find_sign_up(reader, id, now);
        return row ? Result<SignUp>(view_of(*row)) : Result<SignUp>(bad_link());
    };
    co_return co_await service_.store.read(look);
}

base::Awaitable<Result<void>> SignUps::finish(protocol::SignUpId id, std::string handle,
                                              std::string password, std::string network) {
    Service& service = service_;
    auto admitted = co_await service.admit(followed_links, network, too_many_links_followed);
    if (!admitted) co_return admitted.error();
    // Before the hash, which costs a thousand times as much.
    auto open = co_await find(id);
    if (!open) co_return open.error();
    auto hash = co_await service.hash(std::move(password), network);
    if (!hash) co_return hash.error();
    store::Work<bool> work = [&service, id, handle, encoded = *hash,
                              network](store::Transaction& transaction) {
        return make(transaction, id, handle, encoded, network, service.now());
    };
    auto made = co_await service.store.write<bool>(std::move(work));
    if (!made) co_return made.error();
    service.new_members.add();
    co_return Result<void>();
}

}  // namespace tanbo::account
