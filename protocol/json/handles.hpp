#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// The names of accounts. They are ASCII, and the same whatever the case of their letters.
namespace tanbo::protocol {

inline constexpr std::size_t handle_chars_min = 2;
inline constexpr std::size_t handle_chars_max = 24;

// The server's own opponents, one a level from 1 up. Their handles are "bot:1" to "bot:10". No
// other handle has a colon, so none is ever taken, and a name says which level plays.
inline constexpr int bot_levels = 10;
inline constexpr std::string_view bot_prefix = "bot:";

// Requires: 1 <= level <= bot_levels.
std::string bot_handle(int level);
// The level of the house bot of this name, in either case; nothing for anybody else's.
std::optional<int> bot_level(std::string_view handle);
// Whether the handle is a house bot's.
bool is_house_bot(std::string_view handle);
// Asks for a house bot, whether there is such a level or not.
bool is_bot_name(std::string_view name);

// Can be anybody's handle, a guest's included: a letter, then letters, digits, "-" or "_"; or a
// house bot's.
bool is_handle(std::string_view handle);
// May stand in a handle.
bool is_handle_character(char character);
// Handles are the same whatever the case of their letters.
bool is_same_handle(std::string_view one, std::string_view other);

// The same for all handles that look alike: in lower case, with one letter for "l", "1" and "I" and
// one for "O" and "0". Two accounts never get handles of one likeness.
std::string handle_likeness(std::string_view handle);

// Can be chosen: a handle that neither is a reserved word ("me", "open", "root", ...) nor begins
// with "guest-" or "deleted-", and does not look like one that does, nor like a house bot's
// ("bot-5"), nor official ("staff", "tanbo-admin", "rnoderator").
bool is_valid_handle(std::string_view handle);
// The rule that a handle breaks, after its name: "must have 2 to 24 characters". Empty if it can be
// chosen. Bytes past ASCII break the rule of letters, however few there are.
std::string handle_fault(std::string_view handle);

}  // namespace tanbo::protocol
