#include "server/store/tables/accounts/addresses.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/handle_key.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 2> purposes = {"verify", "reset"};

const Sql count_stopped = "SELECT count(*) FROM addresses WHERE stopped_at IS NOT NULL";
const Sql select_addresses = R"(
SELECT id, account, address, is_primary, created_at, verified_at, bounce_score, bounced_at,
       bounce_fault, stopped_at
FROM addresses WHERE account = ?1 ORDER BY id LIMIT ?2)";
const Sql select_one_address = R"(
SELECT id, account, address, is_primary, created_at, verified_at, bounce_score, bounced_at,
       bounce_fault, stopped_at
FROM addresses WHERE id = ?2 AND account = ?1)";
const Sql select_verified = R"(
SELECT id, account, address, is_primary, created_at, verified_at, bounce_score, bounced_at,
       bounce_fault, stopped_at
FROM addresses WHERE address_key = ?1 AND verified_at IS NOT NULL)";
const Sql select_primary = R"(
SELECT id, account, address, is_primary, created_at, verified_at, bounce_score, bounced_at,
       bounce_fault, stopped_at
FROM addresses
WHERE account = ?1 AND is_primary = 1 AND verified_at IS NOT NULL AND stopped_at IS NULL)";
const Sql insert_address_row = R"(
INSERT INTO addresses (account, address, address_key, is_primary, created_at)
VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (account, address_key) DO NOTHING)";
const Sql update_verified = R"(
UPDATE addresses SET verified_at = ?2 WHERE id = ?1 AND verified_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM addresses AS other
        WHERE other.address_key = addresses.address_key AND other.verified_at IS NOT NULL))";
const Sql update_score = R"(
UPDATE addresses SET bounce_score = ?2, bounced_at = ?3, bounce_fault = ?4,
    stopped_at = coalesce(stopped_at, ?5)
WHERE id = ?1)";
const Sql clear_score = R"(
UPDATE addresses SET bounce_score = 0, bounced_at = NULL, bounce_fault = NULL, stopped_at = NULL
WHERE id = ?1)";
const Sql clear_primary =
    "UPDATE addresses SET is_primary = 0 WHERE account = ?1 AND is_primary = 1";
const Sql set_primary = "UPDATE addresses SET is_primary = 1 WHERE account = ?1 AND id = ?2";
const Sql redirect_mails = R"(
UPDATE outbox SET address = (SELECT address FROM addresses WHERE account = ?1 AND id = ?2)
WHERE account = ?1 AND kind IN ('notice', 'digest')
    AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL)";
const Sql delete_address_row = "DELETE FROM addresses WHERE account = ?1 AND id = ?2";

const Sql insert_link_row = R"(
INSERT INTO links (hash, purpose, account, address, created_at, expires_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6))";
const Sql select_link =
    "SELECT purpose, account, address, expires_at FROM links WHERE hash = ?1 AND expires_at > ?2";
const Sql delete_link_row = "DELETE FROM links WHERE hash = ?1";
const Sql delete_links = "DELETE FROM links WHERE account = ?1 AND purpose = ?2";
const Sql delete_expired_links = R"(
DELETE FROM links WHERE hash IN
    (SELECT hash FROM links WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2))";

Address address_of(const Query& row) {
    Address address;
    address.id = row.id<AddressId>(0);
    address.account = row.id<AccountId>(1);
    address.text = row.text(2);
    address.is_primary = row.integer(3) != 0;
    address.created_at = row.instant(4);
    address.verified_at = row.optional_instant(5);
    address.bounce_score = row.integer(6);
    address.bounced_at = row.optional_instant(7);
    address.bounce_fault = row.optional_text(8);
    address.stopped_at = row.optional_instant(9);
    return address;
}

// Of the score as it was.
std::int64_t score_left(const Address& address, Instant now) {
    if (!address.bounced_at) return 0;
    using Days = std::chrono::duration<double, std::chrono::days::period>;
    const Days passed = std::max(now - *address.bounced_at, engine::Millis{0});
    const double halvings = passed / Days(bounce_score_half_life);
    return std::llround(static_cast<double>(address.bounce_score) * std::exp2(-halvings));
}

