#pragma once

#include <string>
#include <string_view>

namespace tanbo::store {

// A statement as PostgreSQL is given it: parameters are $1 instead of ?1, and what stands in braces
// is left out, since it is for SQLite alone. Neither is looked for within quotes.
std::string postgres_text(std::string_view sql);

// How many parameters it has: the highest number.
int parameter_count(std::string_view sql);

// The table that it inserts into; empty if it does something else.
std::string_view inserted_table(std::string_view sql);

}  // namespace tanbo::store
