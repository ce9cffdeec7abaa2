#include "server/cli/server_commands.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "protocol/games/clock_text.hpp"
#include "protocol/games/game_options.hpp"
#include "server/cli/challenge_commands.hpp"
#include "server/cli/game_commands.hpp"
#include "server/cli/home/home.hpp"
#include "server/cli/lists.hpp"
#include "server/cli/remote/identity.hpp"
#include "server/cli/remote/server_argument.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

namespace {

void set_clock(engine::Terms& terms, const std::string& written) {
    const auto clock = protocol::read_clock(written);
    if (!clock) throw CLI::ValidationError("--clock", clock.error().detail);
    terms.clock = *clock;
}

void set_seat(std::optional<engine::Seat>& seat, const std::string& written) {
    seat = engine::parse_seat(written);
    if (!seat) throw CLI::ValidationError("--seat", "\"" + written + "\" is not a seat");
}

}  // namespace

void add_terms(CLI::App& command, engine::Terms& terms) {
    command.add_option_function<std::string>(
        "--clock", [&terms](const std::string& written) { set_clock(terms, written); },
        "The clock of a new game: none, 3d/move, 3d+1d/7d, 5m+10s, total:30d");
    for (const protocol::GameOption& option : protocol::game_options()) {
        const std::string name = "--" + std::string(option.argument);
        const std::string meaning = "In a new game, " + std::string(option.meaning);
        const auto set = [&terms, &option](const std::string& written) {
            option.set(terms, *protocol::option_value(option, written));
        };
        if (option.is_flag()) {
            command.add_flag_callback(name, [set] { set(""); }, meaning);
        } else {
            const std::vector<std::string> words(option.words.begin(), option.words.end());
            command.add_option_function<std::string>(name, set, meaning)
                ->check(CLI::IsMember(words));
        }
    }
}

struct ServerCommands::Arguments {
    ChallengeOptions challenge;  // with the address and token of all commands
    bool is_mine = false;
    ListForm form = ListForm::table;
    std::string which;
    std::string reason;
    std::int64_t game = 0;
    std::vector<std::string> words;
    RecordForm record = RecordForm::json;

    CLI::App* add(CLI::App& app, const char* name, const char* meaning);
    void add_lists(CLI::App& app);
    void add_challenges(CLI::App& app);
    void add_games(CLI::App& app);
    int run_home() const;
    int run_chat() const;
};

// A command with the server's address and a token.
CLI::App* ServerCommands::Arguments::add(CLI::App& app, const char* name, const char* meaning) {
    auto* const command = app.add_subcommand(name, meaning);
    add_server_argument(*command, challenge.url);
    command->add_option("--token", challenge.token, "Your token (tbo_...)")->envname("TANBO_TOKEN");
    return command;
}

void ServerCommands::Arguments::add_lists(CLI::App& app) {
    add(app, "lobby", "Open the home of a server in the terminal: your turns, games and messages");
    auto* const games = add(app, "games", "List a server's open games and games in progress");
    games->add_flag("--mine", is_mine, "Only your own games");
    auto* const turns = add(app, "turns", "List your open turns");
    auto* const open = add(app, "challenges", "List open challenges");
    open->add_flag("--mine", is_mine, "Only those in which you have a seat");
    for (CLI::App* const list : {games, turns, open}) {
        auto* const tabs = list->add_flag_callback(
            "--tabs", [this] { form = ListForm::tabs; },
            "For programs: tabs between the columns, no heading");
        list->add_flag_callback(
                "--json", [this] { form = ListForm::json; },
                "For programs: the whole list as JSON, in the form of the API")
            ->excludes(tabs);
    }
}

void ServerCommands::Arguments::add_challenges(CLI::App& app) {
    auto* const challenged = add(app, "challenge", "Challenge a player");
    challenged->add_option("handle", challenge.handle, "The player's username, or bot:5")
        ->required();
    auto* const invited = add(app, "invite", "Make a private challenge and print its link");
    for (CLI::App* const command : {challenged, invited}) {
        command->add_option("--setup", challenge.setup, "The setup of the game")
            ->capture_default_str();
        add_terms(*command, challenge.terms);
        command->add_option_function<std::string>(
            "--seat", [this](const std::string& word) { set_seat(challenge.seat, word); },
            "Your seat (default: the first)");
    }
    constexpr const char* number = "The challenge's number, or an invitation's link";
    auto* const accepted = add(app, "accept", "Accept a challenge");
    accepted->add_option("challenge", which, number)->required();
    auto* const declined = add(app, "decline", "Decline a challenge, or withdraw your own");
    declined->add_option("challenge", which, number)->required();
    declined->add_option("--reason", reason, "Your reason, which the other players see");
}

void ServerCommands::Arguments::add_games(CLI::App& app) {
    auto* const recorded = add(app, "record", "Print a game's record");
    auto* const talked = add(app, "chat", "Write to a game's chat, or print its last messages");
    for (CLI::App* const command : {recorded, talked}) {
        command->add_option("game", game, "The game's number")->required();
    }
    auto* const json = recorded->add_flag_callback(
        "--json", [this] { record = RecordForm::json; }, "As JSON (default)");
    recorded->add_flag_callback(
                "--sgf", [this] { record = RecordForm::sgf; }, "As SGF")
        ->excludes(json);
    talked->add_option("text", words, "The message");
}

int ServerCommands::Arguments::run_home() const {
    if (!is_screen_terminal()) {
        return report("lobby needs a terminal; use tanbo games and tanbo turns instead");
    }
    return home(challenge.url, challenge.token);
}

int ServerCommands::Arguments::run_chat() const {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return chat(challenge.url, challenge.token, protocol::GameId{game}, text);
}

ServerCommands::ServerCommands(CLI::App& app)
    : arguments_(std::make_unique<Arguments>()), app_(app) {
    arguments_->add_lists(app);
    arguments_->add_challenges(app);
    arguments_->add_games(app);
}

ServerCommands::~ServerCommands() = default;

std::optional<int> ServerCommands::run() {
    Arguments& its = *arguments_;
    const auto commands = app_.get_subcommands();
    if (commands.empty()) return std::nullopt;
    const std::string name = commands.front()->get_name();
    std::string& token = its.challenge.token;
    const std::string& url = its.challenge.url;
    if (token.empty()) {
        if (const auto kept = url.empty() ? std::nullopt : kept_identity(url)) token = kept->token;
    }
    if (name == "lobby") return its.run_home();
    if (name == "games") return games(url, token, its.is_mine, its.form);
    if (name == "turns") return turns(url, token, its.form);
    if (name == "challenges") return challenges(url, token, its.is_mine, its.form);
    if (name == "challenge") return challenge(its.challenge);
    if (name == "invite") return invite(its.challenge);
    if (name == "accept") return accept(url, token, its.which);
    if (name == "decline") return decline(url, token, its.which, its.reason);
    if (name == "record") {
        return print_record(url, token, protocol::GameId{its.game}, its.record);
    }
    if (name == "chat") return its.run_chat();
    return std::nullopt;
}

}  // namespace tanbo::cli
