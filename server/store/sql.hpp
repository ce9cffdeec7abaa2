#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace tanbo::store {

// The text of a statement, which every engine takes.
//
// Parameters are ?1, ?2 and so on without gaps. A mark in braces, as {INDEXED BY games_by_end} or
// {CROSS}, is a hint that SQLite's planner alone is given. Objects have static storage: all() lists
// every statement of the program before main begins. Values are bound.
// Thread: any, once main has begun.
class Sql {
public:
    Sql(const char* text) : Sql(std::string(text)) {}  // NOLINT(google-explicit-constructor)
    explicit Sql(std::string text);
    Sql(const Sql&) = delete;
    Sql& operator=(const Sql&) = delete;

    const std::string& text() const { return text_; }

    // From 0 without gaps, in no order that means anything: an index for what engines keep of it.
    std::size_t number() const { return number_; }

    // Every statement of the program, at its number.
    static std::span<const Sql* const> all();

private:
    std::string text_;
    std::size_t number_;
};

enum class Dialect { sqlite, postgres };

// Calls `take` with each token of a text as an engine is given it: a comment, what is quoted, ||, a
// word, or one character. What stands in braces outside of these is for SQLite alone, or up to a
// bar for SQLite and behind it for PostgreSQL.
void for_each_token(std::string_view sql, Dialect dialect,
                    const std::function<void(std::string_view token)>& take);

// A name of the catalogue as both engines write it, whatever word it is.
std::string quoted_name(std::string_view name);

// "a", "b": the names of things of the catalogue.
template <class Things, class NameOf = std::identity>
std::string quoted_names(const Things& things, NameOf name_of = {}) {
    std::string names;
    for (const auto& thing : things) {
        names += (names.empty() ? "" : ", ") + quoted_name(std::invoke(name_of, thing));
    }
    return names;
}

}  // namespace tanbo::store
