#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "server/cli/bot/bot_account.hpp"

namespace tanbo::cli {

// Work that a house bot's token is good for beside its games: done on a thread of its own until the
// stop is asked for, and giving way while moves are thought about.
using BesideGames =
    std::function<void(const std::string& url, const std::string& token,
                       const std::function<bool()>& is_busy, const std::stop_token& stop)>;

struct BotOptions {
    std::string url;
    std::string token;              // of the one account that a program plays
    std::string engine;             // its command; empty: house bots, with accounts that are read
    bool starts_each_move = false;  // the engine, which ends after it
    std::string accounts;           // a file of them; empty: standard input
    unsigned threads = 1;
    unsigned memory_mb = 0;  // 0: no limit
    BotPolicy policy;
    BesideGames beside = {};  // of house bots alone; empty: nothing
    ProgramTimes times;
};

// The accounts of house bots, a JSON line each, up to an empty line or the end. Errors: a sentence.
std::variant<std::vector<protocol::HouseBot>, std::string> read_accounts(
    const std::vector<std::string>& lines);

// Plays for good; the exit status. If it reads the accounts of house bots from standard input, it
// ends when that is closed.
int run_bot(const BotOptions& options);

}  // namespace tanbo::cli
