#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

// A table under a heading; or for programs tabs between the columns and no heading, or JSON as the
// API's contract has it.
enum class ListForm : std::uint8_t { table, tabs, json };

// A column of a table: its heading, and the width that most of its texts need. The last one needs
// none.
struct ListColumn {
    std::string_view heading;
    int columns = 0;
};

// Prints rows under a heading, or with tabs between, without one.
class ListPrinter {
public:
    ListPrinter(ListForm form, std::vector<ListColumn> columns, std::string_view empty)
        : form_(form), columns_(std::move(columns)), empty_(empty) {}

    // A cell for each column; `rest` are further ones, which share the last column of a table.
    // False if it can't be written any more. Requires: the texts are printable().
    bool add(const std::vector<std::string>& cells, const std::vector<std::string>& rest);

    // After the last row: says so if there was none.
    void finish();

private:
    std::string table_line(const std::vector<std::string>& cells, const std::string& last) const;

    ListForm form_;
    std::vector<ListColumn> columns_;
    std::string_view empty_;
    bool has_rows_ = false;
};

// Reads a list page by page, from the path with its query. `take` prints a page and yields the
// cursor of the next, or nothing if it could not be read. The exit status.
int read_pages(const HttpClient& client, const std::string& path,
               const std::function<std::optional<std::string>(const Answer&)>& take);

// Prints the lists at these paths as one document, with their elements in the member `name`, each
// once. The exit status.
int print_json_list(const HttpClient& client, std::string_view name,
                    const std::vector<std::string>& paths);

// Reports that a command needs an account; the exit status.
int needs_identity();

}  // namespace tanbo::cli
