#include "server/cli/bot/bot.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <variant>

#include "protocol/client/bot_client.hpp"
#include "server/cli/bot/account_check.hpp"
#include "server/cli/engines/search_engine.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using Players = std::vector<std::unique_ptr<Player>>;

constexpr std::size_t accounts_max = 100;
constexpr std::size_t line_bytes_max = 65'536;
constexpr std::size_t mebibyte = std::size_t{1} << 20U;
constexpr std::size_t tree_bytes_by_default = 64 * mebibyte;

// The memory that the process may hold, threads' stacks and all; beyond it the process ends.
bool limit_memory(unsigned mebibytes) {
    if (mebibytes == 0) return true;
    const rlimit limit{mebibytes * mebibyte, mebibytes * mebibyte};
    return ::setrlimit(RLIMIT_DATA, &limit) == 0;
}

// For the boards of all accounts' games another quarter of the memory, in equal parts.
BotOptions with_room_for(std::size_t accounts, BotOptions options) {
    if (options.memory_mb == 0) return options;
    options.policy.boards_bytes_max = options.memory_mb * mebibyte / 4 / accounts;
    return options;
}

// For each thread one; all trees together take a quarter of the memory at most.
Players engines(const BotOptions& options) {
    const std::size_t bytes = options.memory_mb == 0
                                  ? tree_bytes_by_default
                                  : options.memory_mb * mebibyte / 4 / options.threads;
    const auto seed =
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    Players players;
    for (unsigned i = 0; i < options.threads; ++i) {
        players.push_back(
            std::make_unique<ThinkingPlayer>(std::make_unique<SearchEngine>(seed + i, bytes)));
    }
    return players;
}

// The programs, started, or why they can't be.
std::variant<Players, std::string> programs(const BotOptions& options) {
    Players players;
    for (unsigned i = 0; i < options.threads; ++i) {
        auto program = std::make_unique<ProgramPlayer>(options.engine, options.times,
                                                       options.starts_each_move);
        if (auto fault = program->start()) {
            return "\"" + options.engine + "\" does not start: " + *fault;
        }
        players.push_back(std::move(program));
    }
    return players;
}

