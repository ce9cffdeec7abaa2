#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tanbo::store {

// A numbered SQL file of migrations/. Once released it is never edited.
struct Migration {
    int version;              // grows by one
    std::string_view name;    // "0001_initial"
    std::string_view sql;     // its text
    std::string_view sha256;  // of its text, 64 lower-case hex digits
};

// All that this program carries for an engine, in order. SQLite's begin with 1, PostgreSQL's with
// the schema of several of those.
std::span<const Migration> embedded_migrations();
std::span<const Migration> postgres_migrations();

struct MigrationPlan {
    bool is_new = false;                    // there is no database yet, or an empty one
    int version = 0;                        // of the database; 0: new
    std::vector<const Migration*> pending;  // what would run, in order
};

}  // namespace tanbo::store
