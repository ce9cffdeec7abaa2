#pragma once

#include <cstddef>
#include <vector>

namespace tanbo::test {

// Draws every sequence of choices that a test can make, one run of the test for each.
//
//     Choices choices;
//     do { ... choices.choose(2) ... } while (choices.advance());
class Choices {
public:
    // From 0 to options - 1. Requires: the same choices before lead to the same options here.
    std::size_t choose(std::size_t options) {
        if (at_ == path_.size()) path_.push_back({0, options});
        return path_[at_++].taken;
    }

    // To the next sequence, for the next run; false if all have been drawn.
    bool advance() {
        at_ = 0;
        while (!path_.empty() && path_.back().taken + 1 == path_.back().options) path_.pop_back();
        if (path_.empty()) return false;
        ++path_.back().taken;
        return true;
    }

private:
    struct Choice {
        std::size_t taken;
        std::size_t options;
    };

    std::vector<Choice> path_;
    std::size_t at_ = 0;
};

}  // namespace tanbo::test
