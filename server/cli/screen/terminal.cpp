#include "server/cli/screen/terminal.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

// Source: xterm, "Control Sequences".
// With clicks of the mouse in the form of SGR, where the terminal reports them.
constexpr std::string_view begin_screen = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[2J";
constexpr std::string_view end_screen = "\x1b[?1006l\x1b[?1000l\x1b[?1049l";
constexpr std::string_view clear_all = "\x1b[2J";
constexpr std::string_view clear_line = "\x1b[2K";
constexpr int size_max = 1000;

// Row and column from 1.
std::string place_cursor(std::size_t row, std::size_t column) {
    return "\x1b[" + std::to_string(row) + ";" + std::to_string(column) + "H";
}

// Writes all of it; false after an error.
bool write_all(int output, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(output, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::atomic<bool> has_output_failed = false;

// Writes what a command prints.
bool put(std::string_view bytes) {
    const bool is_written = write_all(STDOUT_FILENO, bytes);
    if (!is_written) has_output_failed = true;
    return is_written;
}

// Places the cursor or clears: of our own making alone.
void control(std::string_view sequence) {
    write_all(STDOUT_FILENO, sequence);
}

sigset_t taken_signals() {
    sigset_t taken;
    sigemptyset(&taken);
    for (const int signal : {SIGWINCH, SIGTSTP, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
        sigaddset(&taken, signal);
    }
    return taken;
}

constexpr std::array fatal_signals{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};

// The modes of the terminal before it was taken, and the handlers of fatal signals.
termios modes_before{};
std::array<struct sigaction, fatal_signals.size()> handlers_before{};

void give_back() {
    control(end_screen);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes_before);
}

void put_handlers_back() {
    for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
        ::sigaction(fatal_signals[i], &handlers_before[i], nullptr);
    }
}

// Ends as it would have without a terminal taken; all that it calls may be called in a handler.
void on_fatal_signal(int signal) {
    give_back();
    put_handlers_back();
    ::raise(signal);
}

// An exception that no one catches ends in SIGABRT, too.
void take_fatal_signals() {
    struct sigaction taken{};
    taken.sa_handler = on_fatal_signal;
    for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
        ::sigaction(fatal_signals[i], &taken, &handlers_before[i]);
    }
}

}  // namespace

bool print(std::string_view text) {
    return put(for_terminal(text));
}

void print_error(std::string_view text) {
    write_all(STDERR_FILENO, for_terminal(text));
}

bool print_data(std::string_view bytes) {
    if (!is_output_terminal()) return put(bytes);
    // A colour of ours begins with a byte that is in no UTF-8.
    std::string text(bytes);
    std::ranges::replace(text, colour_mark.front(), '?');
    return print(text);
}

bool is_output_written() {
    return !has_output_failed;
}

bool is_output_terminal() {
    return isatty(STDOUT_FILENO) == 1;
}

bool is_colour_terminal() {
    return is_output_terminal() && std::getenv("NO_COLOR") == nullptr;
}

bool is_screen_terminal() {
    const char* const kind = std::getenv("TERM");
    const bool is_dumb = kind == nullptr || std::string_view(kind) == "dumb";
    return !is_dumb && isatty(STDIN_FILENO) == 1 && is_output_terminal();
}

FullScreen::FullScreen() {
    const sigset_t taken = taken_signals();
    sigprocmask(SIG_BLOCK, &taken, &mask_before_);
    signals_ = ::signalfd(-1, &taken, SFD_NONBLOCK | SFD_CLOEXEC);
    tcgetattr(STDIN_FILENO, &modes_before);
    take_fatal_signals();
    take();
}

FullScreen::~FullScreen() {
    give_back();
    put_handlers_back();
    ::close(signals_);
    sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

Size FullScreen::size() const {
    winsize window{};
    const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;
    if (!is_known || window.ws_col == 0 || window.ws_row == 0) return {};
    return {std::min<int>(window.ws_col, size_max), std::min<int>(window.ws_row, size_max)};
}

int FullScreen::take_signal() {
    signalfd_siginfo signal{};
    if (::read(signals_, &signal, sizeof signal) != sizeof signal) return 0;
    return static_cast<int>(signal.ssi_signo);
}

void FullScreen::show(const Picture& picture) {
    std::string text;
    if (shown_.size() != picture.lines.size()) {
        shown_.clear();
        text += clear_all;
    }
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
        if (i < shown_.size() && shown_[i] == picture.lines[i]) continue;
        // Cleared first: behind a line that fills the row, its last character would go.
        text += place_cursor(i + 1, 1).append(clear_line).append(for_terminal(picture.lines[i]));
    }
    text += place_cursor(picture.lines.size(), static_cast<std::size_t>(picture.cursor_column) + 1);
    control(text);
    shown_ = picture.lines;
}

void FullScreen::suspend() {
    give_back();
    ::raise(SIGSTOP);
    take();
    forget();
}

void FullScreen::take() {
    termios keys = modes_before;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
    control(begin_screen);
}

}  // namespace tanbo::cli
