#include "server/cli/engine_commands.hpp"

#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "server/cli/analysis/worker.hpp"
#include "server/cli/bot/bot.hpp"
#include "server/cli/engines/parallel_engine.hpp"
#include "server/cli/engines/run_engine.hpp"
#include "server/cli/engines/search_engine.hpp"
#include "server/cli/remote/server_argument.hpp"
#include "server/cli/report.hpp"
#include "server/cli/tournament/match.hpp"

namespace tanbo::cli {

namespace {

using std::chrono::milliseconds;

constexpr int ms_max = 600'000;
constexpr int games_max = 100'000;
constexpr const char* start_meaning =
    "Milliseconds an engine can take until it sends ugiok (default: 10000). After that, it has two "
    "minutes to get ready";
constexpr std::size_t mebibyte = std::size_t{1} << 20U;

void add_ms(CLI::App& command, const char* name, milliseconds& value, const char* meaning) {
    command.add_option_function<int>(
               name, [&value](int ms) { value = milliseconds(ms); }, meaning)
        ->check(CLI::Range(0, ms_max));
}

}  // namespace

struct EngineCommands::Arguments {
    bool is_gtp = false;
    std::uint64_t seed = 1;
    EngineSettings settings;
    MatchOptions match;
    milliseconds move_time{100};
    std::uint64_t nodes = 0;
    std::vector<double> sprt;
    BotOptions bot;
    std::string token_file;
    bool is_unrated_only = false;

