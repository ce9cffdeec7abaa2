#include "protocol/client/list_page.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

std::string page_of(std::size_t elements, std::size_t cursor_bytes) {
    std::string text = R"({"games":[)";
    for (std::size_t i = 0; i < elements; ++i) text += (i == 0 ? "" : ",") + std::to_string(i);
    return text + R"(],"next":")" + std::string(cursor_bytes, 'x') + "\"}";
}

TEST(ListPage, KeepsTheElementsAsTheyCame) {
    const auto page =
        decode_list_page(R"({"games":[{"id":1,"more":["é"]},2],"next":null})", "games");

    ASSERT_TRUE(page);
    ASSERT_EQ(page->elements.size(), 2U);
    EXPECT_EQ(page->elements[0], R"({"id":1,"more":["\u00e9"]})");
    EXPECT_EQ(page->next, "");
}

TEST(ListPage, HasAMaximumOfElements) {
    const auto page = decode_list_page(page_of(page_elements_max, 1), "games");
    ASSERT_TRUE(page);
    EXPECT_EQ(page->elements.size(), page_elements_max);

    EXPECT_FALSE(decode_list_page(page_of(page_elements_max + 1, 1), "games"));
}

TEST(ListPage, HasAMaximumOfBytesOfItsCursor) {
    const auto page = decode_list_page(page_of(1, cursor_bytes_max), "games");
    ASSERT_TRUE(page);
    EXPECT_EQ(page->next.size(), cursor_bytes_max);

    EXPECT_FALSE(decode_list_page(page_of(1, cursor_bytes_max + 1), "games"));
}

TEST(WholeList, HasAMaximumOfBytesInAllPages) {
    WholeList list;
    EXPECT_TRUE(list.add({{std::string(list_bytes_max - 1, 'x')}, ""}));
    EXPECT_TRUE(list.add({{"1"}, ""}));
    EXPECT_EQ(list.elements().size(), 2U);

    EXPECT_FALSE(list.add({{"2"}, ""}));
    EXPECT_FALSE(list.add({{"1"}, ""})) << "one that came before counts, too";
}

TEST(WholeList, HasEachElementOnce) {
    WholeList list;
    EXPECT_TRUE(list.add({{"1", "2"}, ""}));
    EXPECT_TRUE(list.add({{"2", "3"}, ""}));

    EXPECT_EQ(list.elements(), (std::vector<std::string>{"1", "2", "3"}));
}

}  // namespace
}  // namespace tanbo::protocol
