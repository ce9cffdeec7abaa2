#include "server/cli/session.hpp"

#include <algorithm>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "engine/notation.hpp"
#include "protocol/games/narration.hpp"
#include "server/cli/preview.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/clock_part.hpp"
#include "server/cli/screen/screen.hpp"
#include "server/cli/screen/talk_part.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr std::chrono::milliseconds wait_max{60'000};
constexpr std::chrono::seconds chat_pause{2};
constexpr std::string_view idle_prompt = "(for a list of commands, type help) ";
constexpr std::string_view gone_prompt =
    "(you are no longer in this game; type help for commands) ";
constexpr std::string_view lost_sentence = "connection lost, trying again";
constexpr int status_ok = 200;
constexpr int status_restored = 412;
constexpr int lost_connections_max = 10;
constexpr int reconnect_pause_max_s = 15;

using Clock = std::chrono::steady_clock;

// The last stone, or the middle of the board.
engine::Point cursor_start(const engine::Match& match) {
    for (std::size_t i = match.turns().size(); i > 0; --i) {
        const engine::Point point = match.turns()[i - 1].point;
        if (point != engine::no_point) return point;
    }
    return static_cast<engine::Point>(match.opening().lattice().points() / 2);
}

int ms_until(Clock::time_point time) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now());
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds{0}, wait_max).count());
}

}  // namespace

Session::Session(const HttpClient& client, protocol::GameId game, std::optional<std::string> handle,
                 std::string greeting)
    : client_(client),
      game_(game),
      handle_(std::move(handle)),
      actions_(client, game),
      notice_(std::move(greeting)) {
    editor_.complete_by([this](std::string_view line) {
        const engine::Match* const match = feed_.view().match();
        return match == nullptr ? std::vector<std::string>() : completions(line, *match);
    });
}

int Session::run() {
    if (is_screen_terminal()) screen_.emplace();
    present();
    while (true) {
        EventStream stream(client_, game_, {feed_.view().seq(), tag_},
                           [this](std::string_view frame) { feed_.on_frame(frame); });
        const auto status = follow(stream);
        tag_ = stream.tag();
        if (status) return finish(*status);
        if (!should_reconnect(stream.status())) return 1;
        if (exit_) return finish(*exit_);
    }
}

// --- the connection ---

std::optional<int> Session::follow(EventStream& stream) {
    while (true) {
        ask(stream);
        const Wake wake = stream.wait(inputs(), wait_ms(stream));
        if (!feed_.fault().empty()) {
            screen_.reset();
            return report(feed_.fault());
        }
        if (wake == Wake::stream_ended) return std::nullopt;
        if (lost_connections_ > 0 && stream.status() == status_ok) on_reconnected();
        on_wake(wake);
        if (exit_) return exit_;
        if (feed_.is_over()) return 0;
    }
}

void Session::ask(EventStream& stream) {
    const engine::Match* const match = feed_.view().match();
    if (match == nullptr || stream.is_asking()) return;
    const std::string path = "/games/" + to_string(game_);
    if (screen_ && match->clock().is_on() && !knows_time_) {
        knows_time_ = true;
        stream.ask(path + "/clock", {}, [this](const Answer& answer) { feed_.on_clock(answer); });
    } else if (wants_chat() && Clock::now() >= next_chat_) {
        next_chat_ = Clock::now() + chat_pause;
        stream.ask(path + "/chat?limit=" + std::to_string(chat_page), feed_.chat_etag(),
                   [this](const Answer& answer) { feed_.on_chat(answer); });
    }
}

bool Session::wants_chat() const {
    return feed_.can_chat() && (screen_ || handle_);
}

int Session::wait_ms(const EventStream& stream) const {
    const engine::Match* const match = feed_.view().match();
    std::chrono::milliseconds wait = wait_max;
    if (match == nullptr) return static_cast<int>(wait.count());
    if (wants_chat() && !stream.is_asking()) wait = std::chrono::milliseconds{ms_until(next_chat_)};
    const auto tick = screen_ ? next_tick(*match, feed_.now()) : std::nullopt;
    return static_cast<int>(std::min(wait, tick.value_or(wait_max)).count());
}