// A line of a descriptor, read byte by byte to take nothing after it.
std::optional<std::string> read_line(int descriptor) {
    std::string line;
    while (line.size() < line_bytes_max) {
        char c = 0;
        const ssize_t count = ::read(descriptor, &c, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return line.empty() ? std::nullopt : std::optional(line);
        if (c == '\n') return line;
        line += c;
    }
    return line;
}

std::vector<std::string> lines_of_input() {
    std::vector<std::string> lines;
    while (lines.size() <= accounts_max) {
        auto line = read_line(STDIN_FILENO);
        if (!line || line->empty()) break;
        lines.push_back(std::move(*line));
    }
    return lines;
}

std::vector<std::string> lines_of_file(std::istream& file) {
    std::vector<std::string> lines;
    std::string line;
    while (lines.size() <= accounts_max && std::getline(file, line) && !line.empty()) {
        lines.push_back(line);
    }
    return lines;
}

// The accounts that are played, and what finds their moves.
class Bot {
public:
    Bot(const BotOptions& options, Players players)
        : options_(options), pool_(std::move(players), [this] { connections_.wake(); }) {}

    void add(BotIdentity identity, const std::string& token) {
        accounts_.push_back(std::make_unique<BotAccount>(accounts_.size(), std::move(identity),
                                                         HttpClient(options_.url, token),
                                                         options_.policy, connections_, pool_));
    }

    // Until `input`, if there is one, is closed, or no account is left.
    int run(int input) {
        constexpr std::chrono::minutes wait_max{1};
        for (const auto& account : accounts_) account->begin();
        while (true) {
            if (connections_.run(wait_max, input) && has_been_closed(input)) return 0;
            for (SearchTaskResult& result : pool_.take()) {
                accounts_[result.account]->on_result(std::move(result));
            }
            if (std::ranges::all_of(accounts_, [](const auto& a) { return a->is_dismissed(); })) {
                return report("no accounts left to play for");
            }
        }
    }

    // Thread: any.
    bool is_thinking() { return pool_.is_busy(); }

private:
    // All else that comes there is not for us.
    static bool has_been_closed(int input) {
        char dropped[512];
        const ssize_t count = ::read(input, dropped, sizeof dropped);
        return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
    }

    const BotOptions& options_;
    Connections connections_;
    SearchPool pool_;
    std::vector<std::unique_ptr<BotAccount>> accounts_;
};

// The token takes the place of a missing secret, until it is renewed.
const std::string& secret_of(const protocol::HouseBot& account) {
    return account.secret.empty() ? account.token : account.secret;
}

int run_house(const BotOptions& options) {
    std::vector<std::string> lines;
    if (options.accounts.empty()) {
        lines = lines_of_input();
    } else {
        std::ifstream file(options.accounts);
        if (!file) return report("\"" + options.accounts + "\" can't be read");
        lines = lines_of_file(file);
    }
    const auto accounts = read_accounts(lines);
    if (const auto* const wrong = std::get_if<std::string>(&accounts)) return report(*wrong);
    const auto& house = std::get<std::vector<protocol::HouseBot>>(accounts);
    const BotOptions bounded = with_room_for(house.size(), options);
    Bot bot(bounded, engines(bounded));
    for (const auto& one : house) bot.add({one.handle, one.level, secret_of(one)}, one.token);
    const std::jthread beside([&](const std::stop_token& stop) {
        if (!options.beside) return;
        options.beside(options.url, house.back().token, [&bot] { return bot.is_thinking(); }, stop);
    });
    return bot.run(options.accounts.empty() ? STDIN_FILENO : -1);
}

// A program that can't play every setup is asked for those only that it can. Why it is not, in a
// sentence, if others are named.
std::optional<std::string> suit(Admission& admission, const Player& player) {
    std::vector<std::string> playable;
    for (const engine::Setup& setup : engine::setups()) {
        const std::string id(setup.id);
        if (player.can_play(*setup.opening)) {
            playable.push_back(id);
        } else if (std::ranges::count(admission.setups, id) > 0) {
            return "the engine doesn't support the board of " + id + "; remove it from --setups";
        }
    }
    const bool can_all = playable.size() == engine::setups().size();
    if (!can_all && admission.setups.empty()) admission.setups = std::move(playable);
    return std::nullopt;
}

int run_program(const BotOptions& options) {
    if (options.token.empty()) {
        return report("no token of a bot account; give it with --token-file");
    }
    if (const auto fault = check_account(HttpClient(options.url, options.token))) {
        return report(*fault);
    }
    auto players = programs(options);
    if (const auto* const wrong = std::get_if<std::string>(&players)) return report(*wrong);
    BotOptions suited = with_room_for(1, options);
    if (const auto fault = suit(suited.policy.admission, *std::get<Players>(players).front())) {
        return report(*fault);
    }
    Bot bot(suited, std::get<Players>(std::move(players)));
    bot.add({}, options.token);
    return bot.run(-1);
}

}  // namespace

std::variant<std::vector<protocol::HouseBot>, std::string> read_accounts(
    const std::vector<std::string>& lines) {
    if (lines.size() > accounts_max) {
        return "more than " + std::to_string(accounts_max) + " accounts";
    }
    std::vector<protocol::HouseBot> accounts;
    for (const std::string& line : lines) {
        auto account = protocol::decode_house_bot(line);
        if (!account) {
            return "account " + std::to_string(accounts.size() + 1) +
                   " can't be read: " + account.error().detail;
        }
        accounts.push_back(std::move(*account));
    }
    if (accounts.empty()) return "no accounts; give one JSON line each, then an empty line";
    return accounts;
}

int run_bot(const BotOptions& options) {
    // A program that we start need not know whom we play for.
    ::unsetenv("TANBO_TOKEN");
    if (!limit_memory(options.memory_mb)) return report("the memory can't be limited");
    return options.engine.empty() ? run_house(options) : run_program(options);
}

}  // namespace tanbo::cli
