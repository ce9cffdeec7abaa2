#pragma once

#include <gtest/gtest.h>

#include "server/game/feed/follower.hpp"

namespace tanbo::test {

// Takes every frame in its turn, however it comes, and is never lost.
class FrameSink : public game::FollowerSink {
public:
    base::Awaitable<bool> write(game::Frame frame) final {
        take(frame);
        co_return true;
    }
    void push(const game::Frame& frame) final { take(frame); }
    void lose(const protocol::Error& error) final { ADD_FAILURE() << error.detail; }

private:
    virtual void take(const game::Frame& frame) = 0;
};

}  // namespace tanbo::test