bool Session::should_reconnect(int status) {
    if (status == status_restored) {
        screen_.reset();
        report("the server was restored from a backup; the number may now be another game");
        return false;
    }
    if (status >= 400 && status < 500) {
        screen_.reset();
        report_answer(client_.get("/games/" + to_string(game_)));
        return false;
    }
    if (++lost_connections_ > lost_connections_max) {
        screen_.reset();
        report("the server can't be reached at " + client_.url());
        return false;
    }
    if (screen_) {
        say(std::string(lost_sentence));
    } else {
        print_error(std::string(lost_sentence) + "\n");
    }
    pause(std::chrono::seconds{std::min(lost_connections_, reconnect_pause_max_s)});
    return true;
}

void Session::on_reconnected() {
    lost_connections_ = 0;
    if (notice_ == lost_sentence) notice_.clear();
}

void Session::pause(std::chrono::seconds length) {
    const auto end = Clock::now() + length;
    while (!exit_ && ms_until(end) > 0) {
        const Inputs awaited = screen_ ? inputs() : Inputs{};
        pollfd ready[] = {{awaited.signals, POLLIN, 0}, {awaited.keys, POLLIN, 0}};
        if (::poll(ready, 2, ms_until(end)) <= 0) continue;
        on_wake(ready[0].revents != 0 ? Wake::signal : Wake::input);
    }
}

// --- what is typed ---

Inputs Session::inputs() const {
    Inputs inputs;
    // Lines that are in a pipe from the start are meant for the game: they wait until it is there.
    const bool is_there = feed_.view().match() != nullptr;
    if (screen_ || (handle_ && is_there)) inputs.keys = STDIN_FILENO;
    if (screen_) inputs.signals = screen_->signals();
    return inputs;
}

void Session::on_wake(Wake wake) {
    switch (wake) {
        case Wake::events:
            cursor_.forget_choice();
            if (!screen_) return print_board();
            return present();
        case Wake::answer:
            if (!screen_) print(feed_.take_fresh());
            return present();
        case Wake::input:
            return read_keys();
        case Wake::signal:
            return on_signal();
        case Wake::timeout:
        case Wake::stream_ended:
            return present();
    }
}

void Session::on_signal() {
    const int signal = screen_->take_signal();
    if (signal == SIGWINCH) {
        screen_->forget();
    } else if (signal == SIGTSTP) {
        screen_->suspend();
    } else if (signal != 0) {
        constexpr int by_signal = 128;
        exit_ = by_signal + signal;
        return;
    }
    present();
}

void Session::read_keys() {
    char bytes[1024];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    const std::string_view read(bytes, static_cast<std::size_t>(std::max(count, ssize_t{0})));
    if (count <= 0) editor_.finish();
    if (!screen_) editor_.feed(read);
    if (screen_) {
        for (const Key& key : keys_.feed(read)) on_key(key);
    }
    obey_lines();
    if (!exit_ && editor_.has_ended()) exit_ = 0;
    if (!exit_) present();
}

void Session::obey_lines() {
    while (const auto line = editor_.next_line()) {
        on_line(*line);
        if (exit_) return;
    }
}

void Session::on_key(const Key& key) {
    if (exit_) return;
    if (takes_cursor(key)) {
        const Picture picture = draw_screen(model(), screen_->size());
        const CursorAct act = cursor_.press(key, picture, cursor_start(*feed_.view().match()));
        if (act != CursorAct::none) return on_cursor(act);
    }
    editor_.press(key);
    obey_lines();
}

// The board has the keys while it is in sight and nothing is typed.
bool Session::takes_cursor(const Key& key) {
    if (feed_.view().match() == nullptr || asks_to_leave_) return false;
    if (notice_pages(model(), screen_->size()) > 0) return false;
    return editor_.typed().empty() || key.kind == KeyKind::click;
}

void Session::on_cursor(CursorAct act) {
    if (act == CursorAct::moved || !cursor_.point()) return;
    const engine::Match& match = *feed_.view().match();
    if (act == CursorAct::chosen) {
        const bool can_play = match.to_move() && match.to_move() == seat() &&
                              match.position().legality(*cursor_.point()) == engine::Illegal::none;
        if (!can_play) cursor_.forget_choice();
        return say(preview_text(match, *cursor_.point()));
    }
    notice_.clear();
    obey({Verb::place, engine::point_name(match.opening().lattice(), *cursor_.point())});
}

void Session::on_line(const std::string& line) {
    if (feed_.view().match() == nullptr) return;
    const Command command = parse_command(line);
    const bool is_reading = screen_ && notice_pages(model(), screen_->size()) > 0;
    if (asks_to_leave_) {
        asks_to_leave_ = false;
        return say(command.rest == "yes" ? actions_.leave() : "You stay.");
    }
    if (!command.rest.empty() || command.verb != Verb::place) return obey(command);
    if (is_reading) turn_page();
}

