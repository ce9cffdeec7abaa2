#include "server/mail/mime/html/html_tree.hpp"

#include <csetjmp>
#include <cstdlib>

namespace tanbo::mail::mime {

namespace {

// Each tag allocates, and looks through the open elements: 64 times that is soon done.
constexpr std::size_t allocations_per_look_at_the_clock = 64;

}  // namespace

struct alignas(std::max_align_t) HtmlTree::Block {
    Block* before;
    Block* behind;
    std::size_t bytes;
};

HtmlTree::HtmlTree(std::string_view html, std::size_t bytes_max, const ReadingDeadline& deadline)
    : bytes_max_(bytes_max), deadline_(deadline) {
    if (!parse(html)) root_ = nullptr;
}

// gumbo's own release calls itself as deep as the tree is.
HtmlTree::~HtmlTree() {
    while (blocks_ != nullptr) {
        Block* const block = blocks_;
        blocks_ = block->behind;
        std::free(block);
    }
}

bool HtmlTree::is_within_bounds() {
    ++allocations_;
    if (bytes_ > bytes_max_) return false;
    if (allocations_ % allocations_per_look_at_the_clock == 0) is_late_ = deadline_.is_past();
    return !is_late_;
}

// gumbo knows no failure of its allocator, so the way out is a jump over its frames, which are C.
void* HtmlTree::allocate(void* tree, std::size_t bytes) {
    HtmlTree& self = *static_cast<HtmlTree*>(tree);
    self.bytes_ += bytes + sizeof(Block);
    void* const memory = self.is_within_bounds() ? std::malloc(bytes + sizeof(Block)) : nullptr;
    if (memory == nullptr) std::longjmp(*static_cast<std::jmp_buf*>(self.way_out_), 1);
    Block* const block = new (memory) Block{nullptr, self.blocks_, bytes};
    if (self.blocks_ != nullptr) self.blocks_->before = block;
    self.blocks_ = block;
    return block + 1;
}

void HtmlTree::release(void* tree, void* memory) {
    if (memory == nullptr) return;
    HtmlTree& self = *static_cast<HtmlTree*>(tree);
    Block* const block = static_cast<Block*>(memory) - 1;
    if (block->before != nullptr) block->before->behind = block->behind;
    if (block->behind != nullptr) block->behind->before = block->before;
    if (self.blocks_ == block) self.blocks_ = block->behind;
    self.bytes_ -= block->bytes + sizeof(Block);
    std::free(block);
}

bool HtmlTree::parse(std::string_view html) {
    is_late_ = deadline_.is_past();
    if (is_late_) return false;
    std::jmp_buf way_out;
    way_out_ = &way_out;
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = release;
    options.userdata = this;
    options.max_errors = 0;
    if (setjmp(way_out) != 0) return false;
    root_ = gumbo_parse_with_options(&options, html.data(), html.size())->root;
    return true;
}

}  // namespace tanbo::mail::mime
