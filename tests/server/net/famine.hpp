#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace tanbo::net {

// Takes every descriptor there is, down to a limit of its own, and gives them back at its end.
class Famine {
public:
    Famine() {
        getrlimit(RLIMIT_NOFILE, &before_);
        rlimit low = before_;
        low.rlim_cur = 256;
        setrlimit(RLIMIT_NOFILE, &low);
        for (int fd = open("/dev/null", O_RDONLY); fd >= 0; fd = open("/dev/null", O_RDONLY)) {
            taken_.push_back(fd);
        }
    }
    ~Famine() { end(); }
    Famine(const Famine&) = delete;
    Famine& operator=(const Famine&) = delete;

    // Lets a client of this process open its socket.
    void spare_one() {
        close(taken_.back());
        taken_.pop_back();
    }

    void end() {
        for (const int fd : taken_) close(fd);
        taken_.clear();
        setrlimit(RLIMIT_NOFILE, &before_);
    }

private:
    rlimit before_{};
    std::vector<int> taken_;
};

}  // namespace tanbo::net
