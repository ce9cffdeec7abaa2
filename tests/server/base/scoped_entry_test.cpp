#include "server/base/scoped_entry.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

// Writes down what has ended.
class Book {
public:
    using Entry = ScopedEntry<Book, std::string>;

    Entry enter(const std::string& name) { return {*this, name}; }
    const std::vector<std::string>& ended() const { return ended_; }

private:
    friend Entry;
    void end(const std::string& name) { ended_.push_back(name); }

    std::vector<std::string> ended_;
};

using Names = std::vector<std::string>;

TEST(ScopedEntry, EndsOnceWhereItIsDestroyed) {
    Book book;
    {
        const Book::Entry entry = book.enter("a");
        EXPECT_TRUE(entry);
        EXPECT_EQ(book.ended(), Names{});
    }
    EXPECT_EQ(book.ended(), Names{"a"});
}

TEST(ScopedEntry, EndsOnceThoughItWasMovedAndReset) {
    Book book;
    {
        Book::Entry first = book.enter("a");
        Book::Entry second = std::move(first);
        EXPECT_TRUE(second);
        second.reset();
        EXPECT_FALSE(second);
        second.reset();
    }
    EXPECT_EQ(book.ended(), Names{"a"});
}

TEST(ScopedEntry, EndsAsAnotherTakesItsPlace) {
    Book book;
    Book::Entry entry;
    EXPECT_FALSE(entry);

    entry = book.enter("a");
    entry = book.enter("b");
    EXPECT_EQ(book.ended(), Names{"a"});
    Book::Entry& same = entry;
    entry = std::move(same);
    EXPECT_TRUE(entry);

    entry = {};
    EXPECT_EQ(book.ended(), (Names{"a", "b"}));
}

}  // namespace
}  // namespace tanbo::base
