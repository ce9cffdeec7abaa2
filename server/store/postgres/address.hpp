#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/store/postgres/hosts.hpp"

namespace tanbo::store {

// The address of a PostgreSQL: what stands behind "postgres:" or "postgresql:" in the setting
// `database`.
struct PostgresAddress {
    std::string text;                                        // as it was given: no secret is in it
    std::vector<std::pair<std::string, std::string>> words;  // for libpq, with what we add
    std::shared_ptr<PostgresHosts> hosts;                    // of all connections with this address
};

// The part of a setting behind that; nothing if it names a file.
std::optional<std::string_view> postgres_part(std::string_view database);

// Its fault as one sentence, or nothing. A password is refused: anyone who may list processes, or
// read the log, would read it. libpq takes it from a file.
std::optional<std::string> postgres_address_fault(std::string_view part);

// "host=a,b dbname=tanbo". We add what must not be forgotten: that a lost connection is noticed
// within seconds, and that of several hosts the one that takes writes is found.
// Requires: no fault. Source: PostgreSQL 15, 34.1.2.
PostgresAddress parse_postgres_address(std::string_view part);

}  // namespace tanbo::store
