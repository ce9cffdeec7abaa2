#pragma once

#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/screen/screen.hpp"

// The one way to the terminal: nothing else writes to standard output or standard error, and what
// does goes through for_terminal(). tests/checks/terminal.py looks.
namespace tanbo::cli {

// Writes to standard output. False if it can't be written any more, as a pipe without a reader.
bool print(std::string_view text);

// Writes to standard error, in one piece. Thread: any.
void print_error(std::string_view text);

// Writes for a program to read: into a pipe or a file byte by byte. False as print().
bool print_data(std::string_view bytes);

// False once print() or print_data() has failed.
bool is_output_written();

// True if standard output is a terminal.
bool is_output_terminal();

// True if standard output is a terminal that takes colour (and NO_COLOR is not set).
bool is_colour_terminal();

// Standard input and output are a terminal on which the cursor can be placed (TERM is not "dumb").
bool is_screen_terminal();

// The terminal while a game has it to itself: keys come one by one and are not echoed, signals wait
// to be taken. In the end it is as it was before, also if the program aborts. At most one at a
// time. Requires: is_screen_terminal().
class FullScreen {
public:
    FullScreen();
    ~FullScreen();
    FullScreen(const FullScreen&) = delete;
    FullScreen& operator=(const FullScreen&) = delete;

    // As it is now; 80 columns and 24 rows if the terminal does not say.
    Size size() const;

    // Readable once a signal has come that take_signal() yields.
    int signals() const { return signals_; }
    // SIGWINCH, SIGTSTP, or one that asks to end; 0 if none waits.
    int take_signal();

    // Draws the lines that differ from what was shown before.
    void show(const Picture& picture);
    // Something else may have been written there: show() draws everything again.
    void forget() { shown_.clear(); }

    // Gives the terminal back, stops the program, and takes it again when it goes on.
    void suspend();

private:
    void take();

    sigset_t mask_before_{};
    int signals_ = -1;
    std::vector<std::string> shown_;
};

}  // namespace tanbo::cli
