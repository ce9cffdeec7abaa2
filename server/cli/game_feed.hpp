#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/people/chat.hpp"
#include "server/cli/game_view.hpp"
#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

inline constexpr std::size_t news_max = 200;
inline constexpr std::size_t chat_page = 50;  // messages that are read

// A client's knowledge of a game: its board, what happened last, what was said last, and the time
// there.
class GameFeed {
public:
    // The next event of the log (JSON).
    void on_frame(std::string_view frame);
    // The answer to the newest page of the chat. One that refuses it ends can_chat().
    void on_chat(const Answer& answer);
    // The answer to what the game's clock shows.
    void on_clock(const Answer& answer);

    const GameView& view() const { return view_; }
    // Why the log can't be the game's; empty while it can.
    const std::string& fault() const { return fault_; }
    bool is_over() const;

    // The news, a line each, oldest first; the last news_max.
    const std::vector<std::string>& news() const { return news_; }
    // Oldest first.
    const std::vector<protocol::ChatLine>& chat() const { return chat_; }
    const std::string& chat_etag() const { return chat_etag_; }
    bool can_chat() const { return may_chat_; }

    // Events and messages that have come since this was last asked, a line each.
    std::string take_fresh();

    // By the server's clock, once it has been asked for it.
    engine::Instant now() const;

private:
    GameView view_;
    std::string fault_;
    std::vector<std::string> news_;
    std::vector<protocol::ChatLine> chat_;
    std::string chat_etag_;
    bool may_chat_ = true;
    std::string fresh_;
    engine::Millis ahead_{0};  // of the server's clock before ours
};

}  // namespace tanbo::cli
