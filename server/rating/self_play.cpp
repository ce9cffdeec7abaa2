#include "server/rating/self_play.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "protocol/json/words.hpp"

namespace tanbo::embedded {
extern const std::string_view self_play_text;
}

namespace tanbo::rating {

namespace {

constexpr std::size_t head_words = 3;  // setup, games, plies

std::optional<protocol::BalanceView> balance_of(const std::vector<std::string_view>& words) {
    if (words.size() <= head_words || words.size() % 2 == 0) return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = protocol::whole_number(words[i]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    protocol::BalanceView balance;
    balance.games = numbers[0];
    balance.plies = numbers[1];
    std::int64_t wins = 0;
    for (std::size_t i = 2; i + 1 < numbers.size(); i += 2) {
        balance.seats.push_back({numbers[i], numbers[i + 1]});
        wins += numbers[i];
    }
    if (wins != balance.games || wins == 0) return std::nullopt;
    return balance;
}

}  // namespace

std::optional<protocol::BalanceView> read_self_play(std::string_view text, std::string_view setup) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto words = protocol::words_of(text.substr(0, end));
        if (!words.empty() && words.front() == setup) return balance_of(words);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::nullopt;
}

std::optional<protocol::BalanceView> self_play_of(std::string_view setup) {
    return read_self_play(embedded::self_play_text, setup);
}

}  // namespace tanbo::rating
