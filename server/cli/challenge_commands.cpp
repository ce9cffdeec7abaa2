#include "server/cli/challenge_commands.hpp"

#include <charconv>
#include <string_view>
#include <vector>

#include "engine/opening.hpp"
#include "protocol/client/challenges.hpp"
#include "protocol/client/client.hpp"
#include "server/cli/list_output.hpp"
#include "server/cli/play.hpp"
#include "server/cli/remote/http.hpp"
#include "server/cli/remote/server_url.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

// A challenge as a person names it.
struct Named {
    std::int64_t number = 0;
    std::optional<std::string> code = {};
    std::string server = {};  // of a link
};

// Reads "7", "7-CODE" or "https://tanbo.example/join/7-CODE"; nothing for any other text.
std::optional<Named> read_challenge_name(std::string_view text) {
    Named named;
    if (const std::size_t link = text.find(invitation_path); link != text.npos) {
        named.server = text.substr(0, link);
    }
    text.remove_prefix(text.rfind('/') + 1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), named.number);
    const std::string_view rest(read.ptr, text.data() + text.size());
    if (read.ec != std::errc() || named.number < 1) return std::nullopt;
    if (rest.empty()) return named;
    if (rest.front() != '-' || rest.size() == 1) return std::nullopt;
    named.code = std::string(rest.substr(1));
    return named;
}

void no_challenge(const std::string& which) {
    report("\"" + which + "\" is not the number of a challenge or the link of an invitation");
}

// The challenge of that name; nothing after a fault was reported. The code of an invitation goes to
// no server but its own.
std::optional<Named> challenge_at(const std::string& url, const std::string& which) {
    auto named = read_challenge_name(which);
    if (!named) {
        no_challenge(which);
    } else if (!named->server.empty() && !is_same_server(named->server, url)) {
        report("the invitation is from " + named->server + ", not from " + url);
        named.reset();
    }
    return named;
}

// The seats of a challenge: one's own, then the others as named, then open ones.
std::vector<std::string> seats_for(const ChallengeOptions& options) {
    const engine::Setup* const setup = engine::find_setup(options.setup);
    const std::size_t seats = setup == nullptr ? 2 : static_cast<std::size_t>(setup->seats);
    const engine::Seat own = options.seat.value_or(engine::Seat::black);
    const std::vector<std::string> others =
        options.handle.empty() ? std::vector<std::string>() : std::vector{options.handle};
    return seats_of(seats, own, others);
}

void print_begun(const std::string& url, protocol::GameId game) {
    print("Game " + to_string(game) + " has started: tanbo play " + printable(url) + " " +
          to_string(game) + "\n");
}

}  // namespace

int challenge(const ChallengeOptions& options) {
    if (options.token.empty()) return needs_identity();
    const HttpClient client(options.url, options.token);
    const Answer answer = client.post(
        "/challenges",
        protocol::encode_create_challenge(options.setup, seats_for(options), options.terms));
    const auto made = protocol::decode_told_challenge(answer.body);
    if (!answer.is_ok() || !made) return report_answer(answer);
    if (made->game) {
        print_begun(options.url, *made->game);
        return 0;
    }
    const std::string number = to_string(made->offer.id);
    print("Challenge " + number + " to " + printable(options.handle) + " on " +
          printable(options.setup) + ". To withdraw it: tanbo decline " + printable(options.url) +
          " " + number + "\n");
    return 0;
}

int invite(const ChallengeOptions& options) {
    if (options.token.empty()) return needs_identity();
    const HttpClient client(options.url, options.token);
    const Answer answer = client.post(
        "/challenges",
        protocol::encode_create_invitation(options.setup, seats_for(options), options.terms));
    const auto made = protocol::decode_told_challenge(answer.body);
    if (!answer.is_ok() || !made) return report_answer(answer);
    print(printable(client.url()) + std::string(invitation_path) + to_string(made->offer.id) + "-" +
          printable(made->invitation) + "\n");
    return 0;
}

int accept(const std::string& url, const std::string& token, const std::string& which) {
    if (token.empty()) return needs_identity();
    const auto named = challenge_at(url, which);
    if (!named) return 1;
    const HttpClient client(url, token);
    const Answer answer = client.post("/challenges/" + std::to_string(named->number) + "/accept",
                                      protocol::encode_accept_challenge({{}, named->code}));
    const auto taken = protocol::decode_told_challenge(answer.body);
    if (!answer.is_ok() || !taken) return report_answer(answer);
    if (taken->game) {
        print_begun(url, *taken->game);
    } else {
        print("You have a seat. The game starts when all seats are taken.\n");
    }
    return 0;
}

int decline(const std::string& url, const std::string& token, const std::string& which,
            const std::string& reason) {
    if (token.empty()) return needs_identity();
    const auto named = challenge_at(url, which);
    if (!named) return 1;
    const HttpClient client(url, token);
    const std::string path = "/challenges/" + std::to_string(named->number);
    const Answer me = client.get("/me");
    const auto credentials = protocol::decode_credentials(me.body);
    if (!me.is_ok() || !credentials) return report_answer(me);
    const auto told = protocol::decode_told_challenge(client.get(path).body);
    const bool is_own = told && told->offer.creator == credentials->handle;
    const std::string body = reason.empty() ? "{}" : protocol::encode_decline_challenge(reason);
    const Answer answer = is_own ? client.remove(path) : client.post(path + "/decline", body);
    if (!answer.is_ok()) return report_answer(answer);
    print(is_own ? "Your challenge is withdrawn.\n" : "Declined.\n");
    return 0;
}

}  // namespace tanbo::cli
