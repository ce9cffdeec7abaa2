#include "tests/fuzz/server_targets.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "protocol/boards/text_board.hpp"
#include "protocol/games/requests.hpp"
#include "server/game/views/cursor.hpp"
#include "server/mail/inbound/lmtp/lmtp.hpp"
#include "server/net/http/chunk_parser.hpp"
#include "server/net/http/head.hpp"
#include "server/net/lines/line_splitter.hpp"
#include "server/tournament/pairing/trf.hpp"

namespace tanbo {
namespace {

void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
}

// --- head ---

constexpr std::size_t body_bytes_max = 4096;

net::ListenerOptions options_of_listener() {
    net::ListenerOptions options;
    options.authority = "tanbo.example.org";
    return options;
}

const net::ListenerOptions listener = options_of_listener();

void require_fault(const net::Fault& fault) {
    require(fault.status >= 400 && fault.status < 600, "a fault that is none");
    require(!fault.code.empty() && fault.detail.ends_with('.'), "a fault without a sentence");
}

// When the bytes come in two parts, the end is where it is when they come in one.
void require_same_end(std::string_view bytes, std::size_t end) {
    const auto first = net::find_head_end(bytes.substr(0, end / 2), 0, listener.limits);
    require(std::holds_alternative<net::HeadEnd>(first), "a part that is worse than the whole");
    const auto [size, scanned] = std::get<net::HeadEnd>(first);
    require(size == 0, "an end before the end");
    const auto second = net::find_head_end(bytes, scanned, listener.limits);
    require(std::get<net::HeadEnd>(second).size == end, "another end in two parts");
}

void require_request(const net::Request& request, const net::Framing& framing) {
    require(request.path.starts_with('/'), "a path without a slash");
    require(!request.host.empty() || !framing.is_http_11, "a request without a host");
    require(request.host.find_first_of(" ,@/\r\n") == std::string_view::npos, "an odd host");
    require(request.fields.size() <= listener.limits.fields_max, "too many fields");
    require(!framing.is_chunked || framing.content_length == 0, "a body framed twice");
    require(framing.has_body() || !framing.expects_continue, "a body that is waited for");
    for (const net::Field& field : request.fields) {
        require(field.name.find_first_of(" \t:\r\n") == std::string_view::npos, "an odd name");
        require(field.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos,
                "a control in a field");
    }
}

struct BodyRead {
    std::string body;
    bool is_done = false;
    bool has_failed = false;

