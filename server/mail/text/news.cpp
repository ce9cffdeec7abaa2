#include "server/mail/text/news.hpp"

#include <algorithm>
#include <variant>

#include "engine/notation.hpp"
#include "protocol/boards/board_layout.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/games/narration.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/text/replies.hpp"

namespace tanbo::mail::text {

namespace {

using engine::Match;
using engine::Seat;

std::string name_of(Seat seat) {
    return std::string(engine::seat_name(seat));
}

const engine::SeatHolder& holder_of(const Match& match, Seat seat) {
    return match.seats()[static_cast<std::size_t>(engine::index_of(seat))];
}

// Tells one event; empty: nothing that a mail has to tell.
class Teller {
public:
    Teller(const GameFacts& game, const NewsReader& reader) : game_(game), reader_(reader) {}

    template <class Data>
    NewsItem operator()(const Data& data) const {
        return {protocol::narrate(data, game_.match), {}};
    }
    NewsItem operator()(const engine::GameOpened&) const { return {}; }
    NewsItem operator()(const engine::PlayerJoined&) const { return {}; }
    NewsItem operator()(const engine::CalendarSet&) const { return {}; }

    NewsItem operator()(const engine::GameStarted& started) const {
        NewsItem item{protocol::narrate(started, game_.match), {}};
        add_consequences(item, started.after);
        return item;
    }
    NewsItem operator()(const engine::StonePlaced& placed) const {
        const std::string point = engine::point_name(game_.match.opening().lattice(), placed.point);
        NewsItem item{std::to_string(placed.ply + 1) + ". " + who(placed.seat) + " " + point, {}};
        add_consequences(item, placed.after);
        return item;
    }
    NewsItem operator()(const engine::PlayerLeft& left) const {
        NewsItem item{
            who(left.seat) + " " + std::string(protocol::narrate_leaving(left.reason)) + ".", {}};
        add_consequences(item, left.after, left.seat);
        return item;
    }
    NewsItem operator()(const engine::TurnsTakenBack& undo) const {
        return {who(undo.by) + " undoes a move: the board is back at " +
                    protocol::counted(undo.to_ply, "stone") + ".",
                {}};
    }
    NewsItem operator()(const engine::SeatOffered& offered) const {
        return {who(offered.seat) + " " + std::string(protocol::narrate_leaving(offered.reason)) +
                    "; the seat is open to a substitute until " +
                    mail_time(offered.until, game_.zone) + ".",
                {}};
    }

private:
    std::string who(Seat seat) const { return reader_.who(seat); }

    void add_consequences(NewsItem& item, const engine::MoveEffects& after,
                          std::optional<Seat> leaver = {}) const {
        for (const engine::RemovedStones& root : after.removed) {
            const std::string point =
                engine::point_name(game_.match.opening().lattice(), root.root);
            item.details.push_back("removes " + name_of(root.seat) + "'s root from " + point +
                                   " (" + protocol::counted(root.points.size(), "stone") + ")" +
                                   (root.current ? ", the root it extended" : ""));
        }
        for (const Seat seat : after.eliminated) {
            if (seat != leaver) item.details.push_back(who(seat) + " is out");
        }
    }

