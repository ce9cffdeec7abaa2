#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/search/board.hpp"
#include "engine/search/budget.hpp"

// The memory of a search.
namespace tanbo::search {

// A move and the position after it. Its children stand in a row.
struct Node {
    float sum = 0;  // of the mover's values
    std::uint32_t visits = 0;
    float amaf_sum = 0;  // of the mover's values of simulations in which it came later
    std::uint32_t amaf_visits = 0;
    float turn_sum = 0;  // of the values of the seat that is to move after it
    std::uint32_t first_child = 0;
    std::uint16_t child_count = 0;  // 0: not expanded
    Point point = no_point;
    std::uint16_t prior = 0;  // in 65,535ths
    std::uint8_t mover = 0;
    std::uint8_t winner : 4 = 0;       // the seat that wins whatever happens, from 1; 0: open
    std::uint8_t is_narrowed : 1 = 0;  // not all legal moves are children
    std::uint8_t is_live : 1 = 0;      // while a tree is packed
};
static_assert(sizeof(Node) == Memory::node_bytes);

// Nodes in one piece of memory of a fixed size. The root is node 0; its children have a place of
// their own behind it. So it can have all of them even if it was narrowed as a node.
class Tree {
public:
    static constexpr std::uint32_t root = 0;

    // Room for nodes_max nodes, but at least for a root and its children. Memory that is not used
    // yet is not touched either.
    Tree(std::size_t nodes_max, std::size_t points);

    Node& operator[](std::uint32_t index) { return nodes_[index]; }
    const Node& operator[](std::uint32_t index) const { return nodes_[index]; }
    std::span<Node> children(const Node& node) {
        return {&nodes_[node.first_child], node.child_count};
    }

    // How many nodes are used, the room of the root's children with them.
    std::size_t size() const { return used_; }
    std::size_t nodes_max() const { return nodes_max_; }

    // A row of fresh nodes for the children of this one, which has none; false if there is no room.
    bool expand(std::uint32_t index, std::size_t count);

    // One more child of the root. Requires: it is expanded and has fewer than there are points.
    Node& add_root_child();

    // Only an unexpanded root remains.
    void clear();

    // This node becomes the root, and all that is not below it goes. Requires: not the root.
    void make_root(std::uint32_t index);

private:
    void thread(std::uint32_t parent);

    std::size_t nodes_max_;
    std::uint32_t free_from_;  // the first node behind the children of the root
    std::unique_ptr<Node[]> nodes_;
    std::uint32_t used_;
};

}  // namespace tanbo::search
