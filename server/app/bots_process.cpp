#include "server/app/bots_process.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "protocol/games/events.hpp"
#include "protocol/json/handles.hpp"
#include "server/app/options.hpp"
#include "server/base/log.hpp"
#include "server/bots/accounts.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/waiting.hpp"

namespace tanbo::app {

namespace {

constexpr int waiting_looked_at = 50;                            // of each bot
constexpr std::int64_t memory_unit = std::int64_t{1024} * 1024;  // of --memory-mb

std::string program_of(const Config& config) {
    if (!config.bots_program.empty()) return config.bots_program;
    std::error_code error;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string() : (own.parent_path() / "tanbo").string();
}

bool is_there(const std::string& program) {
    return !program.empty() && access(program.c_str(), X_OK) == 0;
}

// A pause was agreed on, which a bot waits out. Beside a seat on offer no time runs either, but the
// others play on: only the log tells. A move ends each pause, so few events are looked at.
bool is_paused(store::Reader& reader, const store::Waiting& move) {
    if (move.due_at != store::no_due) return false;
    for (std::int64_t seq = store::last_seq(reader, move.game); seq > 0; --seq) {
        const auto event = store::find_event(reader, move.game, seq);
        if (!event) return false;
        if (event->type == protocol::event_type(engine::GamePaused{})) return true;
        if (event->type == protocol::event_type(engine::GameResumed{})) return false;
        if (event->type == protocol::event_type(engine::StonePlaced{})) return false;
    }
    return false;
}

// Of the moves that the bots could make, the one that is waited for longest.
std::optional<base::Instant> longest_wait(store::Reader& reader, base::Instant now) {
    std::optional<base::Instant> longest;
    for (int level = 1; level <= protocol::bot_levels; ++level) {
        const auto account = store::find_account(reader, protocol::bot_handle(level));
        if (!account || account->is_suspended(now)) continue;
        for (const auto& move : store::list_moves(reader, account->id, waiting_looked_at)) {
            const bool is_longer = !longest || move.since_at < *longest;
            if (is_longer && !is_paused(reader, move)) longest = move.since_at;
        }
    }
    return longest;
}

bots::Program program(const Config& config, std::uint16_t port, std::string accounts) {
    // Of what it may have, half is for what it thinks with.
    const std::int64_t thinking = std::max<std::int64_t>(config.bots_memory / 2 / memory_unit, 16);
    const std::string address = parse_listen(config.listen)->first;
    bots::Program program;
    program.path = program_of(config);
    program.arguments = {"bot", bots::own_url(address, port), "--threads",
                         std::to_string(config.bots_threads)};
    if (config.bots_memory > 0) {
        program.arguments.insert(program.arguments.end(),
                                 {"--memory-mb", std::to_string(thinking)});
    }
    program.input = std::move(accounts);
    program.memory_bytes = config.bots_memory;
    return program;
}

}  // namespace

game::BotRules bot_rules(const Config& config) {
    game::BotRules rules;
    rules.are_on =
        config.bots == "elsewhere" || (config.bots == "yes" && is_there(program_of(config)));
    rules.games_max = static_cast<int>(config.bots_games_max);
    return rules;
}

bool starts_bots(const Config& config) {
    return config.bots == "yes" && bot_rules(config).are_on;
}

std::string prepare_bots(store::Store& store, const Config& config, base::Instant now) {
    std::string accounts;
    const bool are_on = bot_rules(config).are_on;
    bots::Node node;
    if (shares_database(config)) node = config.database_node;
    if (config.bots == "yes" && !are_on) {
        base::log::warn("bots-program-missing", "bot program not found",
                        {{"program", program_of(config)}});
    }
    store.write_now([&](store::Transaction& transaction) {
        if (are_on) bots::create_accounts(transaction, now);
        if (config.bots == "elsewhere") return;
        if (are_on) {
            accounts = bots::renew_tokens(transaction, node, now);
        } else {
            bots::revoke_tokens(transaction, node);
        }
    });
    return accounts;
}

std::unique_ptr<bots::Supervisor> start_bots(const BotsServices& services, const Config& config,
                                             std::uint16_t port, std::string accounts) {
    if (accounts.empty()) return nullptr;
    bots::SupervisorOptions options;
    options.program = program(config, port, std::move(accounts));
    options.hangs_after = std::chrono::seconds(config.bots_stall_seconds);
    options.is_ours = services.is_ours;
    const auto wait = [&store = services.store, clock = services.clock] {
        return store.read_now([&](store::Reader& reader) { return longest_wait(reader, clock()); });
    };
    return std::make_unique<bots::Supervisor>(std::move(options), services.moves, services.streams,
                                              wait, services.clock, services.metrics);
}

}  // namespace tanbo::app