    bool operator==(const BodyRead&) const = default;
};

BodyRead read_body(const std::string& head, std::string_view bytes, std::size_t cut) {
    BodyRead read;
    boost::system::error_code error;
    net::ChunkParser parser(head, body_bytes_max, read.body, error);
    std::size_t used = 0;
    for (const std::size_t end : {cut, bytes.size()}) {
        if (error || parser.is_done()) break;
        used += parser.put(bytes.substr(used, end - used), error);
    }
    read.has_failed = bool(error);
    read.is_done = !read.has_failed && parser.is_done();
    return read;
}

void require_body(const net::Request& request, std::string_view bytes) {
    const BodyRead whole = read_body(request.head, bytes, bytes.size());
    require(whole.body.size() <= body_bytes_max, "a body without bounds");
    const BodyRead halves = read_body(request.head, bytes, bytes.size() / 2);
    require(halves.is_done == whole.is_done, "a body that ends elsewhere in two parts");
    require(!whole.is_done || halves.body == whole.body, "another body in two parts");
}

void run_head(std::string_view input) {
    const auto found = net::find_head_end(input, 0, listener.limits);
    if (const auto* fault = std::get_if<net::Fault>(&found)) return require_fault(*fault);
    const std::size_t end = std::get<net::HeadEnd>(found).size;
    if (end == 0) return;
    require_same_end(input, end);
    net::Request request;
    net::Framing framing;
    request.head = input.substr(0, end);
    const auto fault = net::parse_head(request, framing, listener);
    if (fault) return require_fault(*fault);
    require_request(request, framing);
    if (request.is_websocket) {
        const auto refused = net::check_handshake(request, framing);
        if (refused) require_fault(*refused);
    }
    if (framing.is_chunked) require_body(request, input.substr(end));
}

// --- lmtp ---

constexpr mail::inbound::LmtpLimits lmtp_limits{
    .bytes_max = 2048, .recipients_max = 3, .line_bytes_max = 998, .errors_max = 20};

// "250 2.0.0 Text" or "250-Text", each ended by CR LF.
void require_answers(std::string_view output) {
    while (!output.empty()) {
        const std::size_t end = output.find("\r\n");
        require(end != std::string_view::npos && end >= 4, "an answer without an end");
        const std::string_view line = output.substr(0, end);
        require(line[0] >= '2' && line[0] <= '5', "an answer without a class");
        require(line[3] == ' ' || line[3] == '-', "an answer without a code");
        for (const char c : line) require(c >= ' ' && c <= '~', "an answer that is not text");
        output.remove_prefix(end + 2);
    }
}

void require_mail(const mail::inbound::LmtpMail& mail) {
    require(!mail.recipients.empty() && mail.recipients.size() <= lmtp_limits.recipients_max,
            "a mail to nobody or to all");
    require(mail.raw.size() <= lmtp_limits.bytes_max, "a mail without bounds");
    std::string_view rest = mail.raw;
    while (!rest.empty()) {
        const std::size_t end = rest.find("\r\n");
        require(end != std::string_view::npos, "a line of a mail without an end");
        require(end <= lmtp_limits.line_bytes_max, "a long line in a mail");
        require(rest.substr(0, end).find_first_of("\r\n") == std::string_view::npos,
                "a bare CR or LF in a mail");
        rest.remove_prefix(end + 2);
    }
}

// The lines of bytes that arrive in pieces of all sizes.
std::optional<net::Line> next_line(net::LineSplitter& splitter, std::string_view& rest) {
    auto line = splitter.next();
    while (!line && !rest.empty()) {
        const std::size_t size = std::min(rest.size(), 1 + rest.size() % 97);
        splitter.add(rest.substr(0, size));
        rest.remove_prefix(size);
        line = splitter.next();
    }
    return line;
}

void run_lmtp(std::string_view input) {
    mail::inbound::Lmtp lmtp("tanbo.example.org", lmtp_limits);
    net::LineSplitter splitter(mail::inbound::lmtp_line_bytes_max);
    std::string_view rest = input;
    while (const auto line = next_line(splitter, rest)) {
        auto step = line->fault ? lmtp.on_fault(*line->fault)
                                : lmtp.on_line(line->text, splitter.has_more());
        require_answers(lmtp.take_output());
        if (step == mail::inbound::LmtpStep::store) {
            const mail::inbound::LmtpMail mail = lmtp.take_mail();
            require_mail(mail);
            step = lmtp.on_stored(
                std::vector(mail.recipients.size(), mail::inbound::LmtpVerdict::stored));
            const std::string answers = lmtp.take_output();
            require_answers(answers);
            require(std::ranges::count(answers, '\n') ==
                        static_cast<std::ptrdiff_t>(mail.recipients.size()),
                    "not one answer for each recipient");
        }
        if (step == mail::inbound::LmtpStep::close) return;
    }
    lmtp.on_timeout();
    require_answers(lmtp.take_output());
}

// --- cursors ---

std::string format_again(std::string_view list, const game::CursorNumbers& numbers) {
    switch (numbers.size()) {
        case 1:
            return game::format_cursor(list, {numbers[0]});
        case 2:
            return game::format_cursor(list, {numbers[0], numbers[1]});
        default:
            return game::format_cursor(list, {numbers[0], numbers[1], numbers[2]});
    }
}

void run_cursors(std::string_view input) {
    using namespace game::lists;
    const std::optional<std::string> cursor(input);
    int taken = 0;
    for (const std::string_view list :
         {audit, challenges, encounters, messages, notifications, players, ratings, reports,
          standings, turns, watches, std::string_view("2:newest")}) {
        for (std::size_t count = 1; count <= 3; ++count) {
            const auto numbers = game::parse_cursor(list, count, cursor);
            if (!numbers) {
                require(numbers.error().detail.ends_with('.'), "a refusal without a sentence");
                continue;
            }
            ++taken;
            require((*numbers)->size() == count, "a cursor of other numbers");
            require(format_again(list, **numbers) == input, "a cursor that nobody gave");
        }
    }
    require(taken <= 1, "a cursor of two lists");
}

// --- boards ---

constexpr int plies_max = 12;

// Any game on it stays sound: the first legal point of each seat, then the last, and so on.
void require_playable(const std::shared_ptr<const engine::Opening>& opening) {
    engine::Position position(opening);
    require(position.is_consistent(), "an unsound opening");
    for (int ply = 0; ply < plies_max && position.to_move(); ++ply) {
        const auto legal = position.legal_points(*position.to_move());
        require(!legal.empty(), "a seat to move that can't");
        const auto outcome = position.play(ply % 2 == 0 ? legal.front() : legal.back());
        require(outcome.illegal == engine::Illegal::none, "a legal point that is not");
    }
    require(position.is_consistent(), "an unsound position");
    require(!protocol::text_board(protocol::BoardView(position)).empty(), "no picture");
}

void run_boards(std::string_view input) {
    const auto game = protocol::decode_create_game(input);
    if (!game) {
        require(game.error().detail.ends_with('.'), "a refusal without a sentence");
        return;
    }
    require(game->opening != nullptr, "a game without an opening");
    require(game->seats.size() == static_cast<std::size_t>(game->opening->seats()),
            "seats that don't fit the opening");
    if (game->setup.empty()) require_playable(game->opening);
}

// --- trf ---

void run_trf(std::string_view input) {
    const auto report = pairing::read_trf(input);
    if (!report) {
        require(report.error().detail.starts_with("Line "), "a refusal without its line");
        require(report.error().detail.ends_with('.'), "a refusal without a sentence");
        return;
    }
    // A last round without opponents is read as a plan, so the texts may differ.
    const auto again = pairing::read_trf(pairing::write_trf(*report));
    require(again.has_value(), "a report that can't be read again");
    require(again->players.size() == report->players.size(), "players that got lost");
}

}  // namespace

// Their sound inputs are files: tests/fuzz/corpus.
std::vector<protocol::FuzzTarget> server_fuzz_targets() {
    return {{"head", run_head, {}},
            {"lmtp", run_lmtp, {}},
            {"cursors", run_cursors, {}},
            {"boards", run_boards, {}},
            {"trf", run_trf, {}}};
}

}  // namespace tanbo
