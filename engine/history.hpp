#pragma once

#include <cstddef>
#include <vector>

namespace tanbo::engine {

// A list that grows at its end. A copy has room for a few more: a match is copied to add a turn,
// which would otherwise move the whole list into twice the room.
template <class T>
class History : private std::vector<T> {
    using List = std::vector<T>;

public:
    History() = default;
    History(const History& other) : List() {
        List::reserve(other.size() + room);
        List::insert(List::end(), other.begin(), other.end());
    }
    History(History&&) noexcept = default;
    History& operator=(const History& other) { return *this = History(other); }
    History& operator=(History&&) noexcept = default;
    ~History() = default;

    using List::begin;
    using List::capacity;
    using List::end;
    using List::push_back;
    using List::resize;
    using List::size;
    using List::operator[];

private:
    static constexpr std::size_t room = 4;
};

}  // namespace tanbo::engine
