#include "server/cli/play.hpp"

#include <algorithm>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/client/client.hpp"
#include "protocol/json/handles.hpp"
#include "server/cli/remote/identity.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"
#include "server/cli/session.hpp"

namespace tanbo::cli {

namespace {

// Names the player and the way back to the seat, when a guest comes in and at the end. A token is a
// secret: only a person's terminal shows it, and only if it is nowhere else.
std::string identity_text(const PlayOptions& options, const protocol::Credentials& credentials) {
    const std::string text = "You play as " + printable(credentials.handle) + ".";
    const auto kept = kept_identity(options.url);
    if (kept && kept->token == credentials.token) {
        return text + " To come back: your token is saved in " + identity_path(options.url) + ".\n";
    }
    if (!options.token.empty()) return text + " To come back: use the same token again.\n";
    if (is_output_terminal()) return text + " To come back: --token " + credentials.token + "\n";
    return text + " Your token is not saved, so you can't come back to this seat.\n";
}

// Opens a game; its number, or nothing after a failure was reported.
std::optional<protocol::GameId> open_game(const HttpClient& client, const PlayOptions& options) {
    const engine::Setup* const setup = engine::find_setup(options.setup);
    const std::size_t named = options.against.size() + 1;
    const std::size_t count = setup == nullptr ? named : static_cast<std::size_t>(setup->seats);
    const auto seats = seats_of(std::max(count, named), options.seat, options.against);
    const Answer answer =
        client.post("/games", protocol::encode_create_game(options.setup, options.terms, seats));
    const auto id = protocol::decode_game_id(answer.body);
    if (answer.is_ok() && id) return *id;
    report_answer(answer);
    return std::nullopt;
}

// True if bots have all other seats: no one needs to be told about the game.
bool is_against_bots(const PlayOptions& options) {
    const engine::Setup* const setup = engine::find_setup(options.setup);
    return setup != nullptr && std::ssize(options.against) == setup->seats - 1 &&
           std::ranges::all_of(options.against, [](const std::string& name) {
               return protocol::is_house_bot(name);
           });
}

// The code of a refusal; empty for any other answer.
std::string code_of(const Answer& answer) {
    const auto problem = protocol::decode_problem(answer.body);
    return answer.is_ok() || !problem ? std::string() : problem->code;
}

// Asks for a seat that was left and is on offer, of a game that has begun; if any would do and
// there is none, the answer is the one that refused a seat before.
Answer take_seat_over(const HttpClient& client, const PlayOptions& options, Answer refused) {
    Answer taken = client.post("/games/" + to_string(*options.game) + "/substitute",
                               protocol::encode_take_seat({options.seat}));
    return !options.seat && code_of(taken) == "seat-not-offered" ? refused : taken;
}

// Takes a seat, or has one already. The server's word on which that is, if one was wished, else an
// empty text; nothing after a failure was reported.
std::optional<std::string> join_game(const HttpClient& client, const PlayOptions& options,
                                     const std::string& handle) {
    const std::string game = to_string(*options.game);
    Answer answer =
        client.post("/games/" + game + "/join", protocol::encode_join_game({options.seat}));
    const std::string code = code_of(answer);
    if (code == "already-seated") {
        return options.seat ? protocol::decode_problem(answer.body)->detail : std::string();
    }
    if (code == "game-full" || code == "game-already-started") {
        answer = take_seat_over(client, options, std::move(answer));
    }
    if (answer.is_ok()) return std::string();
    report_answer(answer);
    print_error(printable(handle) + " can still watch: tanbo watch " + options.url + " " + game +
                "\n");
    return std::nullopt;
}

}  // namespace

std::optional<protocol::Credentials> sign_in(const std::string& url, const std::string& token,
                                             bool is_new_guest) {
    const HttpClient client(url, token);
    const bool is_new = token.empty();
    const bool is_kept = has_identity_file(url);
    if (is_new && is_kept && !is_new_guest) {
        report("the identity in " + identity_path(url) +
               " can't be used; make the file private, or move it away");
        return std::nullopt;
    }
    const Answer answer = is_new ? client.post("/guests", "{}") : client.get("/me");
    auto credentials = protocol::decode_credentials(answer.body);
    if (!answer.is_ok() || !credentials) {
        report_answer(answer);
        return std::nullopt;
    }
    if (is_new && !is_kept) keep_identity(url, *credentials);
    if (!is_new) credentials->token = token;
    return *credentials;
}

std::vector<std::string> seats_of(std::size_t seats, std::optional<engine::Seat> mine,
                                  const std::vector<std::string>& others) {
    if (others.empty() && !mine) return {};
    const auto own = mine ? static_cast<std::size_t>(engine::index_of(*mine)) : std::size_t{0};
    std::vector<std::string> all;
    std::size_t next = 0;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        if (seat == own) {
            all.emplace_back("me");
        } else {
            all.push_back(next < others.size() ? others[next++] : "open");
        }
    }
    return all;
}

int watch(const std::string& url, const std::string& token, protocol::GameId game) {
    const HttpClient client(url, token);
    return Session(client, game, std::nullopt, "").run();
}

int play(const PlayOptions& options) {
    const auto credentials = sign_in(options.url, options.token, options.is_new_guest);
    if (!credentials) return 1;
    if (options.token.empty()) print(identity_text(options, *credentials));
    const HttpClient client(options.url, credentials->token);
    std::string greeting = "You play as " + printable(credentials->handle) + ".";
    std::optional<protocol::GameId> game = options.game;
    if (!game) {
        game = open_game(client, options);
        if (!game) return 1;
        if (!is_against_bots(options)) {
            const std::string invitation =
                "Invite others with: tanbo play " + printable(options.url) + " " + to_string(*game);
            print(invitation + "\n");
            greeting += "\n" + invitation;
        }
    } else {
        const auto told = join_game(client, options, credentials->handle);
        if (!told) return 1;
        if (!told->empty()) {
            print(printable(*told) + "\n");
            greeting += "\n" + printable(*told);
        }
    }
    const int status = Session(client, *game, credentials->handle, greeting).run();
    print(identity_text(options, *credentials));
    return status;
}

}  // namespace tanbo::cli
