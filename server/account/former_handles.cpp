#include "server/account/former_handles.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "server/store/tables/messages/notices.hpp"

namespace tanbo::account {

namespace {

using protocol::AccountId;
using protocol::Result;

constexpr int handles_at_once = 100;
constexpr std::size_t told_at_once = 10;  // each has some hundreds of notices

base::Awaitable<Result<void>> rename(store::Store& store, store::FormerHandle handle,
                                     std::vector<AccountId> told) {
    auto look = [handle, told = std::move(told)](store::Reader& reader) {
        std::vector<AccountId> naming;
        for (const AccountId one : told) {
            if (store::do_notices_name(reader, one, handle.former)) naming.push_back(one);
        }
        return naming;
    };
    auto naming = co_await store.read(std::move(look));
    if (!naming) co_return naming.error();
    if (naming->empty()) co_return Result<void>();
    store::Work<void> work = [handle, naming = *naming](store::Transaction& transaction) {
        for (const AccountId one : naming) {
            store::rename_in_notices(transaction, one, handle.former, handle.present);
        }
        return Result<void>();
    };
    co_return co_await store.write<void>(std::move(work));
}

base::Awaitable<Result<void>> rename_everywhere(store::Store& store, store::FormerHandle handle) {
    const auto look = [account = handle.account](store::Reader& reader) {
        return store::co_players_of(reader, account);
    };
    auto told = co_await store.read(look);
    if (!told) co_return told.error();
    for (std::span<const AccountId> rest(*told); !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), told_at_once));
        rest = rest.subspan(some.size());
        auto renamed = co_await rename(store, handle, {some.begin(), some.end()});
        if (!renamed) co_return renamed.error();
    }
    co_return Result<void>();
}

}  // namespace

base::Awaitable<Result<void>> forget_handles(store::Store& store,
                                             std::vector<store::FormerHandle> handles) {
    for (const store::FormerHandle& handle : handles) {
        auto renamed = co_await rename_everywhere(store, handle);
        if (!renamed) co_return renamed.error();
    }
    store::Work<void> work = [handles](store::Transaction& transaction) {
        for (const store::FormerHandle& handle : handles) {
            store::forget_former_handle(transaction, handle.account);
        }
        return Result<void>();
    };
    co_return co_await store.write<void>(std::move(work));
}

base::Awaitable<Result<void>> forget_former_handles(store::Store& store) {
    for (;;) {
        const auto look = [](store::Reader& reader) {
            return store::former_handles(reader, handles_at_once);
        };
        auto handles = co_await store.read(look);
        if (!handles) co_return handles.error();
        if (handles->empty()) co_return Result<void>();
        auto forgotten = co_await forget_handles(store, std::move(*handles));
        if (!forgotten) co_return forgotten.error();
    }
}

}  // namespace tanbo::account
