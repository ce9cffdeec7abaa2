#include "server/cli/play.hpp"

#include <algorithm>
#include <iostream>

#include "engine/notation.hpp"
#include "protocol/client.hpp"
#include "protocol/narration.hpp"
#include "server/cli/identity.hpp"
#include "server/cli/report.hpp"
#include "server/cli/table.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view help =
    "  K10           place a stone on K10\n"
    "  preview K10   what that stone would do\n"
    "  legal         the points you may play\n"
    "  board         show the board again\n"
    "  start         begin with the seats taken (the creator of a game for three or more)\n"
    "  leave         resign; before the start, free your seat\n"
    "  quit          stop watching; the game goes on and waits for you\n";

std::string path_of(std::int64_t game, std::string_view what = {}) {
    return "/games/" + std::to_string(game) + std::string(what);
}

class Spectator final : public Table {
public:
    Spectator(const HttpClient& client, std::int64_t game) : Table(client, game, false) {}

private:
    void on_line(std::string_view) override {}
    std::string footer() const override { return {}; }
};

class Seated final : public Table {
public:
    Seated(const HttpClient& client, std::int64_t game, std::string handle)
        : Table(client, game, true), handle_(std::move(handle)) {}

private:
    std::optional<engine::Seat> seat() const {
        for (std::size_t i = 0; i < view().match()->seats().size(); ++i) {
            const auto& player = view().match()->seats()[i].player;
            if (player && player->handle == handle_) return engine::seat_at(static_cast<int>(i));
        }
        return std::nullopt;
    }

    bool is_my_turn() const {
        return view().match()->to_move() && view().match()->to_move() == seat();
    }

    std::string footer() const override {
        if (view().match()->status() == engine::Status::finished) return {};
        if (is_asked_) return question();
        if (!is_my_turn()) return "(help shows what you can type)\n";
        return "Your move, " + std::string(engine::seat_name(*seat())) + ": ";
    }

    std::string question() const {
        const bool is_open = view().match()->status() == engine::Status::open;
        return std::string(is_open ? "Free your seat?" : "Resign? Your stones are lifted.") +
               " Type yes to leave, anything else to stay: ";
    }

    std::string legal_points() const {
        const engine::Match& match = *view().match();
        if (!match.to_move()) return "Nobody is to move.";
        const auto legal = match.position().legal_points(*match.to_move());
        std::vector<engine::Point> points(legal.begin(), legal.end());
        std::sort(points.begin(), points.end());
        std::string text(engine::seat_name(*match.to_move()));
        text += " may play";
        for (const engine::Point point : points) {
            text += " " + engine::point_name(match.opening().lattice(), point);
        }
        return text;
    }

    void say(std::string_view text) { std::cout << text << "\n" << footer() << std::flush; }

    void on_line(std::string_view line) override {
        std::string_view word = line.substr(0, line.find(' '));
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (view().match() == nullptr || (line.empty() && !is_asked_)) return;
        if (line == "quit") return leave_table();
        if (line == "help") return say(help);
        if (line == "board") return show();
        if (line == "legal") return say(legal_points());
        if (is_asked_) return confirm(line);
        if (line == "leave") return ask();
        if (line == "start") return command("/start", "{}");
        if (word == "preview") return preview(line.substr(std::min(line.size(), word.size() + 1)));
        place(line);
    }

    void ask() {
        is_asked_ = true;
        std::cout << footer() << std::flush;
    }

    void confirm(std::string_view line) {
        is_asked_ = false;
        if (line == "yes") return command("/leave", "{}");
        say("You stay.");
    }

    // The point's name as the server writes it, or nothing after saying what is wrong.
    std::optional<engine::Point> point_of(std::string_view name) {
        const auto point = engine::parse_point(view().match()->opening().lattice(), name);
        if (!point) say("\"" + printable(name) + "\" is no point of this board; try help.");
        return point;
    }

    void place(std::string_view name) {
        const auto point = point_of(name);
        if (!point) return;
        const engine::Match& match = *view().match();
        command("/moves",
                protocol::encode_play_move(
                    {engine::point_name(match.opening().lattice(), *point), match.ply()}));
    }

    void command(std::string_view what, std::string_view json) {
        const Answer answer = client().post(path_of(game(), what), json);
        if (answer.is_ok()) return;
        report_answer(answer);
        say("");
    }

    void preview(std::string_view name) {
        const auto point = point_of(name);
        if (!point) return;
        const engine::Match& match = *view().match();
        const engine::Illegal illegal = match.position().legality(*point);
        if (illegal != engine::Illegal::none) {
            return say("That move is illegal: " + std::string(engine::illegal_name(illegal)) + ".");
        }
        const engine::StonePlaced placed = engine::place_stone(match.position(), *point);
        say(protocol::narrate(placed, match));
    }

    std::string handle_;
    bool is_asked_ = false;  // whether to leave
};

// Where the way back to a seat is: said when a guest comes in, and again at the end.
void name_identity(const PlayOptions& options, const protocol::Credentials& credentials) {
    std::cout << "You play as " << printable(credentials.handle) << ". To come back: ";
    const auto kept = kept_identity(options.url);
    if (kept && kept->token == credentials.token) {
        std::cout << "your token is kept in " << identity_path(options.url) << ".\n";
    } else {
        std::cout << "--token " << printable(credentials.token) << "\n";
    }
}

// The account to play with: that of the token, or a new guest, who is kept for the next time.
std::optional<protocol::Credentials> sit_down(const PlayOptions& options) {
    const HttpClient client(options.url, options.token);
    const bool is_new = options.token.empty();
    const Answer answer = is_new ? client.post("/guests", "{}") : client.get("/me");
    const auto credentials = protocol::decode_credentials(answer.body);
    if (!answer.is_ok() || !credentials) {
        report_answer(answer);
        return std::nullopt;
    }
    if (is_new) {
        keep_identity(options.url, *credentials);
        name_identity(options, *credentials);
    }
    return protocol::Credentials{credentials->handle, is_new ? credentials->token : options.token};
}

// The game to sit at: a new one, or the given one after joining it. 0 after a failure was reported.
std::int64_t find_game(const HttpClient& client, const PlayOptions& options,
                       const std::string& handle) {
    if (!options.game) {
        const Answer answer = client.post("/games", protocol::encode_create_game(options.setup));
        const auto id = protocol::decode_game_id(answer.body);
        if (!answer.is_ok() || !id) return report_answer(answer), 0;
        std::cout << "Tell the others: tanbo play " << options.url << " " << *id << "\n";
        return *id;
    }
    const Answer answer =
        client.post(path_of(*options.game, "/join"), protocol::encode_join_game({options.seat}));
    const auto problem = protocol::decode_problem(answer.body);
    const bool was_seated = problem && problem->code == "already-seated";
    if (answer.is_ok() || was_seated) return *options.game;
    report_answer(answer);
    std::cerr << printable(handle) << " can still watch: tanbo watch " << options.url << " "
              << *options.game << "\n";
    return 0;
}

}  // namespace

int watch(const std::string& url, const std::string& token, std::int64_t game) {
    const HttpClient client(url, token);
    return Spectator(client, game).run();
}

int play(const PlayOptions& options) {
    const auto credentials = sit_down(options);
    if (!credentials) return 1;
    const HttpClient client(options.url, credentials->token);
    const std::int64_t game = find_game(client, options, credentials->handle);
    if (game == 0) return 1;
    const int status = Seated(client, game, credentials->handle).run();
    name_identity(options, *credentials);
    return status;
}

}  // namespace tanbo::cli
