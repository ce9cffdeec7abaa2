#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/text/page.hpp"

// The news of a game for mails, in words. Private to this folder.
namespace tanbo::mail::text {

inline constexpr std::size_t news_items_max = 40;  // of a mail; the oldest are left out

// "white (ben)"; "white" if the seat is free.
std::string who(const engine::Match& match, engine::Seat seat);
// "ben", or the colour if the seat is free.
std::string handle_of(const engine::Match& match, engine::Seat seat);
// "9x9", or "a 7x5 board" if it is a custom one.
std::string board_name(const engine::Match& match);

// The events after `seq`, in order; not what only concerns calendars and who has taken a seat.
std::vector<NewsItem> news_since(const GameFacts& game, std::uint32_t seq);

// The news of a log, event by event from the first; those that seat no player may be left out.
class NewsReader {
public:
    // Requires: the facts outlive it.
    explicit NewsReader(const GameFacts& game);

    // Of the next event; nothing if there is nothing to tell. Requires: the event outlives the
    // reader.
    std::vector<NewsItem> read(const engine::Event& event);
    // The next event is not to be told. Requires: as read.
    void pass(const engine::Event& event);
    // As `who`, of the player who sat there after the events so far.
    std::string who(engine::Seat seat) const;

private:
    void record_seats(const engine::EventData& event);

    const GameFacts& game_;
    bool may_change_hands_;
    std::array<const engine::Player*, engine::seats_max> seated_{};  // null: none yet
};

// The seq of the last stone that this seat placed, or if there is none, of the game's opening.
std::uint32_t last_stone_of(const GameFacts& game, engine::Seat seat);

// "13x13. Black to move after 148 stones. Removed: ...": the board in words, for readers who don't
// see it.
std::string caption_of(const engine::Match& match, const engine::Snapshot& snapshot);

// The legal points of a seat: their names in columns, or, if there are many, the columns of each
// row ("19  A-C F").
bool has_many_legal_points(const engine::Position& position, engine::Seat seat);
std::vector<std::string> legal_point_lines(const engine::Position& position, engine::Seat seat);

// "2d 4h", "4m 10s", "0s"
std::string short_span(engine::Millis span);

// The players' table: mark, colour, player, roots, stones, time, the seat to move.
void append_players(MailPage& page, const engine::Match& match);

// "Board 9x9, 3 days for every move, rated."
std::string terms_line(const engine::Match& match);

// The meaning of the marks on the board, as far as there are any.
void append_marks(MailPage& page, const engine::Match& match, const engine::Snapshot& snapshot);

}  // namespace tanbo::mail::text
