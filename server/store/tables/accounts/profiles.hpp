#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// A player's words about themselves, and when they are away.
namespace tanbo::store {

// Minutes of the local day.
struct SleepMinutes {
    int from = 0;
    int until = 0;
    bool operator==(const SleepMinutes&) const = default;
};

struct Profile {
    std::string time_zone = "UTC";
    std::string language = "en";
    std::string about = {};
    std::optional<SleepMinutes> sleep = {};
    Instant calendar_set_at{};  // 0: never
};

// Nothing if there is no such account.
std::optional<Profile> find_profile(Reader& reader, AccountId account);
void set_profile(Transaction& transaction, AccountId account, const Profile& profile);

struct Vacation {
    std::string from_day = {};  // "2026-07-01", of the player's zone when they planned it
    std::string until_day = {};
    Instant from_at{};
    Instant until_at{};
    Instant created_at{};
};

// The vacations that end after `after`, in their order.
std::vector<Vacation> vacations_of(Reader& reader, AccountId account, Instant after);

// Replaces the one that begins on the same day.
void put_vacation(Transaction& transaction, AccountId account, const Vacation& vacation);

// False if none begins on that day.
bool delete_vacation(Transaction& transaction, AccountId account, std::string_view from_day);

// Deletes the vacations that ended before `before`.
void prune_vacations(Transaction& transaction, AccountId account, Instant before);

}  // namespace tanbo::store
