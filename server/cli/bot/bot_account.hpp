#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "server/cli/bot/active_games.hpp"
#include "server/cli/bot/connections.hpp"
#include "server/cli/bot/next_act.hpp"
#include "server/cli/bot/pacing.hpp"
#include "server/cli/bot/search_pool.hpp"

namespace tanbo::cli {

// The rules that all accounts of a bot follow.
struct BotPolicy {
    Admission admission;
    Pause pause;
    Ms time_max{1000};  // of a move
    // For the boards of one account's games that are in hand, and half of it for those of others.
    std::size_t boards_bytes_max = std::size_t{64} << 20U;
};

// Whom we play for.
struct BotIdentity {
    std::string handle;             // empty: it is learned from the server
    std::optional<int> level = {};  // none for a program of somebody else's
    std::string secret = {};        // what a level draws by in its games; known to no one else
};

// An account that is played by us: its stream, its games, its answers. Nothing of it is kept
// anywhere but on the server.
class BotAccount {
public:
    // `number` is what its jobs are called by.
    BotAccount(std::size_t number, BotIdentity identity, HttpClient client, const BotPolicy& policy,
               Connections& connections, SearchPool& pool);

    // Plays once the server has said that it is a bot's account; a person's is dismissed.
    void begin();
    void on_result(SearchTaskResult result);

    // Its token is not taken, or not of a bot: it does nothing any more.
    bool is_dismissed() const { return is_dismissed_; }

private:
    using Time = std::chrono::steady_clock::time_point;
    struct Game {
        std::optional<engine::Match> match = {};
        bool is_reading = false;
        bool is_stale = false;        // something happened while it was read
        bool is_thinking = false;     // a job of it is in the pool, or its move waits
        std::uint32_t answered = 0;   // the last proposal that was answered
        int failures = 0;             // of requests that the server could not take, in a row
        int refusals = 0;             // by the server of our acts, in a row
        std::uint32_t retries = 0;    // the last is the one that is waited for
        Time noticed;                 // when it was last said to need a look
        std::size_t bytes = 0;        // of its board, when it was last there; 0: not known
        std::optional<Ms> left = {};  // our time when it was last read; nothing: no clock
        ResignRule resign_rule = {};
        bool has_confessed = false;  // that it thinks less
        bool has_failed = false;     // the engine at one of its moves; it was restarted
        bool is_resigning = false;   // until the server has it, whatever comes between
    };
    using Games = std::map<protocol::GameId, Game>;
    // Its games on the pages of a list so far.
    struct Running {
        std::set<protocol::GameId> games = {};
        int pages = 0;
    };

    // --- the account ---
    void on_account(const Answer& answer);
    void dismiss(std::string_view why);

    // --- the stream ---
    void follow();
    void on_message(std::string_view line);
    void on_end(int status);
    void forget_boards();
    void list_waiting(const std::string& cursor, int pages_before);
    void list_waiting_later();
    void on_waiting(const Answer& answer, int pages);
    void list_running(const std::string& cursor, Running before);
    void on_running(const Answer& answer, Running running);
    void keep_running(const std::set<protocol::GameId>& running);

    // --- challenges ---
    void answer(const protocol::ChallengeOffer& offer);
    void on_answered(const Answer& answer);
    int games_running() const;

    // --- games ---
    void look_at(protocol::GameId id);
    void read(protocol::GameId id);
    void on_events(protocol::GameId id, const Answer& answer);
    void apply_answer(protocol::GameId id, const Answer& answer);
    bool fold(Game& game, const protocol::EventPage& page);
    void act(protocol::GameId id);
    void take_seat(protocol::GameId id, const Game& game);
    void think(protocol::GameId id, Game& game);
    void confess(protocol::GameId id, Game& game);
    void play(protocol::GameId id, std::uint32_t seq, engine::Point point);
    void on_failure(protocol::GameId id, Game& game, const Choice& choice);
    void resign(protocol::GameId id, Game& game);
    void post(protocol::GameId id, const std::string& what, const std::string& json);
    void on_refused(protocol::GameId id, const Answer& answer);
    void retry(protocol::GameId id);
    void retry_after(protocol::GameId id, Game& game, Ms pause);
    void settle(SearchTaskResult result);
    void place(protocol::GameId id, std::uint32_t seq, engine::Point point);

    // --- memory ---
    Time deadline_of(const Game& game) const;
    void advance(protocol::GameId id);
    void forget_some_boards();

    std::optional<Ms> time_left(const engine::Match& match, engine::Seat seat) const;
    Limits limits_for(protocol::GameId id, std::optional<Ms> left) const;
    void say(std::string_view sentence) const;
    double share();  // from 0 to 1, at random

    std::size_t number_;
    std::string handle_;
    std::optional<int> level_;
    std::string secret_;
    HttpClient client_;
    const BotPolicy& policy_;
    Connections& connections_;
    SearchPool& pool_;
    Games games_;
    ActiveGames active_;
    std::optional<std::uint64_t> seen_;  // the number of the last notification
    int lost_ = 0;                       // streams, in a row
    int unanswered_ = 0;                 // challenges not answered for a failure, in a row
    bool will_list_ = false;             // list_waiting is due
    bool is_dismissed_ = false;
    engine::Millis ahead_{0};  // of the server's clock before ours
    std::uint64_t random_;
};

}  // namespace tanbo::cli
