#include "server/cli/show.hpp"

#include <iostream>

#include "server/cli/game_view.hpp"
#include "server/cli/record_file.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

int show(const std::string& path, std::optional<std::uint32_t> ply, bool is_coloured) {
    const auto record = read_record(path);
    if (!record) return report(record.error().detail);
    const std::uint32_t last = record->match.ply();
    const auto board = draw(record->match, ply.value_or(last), is_coloured);
    if (!board) {
        return report("ply " + std::to_string(*ply) + " does not exist; the record has " +
                      std::to_string(last) + " stones");
    }
    std::cout << *board;
    return 0;
}

}  // namespace tanbo::cli