    const GameFacts& game_;
    const NewsReader& reader_;
};

std::string column_range(const protocol::BoardLayout& layout, int first, int last) {
    const std::string name = layout.column_name(first);
    return first == last ? name : name + "-" + layout.column_name(last);
}

// "19  A-C F": the legal points of each row, from the top.
std::vector<std::string> row_lines(const engine::Lattice& lattice,
                                   std::span<const engine::Point> points) {
    const int columns = lattice.extents()[0];
    const int rows = lattice.extents()[1];
    const protocol::BoardLayout layout(lattice, columns);
    std::vector<std::string> lines;
    for (int row = rows - 1; row >= 0; --row) {
        std::string ranges;
        for (int column = 0; column < columns; ++column) {
            const auto is_legal = [&](int at) {
                return at < columns && std::ranges::binary_search(
                                           points, static_cast<engine::Point>(row * columns + at));
            };
            if (!is_legal(column)) continue;
            const int first = column;
            while (is_legal(column + 1)) ++column;
            ranges.append(" ").append(column_range(layout, first, column));
        }
        const std::string name = layout.row_name(row);
        if (ranges.empty()) continue;
        std::string line(2 - std::min<std::size_t>(2, name.size()), ' ');
        lines.push_back(line.append(name).append(" ").append(ranges));
    }
    return lines;
}

std::string note_of(const Match& match, Seat seat) {
    if (match.to_move() == seat) return "to move";
    switch (holder_of(match, seat).state) {
        case engine::SeatState::open:
            return "open";
        case engine::SeatState::in:
            return match.winner() == seat ? "won" : "";
        case engine::SeatState::left:
            return std::string(protocol::left_seat_word(match, seat));
        case engine::SeatState::out:
            return "out";
        case engine::SeatState::offered:
            return "offered";
    }
    return {};
}

}  // namespace

std::string who(const Match& match, Seat seat) {
    const auto& player = holder_of(match, seat).player;
    return player ? name_of(seat) + " (" + player->handle + ")" : name_of(seat);
}

std::string handle_of(const Match& match, Seat seat) {
    const auto& player = holder_of(match, seat).player;
    return player ? player->handle : name_of(seat);
}

std::string board_name(const Match& match) {
    if (!match.setup().empty()) return match.setup();
    std::string extents;
    for (const int extent : match.opening().lattice().extents()) {
        extents += (extents.empty() ? "" : "x") + std::to_string(extent);
    }
    return "a custom board, " + extents;
}

NewsReader::NewsReader(const GameFacts& game)
    : game_(game),
      may_change_hands_(game.match.has_swapped() ||
                        game.match.terms().leaver_policy == engine::LeaverPolicy::substitute) {}

std::vector<NewsItem> NewsReader::read(const engine::Event& event) {
    pass(event);
    NewsItem item = std::visit(Teller(game_, *this), event.data);
    std::vector<NewsItem> items;
    if (!item.text.empty()) items.push_back(std::move(item));
    return items;
}

std::string NewsReader::who(Seat seat) const {
    const engine::Player* const player = seated_[static_cast<std::size_t>(engine::index_of(seat))];
    return player == nullptr ? text::who(game_.match, seat)
                             : name_of(seat) + " (" + player->handle + ")";
}

void NewsReader::pass(const engine::Event& event) {
    if (may_change_hands_) record_seats(event.data);
}

void NewsReader::record_seats(const engine::EventData& event) {
    const auto sit = [this](Seat seat, const engine::Player& player) {
        seated_[static_cast<std::size_t>(engine::index_of(seat))] = &player;
    };
    if (const auto* const opened = std::get_if<engine::GameOpened>(&event)) {
        for (std::size_t i = 0; i < opened->seats.size(); ++i) {
            const engine::SeatOffer& offer = opened->seats[i];
            if (offer.is_taken && offer.player) seated_[i] = &*offer.player;
        }
    } else if (const auto* const joined = std::get_if<engine::PlayerJoined>(&event)) {
        sit(joined->seat, joined->player);
    } else if (const auto* const swapped = std::get_if<engine::SeatsSwapped>(&event)) {
        for (std::size_t i = 0; i < swapped->players.size(); ++i) seated_[i] = &swapped->players[i];
    } else if (const auto* const taken = std::get_if<engine::SeatTakenOver>(&event)) {
        sit(taken->seat, taken->player);
    }
}

std::vector<NewsItem> news_since(const GameFacts& game, std::uint32_t seq) {
    NewsReader reader(game);
    std::vector<NewsItem> items;
    for (const engine::Event& event : game.log) {
        if (event.seq <= seq) {
            reader.pass(event);
            continue;
        }
        for (NewsItem& item : reader.read(event)) items.push_back(std::move(item));
    }
    if (items.size() <= news_items_max) return items;
    const std::size_t surplus = items.size() - news_items_max;
    items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(surplus));
    items.insert(items.begin(), NewsItem{"(" + std::to_string(surplus) + " more before)", {}});
    return items;
}

