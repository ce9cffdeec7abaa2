#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "server/cli/actions.hpp"
#include "server/cli/game_feed.hpp"
#include "server/cli/remote/stream.hpp"
#include "server/cli/screen/board_cursor.hpp"
#include "server/cli/screen/keys.hpp"
#include "server/cli/screen/line_editor.hpp"
#include "server/cli/screen/screen_model.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

// Somebody at a game: follows it, comes back when the connection is lost, and does what they type.
// A terminal shows it as a screen; elsewhere the board is printed after every event.
class Session {
public:
    // `handle` is the player's; nothing if somebody watches. `greeting` is the first notice.
    Session(const HttpClient& client, protocol::GameId game, std::optional<std::string> handle,
            std::string greeting);

    // Until the game is over, the input ends, or the server refuses; the exit status.
    int run();

private:
    using Time = std::chrono::steady_clock::time_point;

    // --- the connection ---
    std::optional<int> follow(EventStream& stream);  // nothing: the stream has ended
    void ask(EventStream& stream);
    int wait_ms(const EventStream& stream) const;
    bool wants_chat() const;
    bool should_reconnect(int status);
    void on_reconnected();
    void pause(std::chrono::seconds length);

    // --- what is typed ---
    Inputs inputs() const;
    void on_wake(Wake wake);
    void on_signal();
    void read_keys();
    void on_key(const Key& key);
    bool takes_cursor(const Key& key);
    void on_cursor(CursorAct act);
    void obey_lines();
    void on_line(const std::string& line);
    void obey(const Command& command);
    void draw_again();
    void turn_page();

    // --- what is shown ---
    std::optional<engine::Seat> held_seat() const;  // also if they play no more
    std::optional<engine::Seat> seat() const;       // in which they play
    bool is_gone() const;                           // they have played, and play no more
    std::string prompt() const;
    ScreenModel model() const;
    void say(std::string text);
    void present();
    void print_board();
    void print_prompt();
    int finish(int status);

    const HttpClient& client_;
    protocol::GameId game_;
    std::optional<std::string> handle_;
    Actions actions_;
    GameFeed feed_;
    KeyReader keys_;
    LineEditor editor_;
    BoardCursor cursor_;
    std::optional<FullScreen> screen_;
    std::string notice_;
    int notice_page_ = 0;
    bool asks_to_leave_ = false;
    bool knows_time_ = false;
    Time next_chat_;
    std::optional<int> exit_;
    int lost_connections_ = 0;
    std::string tag_;  // of the place in the stream
};

}  // namespace tanbo::cli
