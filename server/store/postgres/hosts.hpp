#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tanbo::store {

// The hosts of an address, and the turn in which they are asked. One that is dark costs each
// connection connect_timeout: so all connections begin with the host that took writes last, and
// leave for last the one that a connection was lost with.
//
// Thread: any.
class PostgresHosts {
public:
    // The words of an address, as libpq has them.
    using Words = std::vector<std::pair<std::string, std::string>>;
    explicit PostgresHosts(const Words& words);

    // The words with the hosts in turn.
    Words in_turn(Words words) const;

    // A connection was made with this host. Returns its place in the address.
    std::size_t found(std::string_view host, std::string_view port);
    // A connection with it was lost.
    void lost(std::size_t place);

private:
    const std::vector<std::string> hosts_;
    const std::vector<std::string> ports_;  // one for each host, or none
    std::atomic<std::size_t> first_ = 0;
};

}  // namespace tanbo::store
