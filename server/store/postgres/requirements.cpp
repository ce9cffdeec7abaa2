#include "server/store/postgres/requirements.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <libpq-fe.h>
#include <string_view>

#include "server/store/error.hpp"
#include "server/store/postgres/session.hpp"

namespace tanbo::store {
namespace {

constexpr int version_min = 150'000;

constexpr const char* select_settings = R"(
SELECT name, setting FROM pg_settings
WHERE name IN ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit',
               'synchronous_standby_names')
UNION ALL
SELECT 'encoding', pg_encoding_to_char(encoding) FROM pg_database
WHERE datname = current_database()
UNION ALL
SELECT 'collation', CASE datlocprovider WHEN 'c' THEN datcollate ELSE 'icu' END FROM pg_database
WHERE datname = current_database())";

std::string_view setting_of(const PostgresSettings& settings, std::string_view name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string_view() : std::string_view(found->second);
}

bool is_one_of(std::string_view value, std::initializer_list<std::string_view> values) {
    return std::ranges::find(values, value) != values.end();
}

std::string must_be(std::string_view name, std::string_view is, std::string_view must_be) {
    return std::string(name) + " must be " + std::string(must_be) + "; got \"" + std::string(is) +
           "\".";
}

}  // namespace

PostgresSettings read_settings(PostgresSession& session) {
    PostgresSettings settings;
    const PostgresResult rows = session.ask(select_settings);
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        settings.emplace(PQgetvalue(rows.get(), row, 0), PQgetvalue(rows.get(), row, 1));
    }
    return settings;
}

std::vector<std::string> settings_faults(const PostgresSettings& settings, bool is_replicated) {
    std::vector<std::string> faults;
    const auto require = [&](std::string_view name, std::initializer_list<std::string_view> values,
                             std::string_view words) {
        const std::string_view is = setting_of(settings, name);
        if (!is_one_of(is, values)) faults.push_back(must_be(name, is, words));
    };
    const std::string_view version = setting_of(settings, "server_version_num");
    if (std::atoi(std::string(version).c_str()) < version_min) {
        faults.push_back(must_be("server_version_num", version, "150000 or more"));
    }
    require("fsync", {"on"}, "on");
    require("full_page_writes", {"on"}, "on");
    require("synchronous_commit", {"on", "remote_apply"}, "on or remote_apply");
    require("encoding", {"UTF8"}, "UTF8");
    require("collation", {"C", "POSIX", "C.UTF-8", "C.utf8"}, "C.UTF-8 (text in byte order)");
    if (is_replicated && setting_of(settings, "synchronous_standby_names").empty()) {
        faults.emplace_back("synchronous_standby_names is empty, and database.replicated is on.");
    }
    return faults;
}

bool shares_sessions(PostgresSession& first, PostgresSession& second) {
    const auto process_of = [](PostgresSession& session) {
        const PostgresResult row = session.ask("SELECT pg_backend_pid()");
        return std::string(PQgetvalue(row.get(), 0, 0));
    };
    const std::string own = process_of(first);
    // A pool lends what was given back last, or what was given back first.
    second.ask("BEGIN");
    bool is_shared = process_of(second) == own || process_of(first) != own;
    first.ask("BEGIN");
    is_shared = is_shared || process_of(first) != own;
    second.ask("ROLLBACK");
    first.ask("ROLLBACK");
    return is_shared || process_of(first) != own;
}

void require_settings(PostgresSession& session, const std::string& database, bool is_replicated) {
    const std::vector<std::string> faults = settings_faults(read_settings(session), is_replicated);
    if (faults.empty()) return;
    std::string all = "The database " + database + " can't be used:";
    for (const std::string& fault : faults) all += " " + fault;
    throw StorageError(Fault::cannot_open, all);
}

}  // namespace tanbo::store
