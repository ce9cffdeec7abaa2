#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

// Addresses for mail, and the links that mails carry.
namespace tanbo::storage {

enum class AddressId : std::int64_t {};

struct Address {
    AddressId id{};
    AccountId account{};
    std::string text = {};
    bool is_primary = false;
    Instant created_at = 0;
    std::optional<Instant> verified_at = {};
};

// What an address is found by: its lower case (ASCII).
std::string address_key(std::string_view address);

// Oldest first, at most `limit`.
std::vector<Address> addresses_of(Reader& reader, AccountId account, int limit);
// Nothing where the account has no address of that number.
std::optional<Address> find_address(Reader& reader, AccountId account, AddressId id);
// The one who has shown that he reads mail there.
std::optional<Address> find_verified(Reader& reader, std::string_view address_key);
// Where the account's mails go: its primary address if it is verified.
std::optional<Address> mail_address(Reader& reader, AccountId account);

// Nothing where the account has it already.
std::optional<AddressId> insert_address(Transaction& transaction, AccountId account,
                                        std::string_view address, bool is_primary, Instant now);
// False where somebody else has verified it before.
bool verify_address(Transaction& transaction, AddressId id, Instant now);
void make_primary(Transaction& transaction, AccountId account, AddressId id);
// With its links. False where the account has no address of that number.
bool delete_address(Transaction& transaction, AccountId account, AddressId id);

enum class LinkPurpose : std::uint8_t { verify, reset };

struct Link {
    LinkPurpose purpose = LinkPurpose::verify;
    AccountId account{};
    std::optional<AddressId> address = {};
    Instant expires_at = 0;
};

// Throws: StorageError constraint where the hash is there already.
void insert_link(Transaction& transaction, const Digest& hash, const Link& link, Instant now);
// Nothing where there is none, or it has expired at `now`.
std::optional<Link> find_link(Reader& reader, const Digest& hash, Instant now);
void delete_link(Transaction& transaction, const Digest& hash);
// Those of one purpose.
void delete_links_of(Transaction& transaction, AccountId account, LinkPurpose purpose);
// How many of one purpose were made since.
int count_links(Reader& reader, AccountId account, LinkPurpose purpose, Instant since);
int prune_links(Transaction& transaction, Instant now, int limit);

}  // namespace tanbo::storage
