#include "server/account/addresses.hpp"

#include <algorithm>

#include "server/account/office.hpp"
#include "server/storage/addresses.hpp"
#include "server/storage/instant.hpp"

namespace tanbo::account {

namespace {

using protocol::AddressView;
using protocol::Code;
using protocol::refusal;
using protocol::Result;

AddressView view_of(const storage::Address& row) {
    AddressView view;
    view.id = static_cast<std::int64_t>(row.id);
    view.address = row.text;
    view.is_primary = row.is_primary;
    view.is_verified = row.verified_at.has_value();
    view.created_at = storage::from_row(row.created_at);
    view.stopped_at = storage::from_row(row.stopped_at);
    view.fault = row.bounce_fault;
    return view;
}

protocol::Error no_such_address(std::int64_t id) {
    return refusal(Code::no_such_address, "You have no address " + std::to_string(id) + ".");
}

const storage::Address* find_same(const std::vector<storage::Address>& rows,
                                  const std::string& address) {
    const auto found = std::ranges::find_if(rows, [&address](const storage::Address& row) {
        return storage::address_key(row.text) == storage::address_key(address);
    });
    return found == rows.end() ? nullptr : &*found;
}

Result<AddressView> add_row(const Office& office, storage::Transaction& transaction,
                            const Identity& identity, const std::string& address) {
    const auto account = static_cast<storage::AccountId>(identity.account);
    const storage::Instant now = office.now();
    auto rows = storage::addresses_of(transaction, account, addresses_of_account_max);
    const storage::Address* const same = find_same(rows, address);
    if (same != nullptr && same->verified_at && !same->stopped_at) return view_of(*same);
    if (same == nullptr && std::ssize(rows) >= addresses_of_account_max) {
        return refusal(Code::limit_reached, "You have " + std::to_string(rows.size()) +
                                                " addresses, as many as may be.");
    }
    const auto allowed = may_claim(transaction, account, address, now);
    if (!allowed) return allowed.error();
    claim_address(office, transaction, account, identity.handle, address, now);
    rows = storage::addresses_of(transaction, account, addresses_of_account_max);
    return view_of(*find_same(rows, address));
}

// The oldest of the verified ones, or of all, takes the place of the primary one.
void appoint_primary(storage::Transaction& transaction, storage::AccountId account) {
    const auto rows = storage::addresses_of(transaction, account, addresses_of_account_max);
    if (rows.empty()) return;
    auto next = std::ranges::find_if(
        rows, [](const storage::Address& row) { return row.verified_at.has_value(); });
    if (next == rows.end()) next = rows.begin();
    storage::make_primary(transaction, account, next->id);
}

}  // namespace

base::Awaitable<Result<std::vector<AddressView>>> Addresses::list(std::int64_t account) {
    const auto look = [account](storage::Reader& reader) {
        std::vector<AddressView> views;
        for (const auto& row : storage::addresses_of(
                 reader, static_cast<storage::AccountId>(account), addresses_of_account_max)) {
            views.push_back(view_of(row));
        }
        return views;
    };
    auto views = co_await office_.read(look);
    co_return views;
}

base::Awaitable<Result<AddressView>> Addresses::add(Identity identity,
                                                    protocol::AddAddress request) {
    Office& office = office_;
    if (identity.kind != AccountKind::member) {
        co_return refusal(Code::wrong_kind,
                          "Only members have addresses: become one with POST /api/v1/me/upgrade.");
    }
    WriteJob<AddressView>::Work work = [&office, identity,
                                        request](storage::Transaction& transaction) {
        return add_row(office, transaction, identity, request.address);
    };
    auto added = co_await write<AddressView>(office.writer, std::move(work));
    co_return added;
}

base::Awaitable<Result<void>> Addresses::make_primary(std::int64_t account, std::int64_t id) {
    WriteJob<bool>::Work work = [account, id](storage::Transaction& transaction) {
        const auto owner = static_cast<storage::AccountId>(account);
        const auto row =
            storage::find_address(transaction, owner, static_cast<storage::AddressId>(id));
        if (!row || !row->verified_at) return Result<bool>(no_such_address(id));
        storage::make_primary(transaction, owner, row->id);
        return Result<bool>(true);
    };
    auto done = co_await write<bool>(office_.writer, std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

base::Awaitable<Result<void>> Addresses::resume(std::int64_t account, std::int64_t id) {
    WriteJob<bool>::Work work = [account, id](storage::Transaction& transaction) {
        const auto owner = static_cast<storage::AccountId>(account);
        const auto row =
            storage::find_address(transaction, owner, static_cast<storage::AddressId>(id));
        if (!row) return Result<bool>(no_such_address(id));
        storage::resume_address(transaction, row->id);
        return Result<bool>(true);
    };
    auto done = co_await write<bool>(office_.writer, std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

base::Awaitable<Result<void>> Addresses::remove(std::int64_t account, std::int64_t id) {
    WriteJob<bool>::Work work = [account, id](storage::Transaction& transaction) {
        const auto owner = static_cast<storage::AccountId>(account);
        const auto row =
            storage::find_address(transaction, owner, static_cast<storage::AddressId>(id));
        if (!row) return Result<bool>(no_such_address(id));
        storage::delete_address(transaction, owner, row->id);
        if (row->is_primary) appoint_primary(transaction, owner);
        return Result<bool>(true);
    };
    auto done = co_await write<bool>(office_.writer, std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

}  // namespace tanbo::account
