#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/cli/game_view.hpp"
#include "server/cli/http.hpp"
#include "server/cli/terminal.hpp"

namespace tanbo::cli {

// A game on the screen: follows its events, reconnects, shows the board after each.
class Table {
public:
    Table(const HttpClient& client, std::int64_t game, bool reads_input);
    virtual ~Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    // Until the game is over, the input ends or the server refuses; the exit status.
    int run();

protected:
    const HttpClient& client() const { return client_; }
    std::int64_t game() const { return game_; }
    const GameView& view() const { return view_; }
    void show();
    void leave_table() { is_leaving_ = true; }

private:
    // A line that the person typed.
    virtual void on_line(std::string_view line) = 0;
    // What stands below the board.
    virtual std::string footer() const = 0;

    void on_frame(std::string_view frame);
    bool read_input();
    bool is_over() const;
    // False where coming back is of no use.
    bool survives_end(int status);

    const HttpClient& client_;
    std::int64_t game_;
    bool reads_input_;
    GameView view_;
    LineInput input_;
    std::string news_;
    std::string fault_;
    bool is_leaving_ = false;
    int lost_connections_ = 0;
};

}  // namespace tanbo::cli
