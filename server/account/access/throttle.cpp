#include "server/account/access/throttle.hpp"

#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"

namespace tanbo::account {

namespace {

using store::Count;

// An account is counted by its number: a new handle doesn't empty its limits.
std::string subject_of(const std::optional<store::Account>& account, std::string_view handle_key) {
    if (!account) return std::string(handle_key);
    return "#" + to_string(account->id);
}

std::optional<std::string> known_source(store::Reader& reader, const Devices& devices,
                                        const store::Account& account, const SignInSource& source,
                                        base::Instant now) {
    if (source.device) {
        const auto device = devices.read(*source.device, now);
        if (device && device->account == account.id) return "device " + device->id;
    }
    if (source.token) return "token " + *source.token;
    if (!store::is_known_address(reader, account.id, source.address, now)) {
        return std::nullopt;
    }
    return subject_of(account, {}) + " " + source.address;
}

// The limits against which one try counts: it must be within all of them.
std::vector<Count> counted(const Attempt& attempt, const std::string& subject,
                           const SignInSource& source) {
    if (attempt.known_source) return {{&tries_in_place, *attempt.known_source}};
    return {{&guesses_from_address, subject + " " + source.address},
            {&guesses_at_account, subject},
            {&guesses_by_address, source.address}};
}

}  // namespace

base::Awaitable<protocol::Result<void>> take_sign_up(store::Store& store, base::Clock clock,
                                                     int per_minute, std::string client) {
    using protocol::Result;
    store::Work<bool> count = [clock, per_minute,
                               client = std::move(client)](store::Transaction& transaction) {
        const store::Limit limit{"sign-ups", {{{per_minute, minutes(1)}}}};
        const auto until = store::try_acquire(transaction, limit, client, clock());
        if (!until) return Result<bool>(true);
        return Result<bool>(store::rate_limited("Too many requests", *until, clock()));
    };
    const auto counted = co_await store.write<bool>(std::move(count));
    if (!counted) co_return counted.error();
    co_return Result<void>();
}

Attempt begin_attempt(store::Transaction& transaction, const Devices& devices,
                      std::string_view handle_key, const SignInSource& source, base::Instant now) {
    Attempt attempt;
    attempt.account = store::find_account(transaction, handle_key);
    // An account that will be deleted counts as unknown.
    if (attempt.account && store::deletion_of(transaction, attempt.account->id)) {
        attempt.account.reset();
    }
    if (attempt.account) {
        transaction.lock_account(attempt.account->id);  // two nodes would both admit the last
        attempt.known_source = known_source(transaction, devices, *attempt.account, source, now);
    }
    const auto all = counted(attempt, subject_of(attempt.account, handle_key), source);
    auto looked_at = all;
    if (attempt.known_source) looked_at.push_back({&mistakes_in_place, *attempt.known_source});
    attempt.limited_until = store::limited_until(transaction, looked_at, now);
    if (attempt.limited_until) return attempt;
    for (const Count& one : all) {
        attempt.hits.push_back(store::count_hit(transaction, *one.limit, one.subject, now));
    }
    return attempt;
}

bool needs_end(const Attempt& attempt, Outcome outcome) {
    return outcome != Outcome::wrong || attempt.known_source.has_value();
}

void end_attempt(store::Transaction& transaction, const Attempt& attempt,
                 const SignInSource& source, Outcome outcome, base::Instant now) {
    if (outcome != Outcome::wrong || attempt.known_source) {
        for (const protocol::HitId hit : attempt.hits) store::delete_hit(transaction, hit);
    }
    if (outcome == Outcome::wrong && attempt.known_source) {
        store::count_hit(transaction, mistakes_in_place, *attempt.known_source, now);
    }
    if (outcome == Outcome::right && attempt.account) {
        store::record_known_address(transaction, attempt.account->id, source.address, now);
    }
}

}  // namespace tanbo::account
