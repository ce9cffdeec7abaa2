#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/time/terms.hpp"

// Agreements of players before a game, beside its clock. Each option is described here and nowhere
// else: JSON, records, the arguments of `challenge` in mails and of `tanbo play`, the manual and
// texts follow. Which values fit a setup is engine::terms_fault's to say.
namespace tanbo::protocol {

struct GameOption {
    std::string_view key;       // of its member in JSON: "leaver_policy"
    std::string_view argument;  // behind "--": "leaver-policy"
    std::string_view meaning;   // for manuals: "the second player may change seats ..."
    // The name of each value, the default first. None: false and true, as JSON has them; as an
    // argument it stands alone then.
    std::span<const std::string_view> words;
    // How texts tell of each value, the default first; empty: not at all.
    std::span<const std::string_view> phrases;

    std::size_t (*value)(const engine::Terms& terms);
    void (*set)(engine::Terms& terms, std::size_t value);

    bool is_flag() const { return words.empty(); }
};

// All, in the order of JSON.
std::span<const GameOption> game_options();

// The keys of what players agree on: "clock", and those of all options.
std::span<const std::string_view> terms_keys();

// The option of that argument; null if there is none.
const GameOption* find_game_option(std::string_view argument);

// The text after "=" as a value: nothing stands for true; nullopt if the option has no such value.
std::optional<std::size_t> option_value(const GameOption& option, std::string_view written);

// The choices of an option, for an error: `"remove" or "substitute"`.
std::string option_choice(const GameOption& option);

// All as arguments, for manuals: "[--rated] [--swap] [--leaver-policy=remove|substitute]".
std::string options_usage();

// The options' effects, as sentences: "With --rated the game counts for ratings. With ..."
std::string options_meaning();

// "rated, with swap"
std::string options_text(const engine::Terms& terms);

}  // namespace tanbo::protocol