template <typename... Keys>
std::optional<Address> find_one(Reader& reader, const Sql& sql, const Keys&... keys) {
    Query select = reader.read(sql);
    if (!select.bind(keys...).step()) return std::nullopt;
    return address_of(select);
}

}  // namespace

std::string address_key(std::string_view address) {
    return handle_key(address);
}

std::vector<Address> addresses_of(Reader& reader, AccountId account, int limit) {
    Query select = reader.read(select_addresses);
    select.bind(account, limit);
    std::vector<Address> addresses;
    while (select.step()) addresses.push_back(address_of(select));
    return addresses;
}

std::optional<Address> find_address(Reader& reader, AccountId account, AddressId id) {
    return find_one(reader, select_one_address, account, id);
}

std::optional<Address> find_verified(Reader& reader, std::string_view address_key) {
    return find_one(reader, select_verified, address_key);
}

std::optional<Address> mail_address(Reader& reader, AccountId account) {
    return find_one(reader, select_primary, account);
}

std::optional<AddressId> insert_address(Transaction& transaction, AccountId account,
                                        std::string_view address, bool is_primary, Instant now) {
    const std::string key = address_key(address);
    Query insert = transaction.write(insert_address_row);
    if (insert.run(account, address, key, is_primary, now) == 0) return std::nullopt;
    return static_cast<AddressId>(insert.insert_id());
}

bool verify_address(Transaction& transaction, AddressId id, Instant now) {
    transaction.expect_turn_channels();
    return transaction.write(update_verified).run(id, now) == 1;
}

std::int64_t count_stopped_addresses(Reader& reader) {
    Query select = reader.read(count_stopped);
    select.step();
    return select.integer(0);
}

bool score_bounce(Transaction& transaction, const Address& address, std::int64_t score,
                  std::string_view fault, Instant now) {
    const std::int64_t total = score_left(address, now) + score;
    const bool stops = total > bounce_score_max && !address.stopped_at;
    std::optional<Instant> stopped_at;
    if (stops) stopped_at = now;
    transaction.write(update_score).run(address.id, total, now, fault, stopped_at);
    return stops;
}

void resume_address(Transaction& transaction, AddressId id) {
    transaction.expect_turn_channels();
    transaction.write(clear_score).run(id);
}

void make_primary(Transaction& transaction, AccountId account, AddressId id) {
    transaction.expect_turn_channels(account);
    transaction.write(clear_primary).run(account);
    if (transaction.write(set_primary).run(account, id) == 0) return;
    if (transaction.write(redirect_mails).run(account, id) > 0) {
        transaction.announce(DeliveryQueued::mail);
    }
}

bool delete_address(Transaction& transaction, AccountId account, AddressId id) {
    return transaction.write(delete_address_row).run(account, id) == 1;
}

void insert_link(Transaction& transaction, const Digest& hash, const Link& link, Instant now) {
    transaction.write(insert_link_row)
        .run(hash, word_of(purposes, link.purpose), link.account, link.address, now,
             link.expires_at);
}

std::optional<Link> find_link(Reader& reader, const Digest& hash, Instant now) {
    Query select = reader.read(select_link);
    if (!select.bind(hash, now).step()) return std::nullopt;
    Link link;
    link.purpose = value_of<LinkPurpose>(purposes, select.text(0));
    link.account = select.id<AccountId>(1);
    link.address = select.optional_id<AddressId>(2);
    link.expires_at = select.instant(3);
    return link;
}

void delete_link(Transaction& transaction, const Digest& hash) {
    transaction.write(delete_link_row).run(hash);
}

void delete_links_of(Transaction& transaction, AccountId account, LinkPurpose purpose) {
    transaction.write(delete_links).run(account, word_of(purposes, purpose));
}

int prune_links(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired_links).run(now, limit));
}

}  // namespace tanbo::store
