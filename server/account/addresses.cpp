#include "server/account/addresses.hpp"

#include <algorithm>

#include "server/account/changes.hpp"
#include "server/account/service.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/addresses.hpp"

namespace tanbo::account {

namespace {

using protocol::AddressId;
using protocol::AddressView;
using protocol::Code;
using protocol::refusal;
using protocol::Result;

AddressView view_of(const store::Address& row) {
    AddressView view;
    view.id = row.id;
    view.address = row.text;
    view.is_primary = row.is_primary;
    view.is_verified = row.verified_at.has_value();
    view.created_at = row.created_at;
    view.stopped_at = row.stopped_at;
    view.fault = row.bounce_fault;
    return view;
}

protocol::Error no_such_address(AddressId id) {
    return refusal(Code::no_such_address, "You have no address " + protocol::to_string(id) + ".");
}

protocol::Error not_verified(const std::string& address) {
    return refusal(Code::address_not_verified,
                   address + " is not verified. Open the link in the email sent there.");
}

const store::Address* find_same(const std::vector<store::Address>& rows,
                                const std::string& address) {
    const auto found = std::ranges::find_if(rows, [&address](const store::Address& row) {
        return store::address_key(row.text) == store::address_key(address);
    });
    return found == rows.end() ? nullptr : &*found;
}

Result<AddressView> add_row(const Service& service, store::Transaction& transaction,
                            const Identity& identity, const std::string& address,
                            const std::string& network) {
    const auto account = identity.account;
    const base::Instant now = service.now();
    transaction.lock_account(account);
    auto rows = store::addresses_of(transaction, account, addresses_of_account_max);
    const store::Address* const same = find_same(rows, address);
    if (same != nullptr && same->verified_at && !same->stopped_at) return view_of(*same);
    if (same == nullptr && std::ssize(rows) >= addresses_of_account_max) {
        return protocol::limit_reached(std::ssize(rows), "addresses");
    }
    const auto allowed = can_claim(transaction, account, address, network, now);
    if (!allowed) return allowed.error();
    if (same == nullptr) {
        if (auto refused = refuse_more_changes(transaction, account, now)) return *refused;
        notify_account_change(service, transaction, account, store::ChangeKind::address_added,
                              address, now);
    }
    claim_address(service, transaction, account, identity.handle, address, network, now);
    rows = store::addresses_of(transaction, account, addresses_of_account_max);
    return view_of(*find_same(rows, address));
}

// The oldest of the verified ones, or of all, takes the place of the primary one.
void appoint_primary(store::Transaction& transaction, protocol::AccountId account) {
    const auto rows = store::addresses_of(transaction, account, addresses_of_account_max);
    if (rows.empty()) return;
    auto next = std::ranges::find_if(
        rows, [](const store::Address& row) { return row.verified_at.has_value(); });
    if (next == rows.end()) next = rows.begin();
    store::make_primary(transaction, account, next->id);
}

// Links for a reset that went to the former primary address are void.
Result<bool> make_primary_row(const Service& service, store::Transaction& transaction,
                              protocol::AccountId account, AddressId id) {
    const base::Instant now = service.now();
    const auto row = store::find_address(transaction, account, id);
    if (!row) return no_such_address(id);
    if (!row->verified_at) return not_verified(row->text);
    if (row->is_primary) return true;
    if (auto refused = refuse_more_changes(transaction, account, now)) return *refused;
    notify_account_change(service, transaction, account, store::ChangeKind::primary_changed,
                          row->text, now);
    store::make_primary(transaction, account, row->id);
    store::delete_links_of(transaction, account, store::LinkPurpose::reset);
    return true;
}

Result<bool> remove_row(const Service& service, store::Transaction& transaction,
                        protocol::AccountId account, AddressId id) {
    const base::Instant now = service.now();
    const auto row = store::find_address(transaction, account, id);
    if (!row) return no_such_address(id);
    if (auto refused = refuse_more_changes(transaction, account, now)) return *refused;
    notify_account_change(service, transaction, account, store::ChangeKind::address_removed,
                          row->text, now);
    store::delete_address(transaction, account, row->id);
    if (!row->is_primary) return true;
    appoint_primary(transaction, account);
    store::delete_links_of(transaction, account, store::LinkPurpose::reset);
    return true;
}

using RowChange = Result<bool> (*)(const Service& service, store::Transaction& transaction,
                                   protocol::AccountId account, AddressId id);

// Changes an address once its member has given the password again.
base::Awaitable<Result<void>> change_row(Service& service, RowChange change, Identity identity,
                                         AddressId id, std::string password, std::string network) {
    const auto account = identity.account;
    auto confirmed =
        co_await service.confirm(std::move(identity), std::move(password), std::move(network));
    if (!confirmed) co_return confirmed.error();
    store::Work<bool> work = [&service, change, account, id](store::Transaction& transaction) {
        return change(service, transaction, account, id);
    };
    auto done = co_await service.store.write<bool>(std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

}  // namespace

base::Awaitable<Result<std::vector<AddressView>>> Addresses::list(protocol::AccountId account) {
    const auto look = [account](store::Reader& reader) {
        std::vector<AddressView> views;
        for (const auto& row : store::addresses_of(reader, account, addresses_of_account_max)) {
            views.push_back(view_of(row));
        }
        return views;
    };
    co_return co_await service_.store.read(look);
}

base::Awaitable<Result<AddressView>> Addresses::add(Identity identity, protocol::AddAddress request,
                                                    std::string network) {
    Service& service = service_;
    if (identity.kind != AccountKind::member) {
        co_return refusal(Code::wrong_kind,
                          "Only members can have addresses. Upgrade your account first.");
    }
    Identity asking = identity;
    auto confirmed =
        co_await service.confirm(std::move(asking), std::move(request.password), network);
    if (!confirmed) co_return confirmed.error();
    store::Work<AddressView> work = [&service, identity, request,
                                     network](store::Transaction& transaction) {
        return add_row(service, transaction, identity, request.address, network);
    };
    co_return co_await service.store.write<AddressView>(std::move(work));
}

base::Awaitable<Result<void>> Addresses::make_primary(Identity identity, AddressId id,
                                                      std::string password, std::string network) {
    return change_row(service_, make_primary_row, std::move(identity), id, std::move(password),
                      std::move(network));
}

base::Awaitable<Result<void>> Addresses::resume(protocol::AccountId account, AddressId id) {
    store::Work<bool> work = [account, id](store::Transaction& transaction) {
        const auto owner = account;
        const auto row = store::find_address(transaction, owner, id);
        if (!row) return Result<bool>(no_such_address(id));
        store::resume_address(transaction, row->id);
        return Result<bool>(true);
    };
    auto done = co_await service_.store.write<bool>(std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

base::Awaitable<Result<void>> Addresses::remove(Identity identity, AddressId id,
                                                std::string password, std::string network) {
    return change_row(service_, remove_row, std::move(identity), id, std::move(password),
                      std::move(network));
}

}  // namespace tanbo::account