void Session::obey(const Command& command) {
    const engine::Match& match = *feed_.view().match();
    if (command.verb == Verb::quit) {
        exit_ = 0;
    } else if (command.verb == Verb::help) {
        say(help_text(match.opening().lattice(), seat().has_value()));
    } else if (command.verb == Verb::chat) {
        say(chat_text(feed_.chat()));
    } else if (command.verb == Verb::board) {
        draw_again();
    } else if (command.verb == Verb::leave && seat()) {
        asks_to_leave_ = true;
        const bool is_open = match.status() == engine::Status::open;
        say(is_open ? "Free your seat?" : "Resign? Your roots are removed and you lose.");
    } else {
        say(actions_.run(command, match, seat()));
        next_chat_ = Clock::now();
    }
}

void Session::draw_again() {
    notice_.clear();
    if (!screen_) return print_board();
    screen_->forget();
}

void Session::turn_page() {
    if (++notice_page_ < notice_pages(model(), screen_->size())) return;
    notice_.clear();
    notice_page_ = 0;
}

// --- what is shown ---

std::optional<engine::Seat> Session::held_seat() const {
    const auto seats = feed_.view().match()->seats();
    for (std::size_t i = 0; handle_ && i < seats.size(); ++i) {
        const bool is_reserved = seats[i].state == engine::SeatState::open;
        if (seats[i].player && !is_reserved && seats[i].player->handle == *handle_) {
            return engine::seat_at(static_cast<int>(i));
        }
    }
    return std::nullopt;
}

std::optional<engine::Seat> Session::seat() const {
    const auto held = held_seat();
    return held && feed_.view().match()->is_in(*held) ? held : std::nullopt;
}

bool Session::is_gone() const {
    const auto is_own = [&](const engine::Leaver& one) { return one.player.handle == *handle_; };
    if (!handle_ || seat()) return false;
    return held_seat() || std::ranges::any_of(feed_.view().match()->leavers(), is_own);
}

std::string Session::prompt() const {
    const engine::Match* const match = feed_.view().match();
    if (match == nullptr || exit_ || feed_.is_over() || (!screen_ && !handle_)) return {};
    if (asks_to_leave_) return "Type yes to confirm, anything else to stay: ";
    if (cursor_.point()) return cursor_prompt(match->opening().lattice(), cursor_);
    const auto own = seat();
    if (own && match->to_move() == own) {
        return "Your move, " + std::string(engine::seat_name(*own)) + ": ";
    }
    return std::string(is_gone() ? gone_prompt : idle_prompt);
}

ScreenModel Session::model() const {
    const engine::Match* const match = feed_.view().match();
    return {.game = game_,
            .match = match,
            .seat = match == nullptr ? std::nullopt : seat(),
            .now = feed_.now(),
            .news = feed_.news(),
            .chat = feed_.chat(),
            .notice = notice_,
            .notice_page = notice_page_,
            .prompt = prompt(),
            .typed = editor_.typed(),
            .typed_cursor = editor_.cursor(),
            .cursor = cursor_.point(),
            .style = terminal_style()};
}

void Session::say(std::string text) {
    if (!screen_ && text.empty()) return;
    notice_ = std::move(text);
    notice_page_ = 0;
    if (screen_) return present();
    print(notice_ + (notice_.ends_with('\n') ? "" : "\n"));
    print_prompt();
}

void Session::present() {
    if (screen_) screen_->show(draw_screen(model(), screen_->size()));
}

void Session::print_board() {
    const engine::Match* const match = feed_.view().match();
    if (match == nullptr) return;
    print("Game " + to_string(game_) + ": " + printable(protocol::narrate_seats(*match)) + "\n\n" +
          feed_.view().board(terminal_style()) + "\n" + feed_.take_fresh());
    print_prompt();
}

void Session::print_prompt() {
    const std::string text = prompt();
    const bool is_line = text == idle_prompt || text == gone_prompt;
    print(text + (is_line ? "\n" : ""));
}

int Session::finish(int status) {
    if (!screen_) return status;
    screen_.reset();
    feed_.take_fresh();
    print_board();
    if (!feed_.news().empty()) print(feed_.news().back() + "\n");
    return status;
}

}  // namespace tanbo::cli
