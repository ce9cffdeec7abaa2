#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <malloc.h>
#include <optional>
#include <sstream>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "protocol/json/build.hpp"
#include "server/cli/analysis/analyze.hpp"
#include "server/cli/analysis/worker.hpp"
#include "server/cli/engine_commands.hpp"
#include "server/cli/offline/offline_game.hpp"
#include "server/cli/play.hpp"
#include "server/cli/remote/identity.hpp"
#include "server/cli/remote/server_argument.hpp"
#include "server/cli/replay.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/server_commands.hpp"
#include "server/cli/show.hpp"
#include "server/cli/tournament/pair.hpp"

namespace {

using namespace tanbo;

constexpr const char* record_meaning =
    "A file of GET /api/v1/games/ID/record, in JSON or SGF, or of tanbo match --record (- is "
    "standard input)";
constexpr const char* game_meaning = "The number of the game, if the file has several";

struct Arguments {
    cli::ShowOptions show;
    std::string colour = "auto";
    cli::PlayOptions play;
    cli::AnalyzeOptions analyze;
    cli::PairOptions pair;
    protocol::GameId watched{};
    std::string seat;
    std::string handle;
    bool is_offline = false;
};

CLI::Option* add_server(CLI::App& command, Arguments& arguments) {
    auto* const url = cli::add_server_argument(command, arguments.play.url);
    command.add_option("--token", arguments.play.token, "Your token (tbo_...)")
        ->envname("TANBO_TOKEN");
    return url;
}

void add_show(CLI::App& app, Arguments& arguments) {
    auto* const show = app.add_subcommand("show", "Draw the board of a game record");
    show->add_option("record", arguments.show.record,
                     std::string(record_meaning) + ", or the number of a server's game");
    show->add_option("--server", arguments.show.server,
                     "The server of a game's number (default: the last you signed in to)");
    show->add_option("--token", arguments.show.token, "Your token (tbo_...)")
        ->envname("TANBO_TOKEN");
    show->add_flag("--step", arguments.show.has_steps, "Step through the game in the terminal");
    show->add_flag("--json", arguments.show.is_json,
                   "For programs: the board as JSON, in the form of the API");
    show->add_option("--game", arguments.show.game, game_meaning);
    show->add_option("--ply", arguments.show.ply,
                     "The board after this many stones (default: the last)");
    show->add_option("--color", arguments.colour, "Colours: auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_analyze(CLI::App& app, Arguments& arguments) {
    cli::AnalyzeOptions& options = arguments.analyze;
    auto* const analyze = app.add_subcommand("analyze", "Analyse a finished game's record");
    analyze->add_option("record", options.record, record_meaning);
    analyze->add_option("--game", options.game, game_meaning);
    const auto as = [&options](cli::AnalysisForm form) {
        return [&options, form] { options.form = form; };
    };
    auto* const json =
        analyze->add_flag_callback("--json", as(cli::AnalysisForm::json), "Print JSON");
    analyze
        ->add_flag_callback("--svg", as(cli::AnalysisForm::svg), "Draw the winning chances as SVG")
        ->excludes(json);
    analyze->add_option("--simulations", options.budget.simulations, "Simulations per position")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    analyze->add_option("--seed", options.budget.seed, "Seed of the random numbers")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    analyze->add_option("--color", arguments.colour, "Colours: auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_play(CLI::App& app, Arguments& arguments) {
    auto* const play = app.add_subcommand("play", "Play in the terminal");
    auto* const url = add_server(*play, arguments);
    play->add_flag_callback(
        "--offline",
        [&arguments, url] {
            arguments.is_offline = true;
            url->required(false);
        },
        "Play against levels of this program or others at this terminal, without a server");
    play->add_option_function<std::int64_t>(
        "game",
        [&arguments](std::int64_t number) { arguments.play.game = protocol::GameId{number}; },
        "The game to join (default: a new one)");
    play->add_option("--setup", arguments.play.setup, "The setup of a new game")
        ->capture_default_str();
    cli::add_terms(*play, arguments.play.terms);
    play->add_option(
            "--against", arguments.play.against,
            "An opponent in a new game, in turn order: bot:5 or a username, with --offline "
            "level:5, or here for a person at this terminal (repeatable; other seats stay open)")
        ->type_name("NAME")
        ->delimiter(',')
        ->allow_extra_args(false);
    play->add_option("--seat", arguments.seat, "The seat to take (default: the first open one)");
    play->add_flag("--new-guest", arguments.play.is_new_guest,
                   "Play as a new guest, not with the saved token");
}

void add_pair(CLI::App& app, Arguments& arguments) {
    auto* const pair = app.add_subcommand("pair", "Pair a round of a Swiss tournament again");
    pair->add_option("report", arguments.pair.report,
                     "A file of GET /api/v1/tournaments/ID/export?format=trf16 (- is standard "
                     "input)")
        ->required();
    pair->add_option("--secret", arguments.pair.secret, "The tournament's published secret")
        ->type_name("HEX")
        ->required();
    pair->add_option("--round", arguments.pair.round,
                     "The round to pair (default: the one after the last)");
}

void add_commands(CLI::App& app, Arguments& arguments) {
    // Not require_subcommand(1), which does not name a word that is none.
    app.require_subcommand(0, 1)->callback([&app] {
        if (app.get_subcommands().empty()) throw CLI::RequiredError::Subcommand(1);
    });
    app.add_subcommand("replay",
                       "Replay games from JSON Lines on standard input; "
                       "print one JSON line per position");
    add_show(app, arguments);
    add_analyze(app, arguments);
    add_pair(app, arguments);
    auto* const login = app.add_subcommand("login", "Sign in and save the token");
    cli::add_server_argument(*login, arguments.play.url);
    login->add_option("handle", arguments.handle, "Your username")->required();
    auto* const watch = app.add_subcommand("watch", "Watch a game in the terminal");
    add_server(*watch, arguments);
    watch
        ->add_option_function<std::int64_t>(
            "game",
            [&arguments](std::int64_t number) { arguments.watched = protocol::GameId{number}; },
            "The game's number")
        ->required();
    add_play(app, arguments);
    add_server(*app.add_subcommand("search", "Run a search worker for the analyses of a server"),
               arguments);
}

int run_play(Arguments& arguments) {
    if (!arguments.seat.empty()) {
        arguments.play.seat = engine::parse_seat(arguments.seat);
        if (!arguments.play.seat) {
            return cli::report("\"" + arguments.seat + "\" is not a seat");
        }
    }
    if (!arguments.is_offline) return cli::play(arguments.play);
    return cli::play_offline({arguments.play.setup, arguments.play.against, arguments.play.seat});
}

// A token on the command line or in TANBO_TOKEN comes first.
void use_kept_identity(const std::string& url, std::string& token) {
    if (!token.empty() || url.empty()) return;
    if (const auto kept = cli::kept_identity(url)) token = kept->token;
}

bool wants_colour(const std::string& choice) {
    return choice == "always" || (choice == "auto" && cli::is_colour_terminal());
}

int run(const CLI::App& app, Arguments& arguments) {
    if (app.got_subcommand("version")) {
        cli::print(protocol::build_text("tanbo") + "\n");
        return EXIT_SUCCESS;
    }
    if (app.got_subcommand("replay")) return cli::replay(STDIN_FILENO);
    if (app.got_subcommand("show")) {
        if (arguments.show.server.empty()) arguments.show.server = cli::known_server();
        use_kept_identity(arguments.show.server, arguments.show.token);
        arguments.show.style = cli::terminal_style(wants_colour(arguments.colour));
        return cli::show(arguments.show);
    }
    if (app.got_subcommand("pair")) return cli::pair(arguments.pair);
    if (app.got_subcommand("analyze")) {
        arguments.analyze.is_coloured = wants_colour(arguments.colour);
        return cli::analyze(arguments.analyze);
    }
    if (app.got_subcommand("login")) return cli::login(arguments.play.url, arguments.handle);
    if (app.got_subcommand("search")) {
        return cli::search_for({arguments.play.url, arguments.play.token});
    }
    if (!arguments.play.is_new_guest) use_kept_identity(arguments.play.url, arguments.play.token);
    if (app.got_subcommand("watch")) {
        return cli::watch(arguments.play.url, arguments.play.token, arguments.watched);
    }
    return run_play(arguments);
}

// The words after the program's name, the last one first. Alone at a terminal it opens the home.
std::vector<std::string> command_line(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool can_open = cli::is_screen_terminal() && !cli::known_server().empty();
    if (words.empty() && can_open) words.emplace_back("lobby");
    cli::keep_token_from_others(app, words);
    words = cli::with_known_server(app, std::move(words));
    std::ranges::reverse(words);
    return words;
}

// Prints CLI11's answer to the command line, a fault or help; the exit status.
int end_of(const CLI::App& app, const CLI::ParseError& error) {
    constexpr int exit_usage = 64;  // as sysexits.h has it
    std::ostringstream output;
    std::ostringstream errors;
    const int code = app.exit(error, output, errors);
    cli::print(output.str());
    cli::print_error(errors.str());
    return code == 0 ? cli::status_after_output(EXIT_SUCCESS) : exit_usage;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    // The memory of a tree goes back when the tree does.
    constexpr int tree_bytes_min = 1 << 20;
    ::mallopt(M_MMAP_THRESHOLD, tree_bytes_min);
    CLI::App app("Tanbo, a game by Mark Steere: play, watch and replay", "tanbo");
    Arguments arguments;
    app.set_version_flag("--version", protocol::build_text("tanbo"),
                         "Print the version and the commit");
    add_commands(app, arguments);
    cli::ServerCommands servers(app);
    cli::EngineCommands engines(app);
    app.add_subcommand("version", "Print the version and the commit");
    try {
        app.parse(command_line(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return end_of(app, error);
    }
    std::optional<int> status = engines.run();
    if (!status) status = servers.run();
    return cli::status_after_output(status ? *status : run(app, arguments));
}
