#pragma once

namespace tanbo::base {

// A descriptor that can be read from when it is set, for a thread that polls it beside others.
//
// Thread: any.
class Event {
public:
    // Throws: std::system_error.
    Event();
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    int descriptor() const { return descriptor_; }
    void set() noexcept;
    void reset() noexcept;

private:
    const int descriptor_;
};

}  // namespace tanbo::base
