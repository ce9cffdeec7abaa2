#include "server/cli/offline/offline_game.hpp"

#include <algorithm>
#include <charconv>
#include <poll.h>
#include <random>
#include <string_view>
#include <unistd.h>

#include "engine/notation.hpp"
#include "protocol/games/narration.hpp"
#include "server/cli/commands.hpp"
#include "server/cli/engines/player.hpp"
#include "server/cli/engines/search_engine.hpp"
#include "server/cli/game_view.hpp"
#include "server/cli/local_clock.hpp"
#include "server/cli/preview.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/board_cursor.hpp"
#include "server/cli/screen/line_editor.hpp"
#include "server/cli/screen/screen.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view offline_level = "level:";
constexpr std::string_view at_this_terminal = "here";
constexpr std::size_t offline_bytes_max = std::size_t{64} << 20U;
constexpr std::string_view offline_help =
    "H7          place a stone on H7.\n"
    "arrow keys  move a cursor. Enter tells the effect of a stone there. Enter again places it.\n"
    "preview H7  the effect of that stone, without playing it.\n"
    "undo        take your last move back.\n"
    "leave       resign.\n"
    "board       draw the screen again.\n"
    "help        this list\n"
    "quit        quit; the game is not kept\n";

std::optional<int> read_level(std::string_view name) {
    if (!name.starts_with(offline_level)) return std::nullopt;
    name.remove_prefix(offline_level.size());
    int level = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), level);
    const bool is_whole = read.ec == std::errc() && read.ptr == name.data() + name.size();
    return is_whole && level >= level_min && level <= level_max ? std::optional(level)
                                                                : std::nullopt;
}

// A match with everybody seated, and started.
engine::Match seated(const engine::Setup& setup, const std::vector<std::string>& handles) {
    engine::GameOpened opened{.setup = std::string(setup.id),
                              .opening = setup.opening,
                              .seats = std::vector<engine::SeatOffer>(handles.size()),
                              .creator = {engine::AccountId{1}, handles.front()}};
    opened.seats.front() = {opened.creator, true};
    engine::Match match = *engine::Match::open({1, local_now(), opened});
    for (std::size_t i = 1; i < handles.size(); ++i) {
        const engine::Player player{engine::AccountId{static_cast<std::int64_t>(i + 1)},
                                    handles[i]};
        const auto joined = engine::decide(match, engine::Join{player, {}}, local_now());
        match = *std::get<engine::Decided>(joined).next;
    }
    return match;
}

class OfflineGame {
public:
    OfflineGame(const engine::Setup& setup, const std::vector<std::string>& handles,
                std::vector<std::optional<int>> levels, engine::Seat own)
        : match_(seated(setup, handles)),
          line_(std::string(setup.id), setup.opening),
          levels_(std::move(levels)),
          own_(own),
          thinker_(std::make_unique<SearchEngine>(std::random_device()(), offline_bytes_max)) {
        editor_.complete_by([this](std::string_view line) { return completions(line, match_); });
    }

    int run() {
        if (is_screen_terminal()) screen_.emplace();
        show_board();
        while (!exit_ && match_.status() == engine::Status::active) {
            let_others_move();
            if (!exit_ && match_.status() == engine::Status::active) wait();
        }
        const int status = exit_.value_or(0);
        if (screen_) {
            screen_.reset();
            print_board();
        }
        return status;
    }

private:
    // --- the game ---
    engine::AccountId account_of(engine::Seat seat) const {
        return match_.seats()[static_cast<std::size_t>(engine::index_of(seat))].player->account;
    }

    // False if the rules or the game refuse it.
    bool decide(const engine::Command& command) {
        const engine::Decision decision = engine::decide(match_, command, local_now());
        const auto* const decided = std::get_if<engine::Decided>(&decision);
        if (decided == nullptr) return false;
        for (const engine::Event& event : decided->events) {
            match_.apply(event);
            tell(protocol::narrate(event.data, match_));
        }
        cursor_.forget_choice();
        return true;
    }

    // Signals are obeyed before each of their moves.
    void let_others_move() {
        while (match_.status() == engine::Status::active && !is_person(*match_.to_move())) {
            while (screen_ && !exit_ && is_signalled()) on_signal();
            if (exit_) return;
            think();
        }
        if (match_.status() == engine::Status::active) own_ = *match_.to_move();
    }

    bool is_person(engine::Seat seat) const {
        return !levels_[static_cast<std::size_t>(engine::index_of(seat))];
    }

