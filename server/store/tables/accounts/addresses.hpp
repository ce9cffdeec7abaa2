#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Addresses for mail, and the links that mails carry.
namespace tanbo::store {

struct Address {
    AddressId id{};
    AccountId account{};
    std::string text = {};
    bool is_primary = false;
    Instant created_at{};
    std::optional<Instant> verified_at = {};
    std::int64_t bounce_score = 0;  // as of bounced_at, in thousandths of a permanent bounce
    std::optional<Instant> bounced_at = {};
    std::optional<std::string> bounce_fault = {};  // what the last bounce said
    std::optional<Instant> stopped_at = {};        // since when no mail goes there
};

// How the last bounces of an address add up. It is stopped if the score is past the most:
// three permanent bounces within days do, and so do a dozen passing ones.
inline constexpr std::int64_t bounce_score_max = 2'500;
inline constexpr std::int64_t permanent_bounce_score = 1'000;
inline constexpr std::int64_t passing_bounce_score = 250;
// In which time it falls to one half.
inline constexpr std::chrono::days bounce_score_half_life{7};

// The key of an address: its lower case (ASCII).
std::string address_key(std::string_view address);

// Oldest first, at most `limit`.
std::vector<Address> addresses_of(Reader& reader, AccountId account, int limit);
// Nothing if the account has no address of that number.
std::optional<Address> find_address(Reader& reader, AccountId account, AddressId id);
// The one who has shown that they read mail there.
std::optional<Address> find_verified(Reader& reader, std::string_view address_key);
// The address to which the account's mails go: its primary address if it is verified and not
// stopped.
std::optional<Address> mail_address(Reader& reader, AccountId account);

// Nothing if the account has it already.
std::optional<AddressId> insert_address(Transaction& transaction, AccountId account,
                                        std::string_view address, bool is_primary, Instant now);
// False if another account has verified it before.
bool verify_address(Transaction& transaction, AddressId id, Instant now);
// A mail that waits for the account goes there, too. Announces DeliveryQueued::mail if there is
// one: what waits behind it elsewhere may be sent.
void make_primary(Transaction& transaction, AccountId account, AddressId id);
// Adds `score` to what is left of the former ones, and stops the address past bounce_score_max.
// True if it is stopped by this.
bool score_bounce(Transaction& transaction, const Address& address, std::int64_t score,
                  std::string_view fault, Instant now);
// How many are stopped.
std::int64_t count_stopped_addresses(Reader& reader);
// Forgets its bounces: mail goes there again.
void resume_address(Transaction& transaction, AddressId id);
// With its links. False if the account has no address of that number.
bool delete_address(Transaction& transaction, AccountId account, AddressId id);

enum class LinkPurpose : std::uint8_t { verify, reset };

struct Link {
    LinkPurpose purpose = LinkPurpose::verify;
    AccountId account{};
    std::optional<AddressId> address = {};
    Instant expires_at{};
};

// Throws: StorageError constraint if the hash is there already.
void insert_link(Transaction& transaction, const Digest& hash, const Link& link, Instant now);
// Nothing if there is none, or it has expired at `now`.
std::optional<Link> find_link(Reader& reader, const Digest& hash, Instant now);
void delete_link(Transaction& transaction, const Digest& hash);
// Deletes the links of one purpose.
void delete_links_of(Transaction& transaction, AccountId account, LinkPurpose purpose);
int prune_links(Transaction& transaction, Instant now, int limit);

}  // namespace tanbo::store
