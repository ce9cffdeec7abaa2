#pragma once

#include <chrono>
#include <string>

#include "tests/support/loopback.hpp"

namespace tanbo::cli {

// A server of one stream that has little to say: its head, so many bytes one by one, and a text at
// last, after which it stays open. It works on the thread of the test, whenever it is tended.
class QuietServer {
public:
    QuietServer(int bytes, std::chrono::milliseconds between, std::string last);
    ~QuietServer();
    QuietServer(const QuietServer&) = delete;
    QuietServer& operator=(const QuietServer&) = delete;

    std::string url() const;
    void tend();

private:
    void say(const std::string& text);

    test::Listening listening_ = test::listen_on_loopback();
    int connection_ = -1;
    int bytes_;
    std::chrono::milliseconds between_;
    std::string last_;
    std::chrono::steady_clock::time_point next_;
};

}  // namespace tanbo::cli