    void add_engine(CLI::App& app);
    void add_match(CLI::App& app);
    void add_bot(CLI::App& app);
    void add_bot_manners(CLI::App& bot);
    std::unique_ptr<Engine> engine(const EngineSettings& wanted) const;
    int run_match();
    int run_bot();
};

void EngineCommands::Arguments::add_engine(CLI::App& app) {
    auto* const engine =
        app.add_subcommand("engine", "Run an engine that speaks UGI on standard input and output");
    engine->add_flag("--gtp", is_gtp, "Speak GTP 2 instead");
    engine->add_flag("--ugi")->description("Speak UGI (default)")->excludes("--gtp");
    engine->add_option("--seed", seed, "Seed of the random choices of a level")
        ->capture_default_str();
    engine->add_option("--memory-mb", settings.memory_mb, "Memory for its search trees")
        ->check(CLI::Range(1U, memory_mb_max))
        ->capture_default_str();
    engine
        ->add_option("--threads", settings.threads,
                     "Parallel searches of a position; they share the simulations and the memory")
        ->check(CLI::Range(1U, threads_max))
        ->capture_default_str();
}

void EngineCommands::Arguments::add_match(CLI::App& app) {
    auto* const command = app.add_subcommand("match", "Play two engines against one another");
    constexpr const char* who = "level:1 to level:10, or a command that speaks UGI or GTP 2";
    command->add_option("A", match.first, who)->required();
    command->add_option("B", match.second, who)->required();
    SeriesOptions& series = match.series;
    command
        ->add_option("--games", series.games,
                     "Number of games; two from each starting position, with seats swapped")
        ->check(CLI::Range(1, games_max))
        ->capture_default_str();
    command->add_option("--setup", series.setup, "The setup of the games")->capture_default_str();
    command
        ->add_option("--opening-plies", series.opening_plies,
                     "Random moves at the start of each game")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    command->add_option("--seed", series.seed, "Seed of the random moves")->capture_default_str();
    add_ms(*command, "--movetime", move_time, "Milliseconds per move (default: 100)");
    command->add_option("--nodes", nodes, "Simulations per move, instead of a time");
    add_ms(*command, "--grace", match.times.grace,
           "Milliseconds an engine can exceed its time before it loses (default: 1000)");
    add_ms(*command, "--starttime", match.times.start, start_meaning);
    command
        ->add_option("--sprt", sprt,
                     "Stop when the result decides between these two Elo differences")
        ->expected(2);
    command->add_option("--record", match.record,
                        "A file for the games, in the format of tanbo replay");
}

void EngineCommands::Arguments::add_bot(CLI::App& app) {
    auto* const command = app.add_subcommand(
        "bot", "Play for a bot account with an engine, or for house bots; never for a person");
    add_server_argument(*command, bot.url);
    auto* const engine = command->add_option(
        "--engine", bot.engine, "A command that speaks UGI or GTP 2 and plays for one account");
    command->add_option("--token", bot.token, "The bot account's token (tbo_...)")
        ->envname("TANBO_TOKEN");
    command
        ->add_flag("--each-move", bot.starts_each_move,
                   "Start the engine for each move, and end it after the move")
        ->needs(engine);
    command->add_option("--token-file", token_file, "A file with only the token")->needs(engine);
    command
        ->add_option("--accounts", bot.accounts,
                     "For house bots: a file with their accounts (default: standard input)")
        ->excludes(engine);
    command->add_option("--threads", bot.threads, "Parallel searches for moves")
        ->check(CLI::Range(1U, 64U))
        ->capture_default_str();
    command->add_option("--memory-mb", bot.memory_mb, "Memory limit of the process; 0 is no limit")
        ->capture_default_str();
    add_bot_manners(*command);
}

void EngineCommands::Arguments::add_bot_manners(CLI::App& command) {
    BotPolicy& policy = bot.policy;
    command
        .add_option("--games", policy.admission.games_max, "Maximum of games at once per account")
        ->check(CLI::Range(1, games_max))
        ->capture_default_str();
    command
        .add_option("--setups", policy.admission.setups,
                    "Accept only these setups, separated by commas")
        ->delimiter(',');
    command.add_flag("--unrated-only", is_unrated_only, "Accept only unrated games");
    add_ms(command, "--movetime", policy.time_max,
           "Maximum of milliseconds per move (default: 1000)");
    add_ms(command, "--grace", bot.times.grace,
           "Milliseconds an engine can exceed its time before it has failed (default: 1000)");
    add_ms(command, "--starttime", bot.times.start, start_meaning);
    command
        .add_option_function<std::vector<int>>(
            "--pause",
            [&policy](const std::vector<int>& ends) {
                policy.pause = {milliseconds(ends[0]), milliseconds(std::max(ends[0], ends[1]))};
            },
            "Minimum and maximum of milliseconds before a move (default: 500 1800)")
        ->expected(2)
        ->check(CLI::Range(0, ms_max));
}

std::unique_ptr<Engine> EngineCommands::Arguments::engine(const EngineSettings& wanted) const {
    std::vector<std::unique_ptr<Engine>> engines;
    for (unsigned place = 0; place < wanted.threads; ++place) {
        // A searcher takes a seed of its own for each board that it begins.
        constexpr std::uint64_t between_seeds = 1'000'003;
        engines.push_back(std::make_unique<SearchEngine>(
            seed + place * between_seeds, wanted.memory_mb * mebibyte / wanted.threads));
    }
    if (wanted.threads == 1) return std::move(engines.front());
    return std::make_unique<ParallelEngine>(std::move(engines));
}

int EngineCommands::Arguments::run_match() {
    match.series.limits.time = move_time;
    if (nodes > 0) match.series.limits = {.simulations = nodes};
    if (sprt.size() == 2) {
        if (sprt[0] >= sprt[1]) return report("--sprt takes two differences, the lower one first");
        match.series.sprt = Sprt{sprt[0], sprt[1]};
    }
    return play_match(match);
}

int EngineCommands::Arguments::run_bot() {
    bot.policy.admission.plays_rated = !is_unrated_only;
    if (!token_file.empty()) {
        std::ifstream file(token_file);
        if (!std::getline(file, bot.token))
            return report("\"" + token_file + "\" contains no token");
    }
    bot.beside = [](const std::string& url, const std::string& token,
                    const std::function<bool()>& is_busy,
                    const std::stop_token& stop) { serve_searches({url, token}, is_busy, stop); };
    return cli::run_bot(bot);
}

EngineCommands::EngineCommands(CLI::App& app)
    : arguments_(std::make_unique<Arguments>()), app_(app) {
    arguments_->add_engine(app);
    arguments_->add_match(app);
    arguments_->add_bot(app);
}

EngineCommands::~EngineCommands() = default;

std::optional<int> EngineCommands::run() {
    Arguments& arguments = *arguments_;
    if (app_.got_subcommand("engine")) {
        return run_engine(
            arguments.is_gtp ? EngineProtocol::gtp : EngineProtocol::ugi, arguments.settings,
            [&arguments](const EngineSettings& wanted) { return arguments.engine(wanted); });
    }
    if (app_.got_subcommand("match")) return arguments.run_match();
    if (app_.got_subcommand("bot")) return arguments.run_bot();
    return std::nullopt;
}

}  // namespace tanbo::cli