    bool has_person() const {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            if (!levels_[i] && match_.is_in(engine::seat_at(static_cast<int>(i)))) return true;
        }
        return false;
    }

    bool is_signalled() const {
        pollfd ready{screen_->signals(), POLLIN, 0};
        return ::poll(&ready, 1, 0) > 0;
    }

    void think() {
        const engine::Seat seat = *match_.to_move();
        const auto index = static_cast<std::size_t>(engine::index_of(seat));
        const Choice choice = thinker_.choose(line_, {.level = levels_[index]});
        if (choice.kind == Choice::Kind::move) {
            line_.play(choice.point);
            decide(engine::Place{account_of(seat), choice.point, match_.ply()});
        } else {
            line_.leave(seat);
            decide(engine::Leave{account_of(seat)});
        }
        show_board();
    }

    void place(engine::Point point) {
        const engine::Illegal illegal = match_.position().legality(point);
        if (illegal != engine::Illegal::none) return say(preview_text(match_, point));
        notice_.clear();
        line_.play(point);
        decide(engine::Place{account_of(own_), point, match_.ply()});
        show_board();
    }

    void resign() {
        line_.leave(own_);
        decide(engine::Leave{account_of(own_)});
        if (!has_person()) exit_ = 0;
        if (!exit_) return show_board();
        if (!screen_) print_board();
    }

    // Back to the last turn of a person.
    void undo() {
        const auto turns = match_.turns();
        std::size_t kept = turns.size();
        while (kept > 0 && !is_person(turns[kept - 1].seat)) --kept;
        if (kept == 0) return say("You have no move to undo.");
        --kept;
        const std::vector<engine::PastTurn> all(turns.begin(), turns.end());
        engine::Match before = first_;
        GameLine line(line_.setup(), line_.shared_opening());
        std::swap(match_, before);
        std::swap(line_, line);
        news_.clear();
        for (std::size_t i = 0; i < kept; ++i) {
            if (all[i].point == engine::no_point) {
                line_.leave(all[i].seat);
                decide(engine::Leave{account_of(all[i].seat)});
            } else {
                line_.play(all[i].point);
                decide(engine::Place{account_of(all[i].seat), all[i].point, match_.ply()});
            }
        }
        tell("Your last move is undone.");
        show_board();
    }

    // --- what is typed ---
    void wait() {
        pollfd ready[] = {{STDIN_FILENO, POLLIN, 0},
                          {screen_ ? screen_->signals() : -1, POLLIN, 0}};
        if (::poll(ready, 2, -1) <= 0) return;
        if (ready[1].revents != 0) return on_signal();
        char bytes[1024];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        const auto length = static_cast<std::size_t>(std::max(count, ssize_t{0}));
        if (count <= 0) editor_.finish();
        for (const Key& key : keys_.feed({bytes, length})) waiting_.push_back(key);
        take_keys();
    }

    // Keys that come while another is to move wait for the person's turn.
    void take_keys() {
        while (!exit_ && !waiting_.empty()) {
            const Key key = waiting_.front();
            waiting_.erase(waiting_.begin());
            on_key(key);
            let_others_move();
            if (match_.status() != engine::Status::active) return;
        }
        if (!exit_) obey_lines();
        if (!exit_ && editor_.has_ended()) exit_ = 0;
        if (!exit_) present();
    }

    void on_signal() {
        const int signal = screen_->take_signal();
        constexpr int by_signal = 128;
        if (signal == SIGWINCH) {
            screen_->forget();
        } else if (signal == SIGTSTP) {
            screen_->suspend();
        } else if (signal != 0) {
            exit_ = by_signal + signal;
            return;
        }
        present();
    }

    void on_key(const Key& key) {
        const bool is_board = screen_ && notice_pages(model(), screen_->size()) == 0 &&
                              (editor_.typed().empty() || key.kind == KeyKind::click);
        if (is_board) {
            const Picture picture = draw_screen(model(), screen_->size());
            const auto middle = static_cast<engine::Point>(match_.opening().lattice().points() / 2);
            const CursorAct act = cursor_.press(key, picture, middle);
            if (act != CursorAct::none) return on_cursor(act);
        }
        editor_.press(key);
        obey_lines();
    }

    void on_cursor(CursorAct act) {
        if (act == CursorAct::moved || !cursor_.point()) return;
        if (act == CursorAct::placed) return place(*cursor_.point());
        if (match_.position().legality(*cursor_.point()) != engine::Illegal::none) {
            cursor_.forget_choice();
        }
        say(preview_text(match_, *cursor_.point()));
    }

    void obey_lines() {
        while (!exit_ && match_.status() == engine::Status::active) {
            const auto line = editor_.next_line();
            if (!line) return;
            obey(parse_command(*line));
            let_others_move();
        }
    }

    void obey(const Command& command) {
        if (command.verb == Verb::quit) {
            exit_ = 0;
        } else if (command.verb == Verb::leave) {
            resign();
        } else if (command.verb == Verb::undo) {
            undo();
        } else if (command.verb == Verb::board) {
            notice_.clear();
            if (screen_) screen_->forget();
            show_board();
        } else if (command.verb == Verb::place || command.verb == Verb::preview) {
            point_at(command);
        } else {
            say(std::string(offline_help));
        }
    }

    void point_at(const Command& command) {
        if (command.rest.empty()) return turn_page();
        const auto point = engine::parse_point(match_.opening().lattice(), command.rest);
        if (!point) {
            return say("\"" + printable(command.rest) +
                       "\" is not a point of this board. For a list of commands, type help.");
        }
        if (command.verb == Verb::preview) return say(preview_text(match_, *point));
        place(*point);
    }

    void turn_page() {
        if (screen_ && ++notice_page_ < notice_pages(model(), screen_->size())) return;
        notice_.clear();
        notice_page_ = 0;
    }

    // --- what is shown ---
    ScreenModel model() const {
        return {.game = protocol::GameId{1},
                .match = &match_,
                .seat = own_,
                .now = local_now(),
                .news = news_,
                .chat = {},
                .notice = notice_,
                .notice_page = notice_page_,
                .prompt = prompt(),
                .typed = editor_.typed(),
                .typed_cursor = editor_.cursor(),
                .cursor = cursor_.point(),
                .style = terminal_style()};
    }

    std::string prompt() const {
        if (!match_.to_move() || !is_person(*match_.to_move())) return "Thinking ... ";
        if (cursor_.point()) {
            return cursor_prompt(match_.opening().lattice(), cursor_);
        }
        return "Your move, " + std::string(engine::seat_name(own_)) + ": ";
    }

    void tell(std::string text) { news_.push_back(std::move(text)); }

    void say(std::string text) {
        notice_ = std::move(text);
        notice_page_ = 0;
        if (screen_) return present();
        print(notice_ + (notice_.ends_with('\n') ? "" : "\n"));
    }

    void present() {
        if (screen_) screen_->show(draw_screen(model(), screen_->size()));
    }

    void show_board() {
        if (screen_) return present();
        const bool is_persons = match_.to_move() && is_person(*match_.to_move());
        if (is_persons || match_.status() != engine::Status::active) print_board();
    }

    void print_board() {
        print(draw(match_, match_.ply(), terminal_style()).value_or("") + "\n");
        if (!news_.empty()) print(news_.back() + "\n");
    }

    engine::Match match_;
    engine::Match first_ = match_;  // with everybody seated
    GameLine line_;
    std::vector<std::optional<int>> levels_;  // by seat; nothing: a person's
    engine::Seat own_;                        // the person who is to move, or was last
    ThinkingPlayer thinker_;
    KeyReader keys_;
    std::vector<Key> waiting_;
    LineEditor editor_;
    BoardCursor cursor_;
    std::optional<FullScreen> screen_;
    std::vector<std::string> news_;
    std::string notice_;
    int notice_page_ = 0;  // of a notice that takes several screens
    std::optional<int> exit_;
};

}  // namespace