std::uint32_t last_stone_of(const GameFacts& game, Seat seat) {
    std::uint32_t seq = 1;
    for (const engine::Event& event : game.log) {
        const auto* placed = std::get_if<engine::StonePlaced>(&event.data);
        if (placed != nullptr && placed->seat == seat) seq = event.seq;
    }
    return seq;
}

std::string caption_of(const Match& match, const engine::Snapshot& snapshot) {
    std::string caption = "Board of " + board_name(match) + ". ";
    caption += protocol::situation(protocol::BoardView(match, snapshot));
    const std::string lifted = protocol::removal(match.opening().lattice(), snapshot.removed);
    return lifted.empty() ? caption : caption + " " + lifted;
}

bool has_many_legal_points(const engine::Position& position, Seat seat) {
    constexpr std::size_t listed_max = 54;
    constexpr int lettered_max = 25;
    const bool has_letters = position.lattice().dimensions() == 2 &&
                             position.lattice().extents().front() <= lettered_max;
    return has_letters && position.legal_points(seat).size() > listed_max;
}

std::vector<std::string> legal_point_lines(const engine::Position& position, Seat seat) {
    const engine::Lattice& lattice = position.lattice();
    const auto legal = position.legal_points(seat);
    std::vector<engine::Point> points(legal.begin(), legal.end());
    std::ranges::sort(points);
    if (has_many_legal_points(position, seat)) return row_lines(lattice, points);
    std::vector<std::string> names;
    names.reserve(points.size());
    for (const engine::Point point : points) names.push_back(engine::point_name(lattice, point));
    if (names.size() == 1) return {"  only " + names.front()};
    std::vector<std::string> lines;
    const std::string text = in_columns(names, 2);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string short_span(engine::Millis span) {
    struct Unit {
        char letter;
        std::int64_t length_s;
    };
    constexpr Unit units[] = {{'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}};
    std::int64_t left = std::chrono::duration_cast<std::chrono::seconds>(span).count();
    std::string text;
    int parts = 0;
    for (const Unit& unit : units) {
        if (parts == 2 || (parts == 0 && left < unit.length_s && unit.letter != 's')) continue;
        ++parts;
        if (left < unit.length_s && parts == 2) break;
        text += (text.empty() ? "" : " ") + std::to_string(left / unit.length_s) + unit.letter;
        left %= unit.length_s;
    }
    return text;
}

void append_players(MailPage& page, const Match& match) {
    const auto figures =
        match.clock().is_on() ? match.clock().figures().remaining : std::vector<engine::Millis>();
    std::vector<TableColumn> columns{
        {"", false, 0, true}, {"colour"}, {"player"}, {"roots", true}, {"stones", true}};
    if (!figures.empty()) columns.push_back({"time", true});
    columns.push_back({""});
    std::vector<std::vector<std::string>> rows;
    for (int i = 0; i < match.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        const auto& player = holder_of(match, seat).player;
        std::vector<std::string>& row = rows.emplace_back();
        row = {std::string(1, protocol::stone_mark(seat)), name_of(seat),
               player ? player->handle : "-", std::to_string(match.position().roots(seat)),
               std::to_string(match.position().stones(seat))};
        if (!figures.empty()) row.push_back(short_span(figures[static_cast<std::size_t>(i)]));
        row.push_back(note_of(match, seat));
    }
    page.table(columns, rows);
}

std::string terms_line(const Match& match) {
    const std::string terms = terms_text(match.setup(), match.terms());
    if (!match.setup().empty()) return terms + ".";
    return board_name(match) + ": " + terms + ".";
}

void append_marks(MailPage& page, const Match& match, const engine::Snapshot& snapshot) {
    const std::string lifted = protocol::removal(match.opening().lattice(), snapshot.removed);
    std::string drawn;
    std::string pictured;
    if (snapshot.last_point) {
        drawn = "> < around the last stone.";
        pictured = "A ring around the last stone.";
    }
    if (!lifted.empty()) {
        drawn += (drawn.empty() ? "* " : " * ") + lifted;
        pictured += (pictured.empty() ? "Crossed out: " : " Crossed out: ") +
                    lifted.substr(lifted.find(' ') + 1);
    }
    if (!drawn.empty()) page.legend(drawn, pictured);
}

}  // namespace tanbo::mail::text
