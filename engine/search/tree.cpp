#include "engine/search/tree.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace tanbo::search {

Tree::Tree(std::size_t nodes_max, std::size_t points)
    : nodes_max_(std::clamp<std::size_t>(nodes_max, points + 1,
                                         std::numeric_limits<std::uint32_t>::max() / 2)),
      free_from_(static_cast<std::uint32_t>(points + 1)),
      nodes_(static_cast<Node*>(::operator new[](nodes_max_ * sizeof(Node)))),
      used_(free_from_) {
    clear();
}

void Tree::clear() {
    nodes_[root] = Node();
    used_ = free_from_;
}

bool Tree::expand(std::uint32_t index, std::size_t count) {
    Node& node = nodes_[index];
    if (index == root) {
        node.first_child = 1;
    } else {
        if (nodes_max_ - used_ < count) return false;
        node.first_child = used_;
        used_ += static_cast<std::uint32_t>(count);
    }
    node.child_count = static_cast<std::uint16_t>(count);
    std::fill_n(&nodes_[node.first_child], count, Node());
    return true;
}

Node& Tree::add_root_child() {
    Node& added = nodes_[1U + nodes_[root].child_count++];
    assert(&added < &nodes_[free_from_]);
    added = Node();
    return added;
}

// Lets the first child of a node lead back to it, and the node keep that child's own number, until
// the children have moved: no two rows have the same parent, so nothing else needs to be kept.
void Tree::thread(std::uint32_t parent) {
    Node& node = nodes_[parent];
    if (node.child_count == 0) return;
    Node& first = nodes_[node.first_child];
    node.first_child = std::exchange(first.first_child, parent);
    first.is_live = 1;
}

void Tree::make_root(std::uint32_t index) {
    const Node old = nodes_[index];
    nodes_[root] = old;
    const std::uint32_t end = std::exchange(used_, free_from_);
    if (old.child_count == 0) return;
    std::copy_n(&nodes_[old.first_child], old.child_count, &nodes_[1]);
    nodes_[root].first_child = 1;
    for (std::uint32_t child = 1; child <= old.child_count; ++child) thread(child);
    // Children stand behind their parents, before and after this.
    for (std::uint32_t from = free_from_; from < end;) {
        if (nodes_[from].is_live == 0) {
            ++from;
            continue;
        }
        Node& first = nodes_[from];
        Node& parent = nodes_[first.first_child];
        first.first_child = std::exchange(parent.first_child, used_);
        first.is_live = 0;
        const std::uint32_t count = parent.child_count;
        std::copy_n(&nodes_[from], count, &nodes_[used_]);
        for (std::uint32_t child = used_; child < used_ + count; ++child) thread(child);
        used_ += count;
        from += count;
    }
}

}  // namespace tanbo::search