int play_offline(const OfflineOptions& options) {
    const engine::Setup* const setup = engine::find_setup(options.setup);
    if (setup == nullptr) return report("\"" + options.setup + "\" is not a setup");
    const engine::Seat own = options.seat.value_or(engine::Seat::black);
    if (engine::index_of(own) >= setup->seats) {
        return report(std::string(engine::seat_name(own)) + " has no seat on " + options.setup);
    }
    std::vector<std::string> names = options.against;
    if (names.empty()) names.emplace_back("level:5");
    std::vector<std::string> handles;
    std::vector<std::optional<int>> levels;
    std::size_t next = 0;
    int persons = 1;
    for (int i = 0; i < setup->seats; ++i) {
        if (engine::seat_at(i) == own) {
            handles.emplace_back("you");
            levels.emplace_back();
            continue;
        }
        const std::string& name = names[std::min(next++, names.size() - 1)];
        const auto level = read_level(name);
        const bool is_here = name == at_this_terminal;
        if (!level && !is_here) {
            return report("\"" + name + "\" is not a level; choose level:1 to level:10, or here");
        }
        handles.push_back(is_here ? "player-" + std::to_string(++persons) : name);
        levels.push_back(level);
    }
    return OfflineGame(*setup, handles, std::move(levels), own).run();
}

}  // namespace tanbo::cli
