#include "server/store/postgres/address.hpp"

#include <algorithm>
#include <array>
#include <libpq-fe.h>
#include <memory>

#include "server/store/error.hpp"
#include "server/store/postgres/error.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view scheme = "postgres:";
constexpr std::string_view long_scheme = "postgresql:";  // the same to libpq

struct FreeOptions {
    void operator()(PQconninfoOption* options) const noexcept { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

using Word = std::pair<std::string, std::string>;

// Those that hold whatever the address says, and those that it may say otherwise.
const std::array always_words = {
    Word{"target_session_attrs", "read-write"},
    Word{"client_encoding", "UTF8"},
};
const std::array usual_words = {
    Word{"application_name", "tanbod"}, Word{"connect_timeout", "2"},
    Word{"tcp_user_timeout", "2500"},   Word{"keepalives_idle", "5"},
    Word{"keepalives_interval", "2"},   Word{"keepalives_count", "3"},
};

// libpq repeats parts of an address that it can't read, and one of these may be a secret.
bool may_hold_secret(std::string_view part) {
    return part.find('@') != part.npos || part.find("pass") != part.npos;
}

// libpq reads an address in the name of the database, too.
bool is_address(std::string_view database) {
    return database.find('=') != database.npos || database.find("://") != database.npos;
}

// Nothing if libpq does not take it; then `why` says so.
Options parse_options(std::string_view part, std::string& why) {
    // A URL is one with its scheme: postgres://host/database.
    const std::string words =
        (part.starts_with("//") ? std::string(scheme) : "") + std::string(part);
    char* message = nullptr;
    Options options(PQconninfoParse(words.c_str(), &message));
    if (message != nullptr) {
        why = may_hold_secret(part) ? "libpq can't read it" : one_line(message);
        PQfreemem(message);
    }
    return options;
}

std::vector<Word> given_words(const PQconninfoOption* option) {
    std::vector<Word> words;
    for (; option->keyword != nullptr; ++option) {
        if (option->val != nullptr) words.emplace_back(option->keyword, option->val);
    }
    return words;
}

bool names(const std::vector<Word>& words, std::string_view key) {
    return std::ranges::any_of(words, [key](const Word& word) { return word.first == key; });
}

}  // namespace

std::optional<std::string_view> postgres_part(std::string_view database) {
    for (const std::string_view name : {scheme, long_scheme}) {
        if (database.starts_with(name)) return database.substr(name.size());
    }
    return std::nullopt;
}

std::optional<std::string> postgres_address_fault(std::string_view part) {
    std::string why;
    const Options options = parse_options(part, why);
    if (options == nullptr) return "must be an address of a PostgreSQL database: " + why;
    const std::vector<Word> words = given_words(options.get());
    if (names(words, "password") || names(words, "sslpassword")) {
        return "must not contain a password; name a password file with passfile= or PGPASSFILE";
    }
    if (!names(words, "dbname") && !names(words, "service")) {
        return "must name a database with dbname=";
    }
    const bool has_two = std::ranges::any_of(
        words, [](const Word& word) { return word.first == "dbname" && is_address(word.second); });
    if (has_two) return "must name only the database with dbname=, not another address";
    return std::nullopt;
}

PostgresAddress parse_postgres_address(std::string_view part) {
    std::string why;
    const Options options = parse_options(part, why);
    if (options == nullptr) throw StorageError(Fault::cannot_open, why);
    PostgresAddress address{"postgres:" + std::string(part), given_words(options.get()), {}};
    for (const Word& word : usual_words) {
        if (!names(address.words, word.first)) address.words.push_back(word);
    }
    // libpq takes the last of two.
    for (const Word& word : always_words) address.words.push_back(word);
    address.hosts = std::make_shared<PostgresHosts>(address.words);
    return address;
}

}  // namespace tanbo::store
