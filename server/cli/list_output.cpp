#include "server/cli/list_output.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/client/list_page.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
    std::string line;
    for (const std::string& text : texts) {
        if (!line.empty()) line += between;
        line += text;
    }
    return line;
}

}  // namespace

bool ListPrinter::add(const std::vector<std::string>& cells, const std::vector<std::string>& rest) {
    if (form_ == ListForm::tabs) {
        std::vector<std::string> all;
        std::ranges::copy_if(cells, std::back_inserter(all),
                             [](const std::string& cell) { return !cell.empty(); });
        all.insert(all.end(), rest.begin(), rest.end());
        return print(joined(all, "\t") + "\n");
    }
    std::string head;
    if (!std::exchange(has_rows_, true)) {
        std::vector<std::string> headings;
        headings.reserve(columns_.size());
        for (const ListColumn& column : columns_) headings.emplace_back(column.heading);
        const std::string last = headings.back();
        headings.pop_back();
        head = table_line(headings, last);
    }
    return print(head + table_line(cells, joined(rest, ", ")));
}

void ListPrinter::finish() {
    if (form_ == ListForm::table && !has_rows_) print(std::string(empty_) + "\n");
}

std::string ListPrinter::table_line(const std::vector<std::string>& cells,
                                    const std::string& last) const {
    constexpr std::string_view between = "  ";
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += padded(cells[i], std::max(columns_[i].columns, columns_of(cells[i])));
        line += between;
    }
    return line + last + "\n";
}

int read_pages(const HttpClient& client, const std::string& path,
               const std::function<std::optional<std::string>(const Answer&)>& take) {
    std::string cursor;
    for (int pages = 0; pages < pages_max; ++pages) {
        const Answer answer = client.get(page_path(path, cursor));
        const auto next = answer.is_ok() ? take(answer) : std::nullopt;
        if (!next) return report_answer(answer);
        if (next->empty()) return 0;
        cursor = *next;
    }
    return report("the server's list has no end");
}

int print_json_list(const HttpClient& client, std::string_view name,
                    const std::vector<std::string>& paths) {
    protocol::WholeList list;
    bool is_too_long = false;
    const auto take = [&](const Answer& answer) -> std::optional<std::string> {
        auto page = protocol::decode_list_page(answer.body, name);
        if (!page) return std::nullopt;
        std::string next = std::move(page->next);
        is_too_long = !list.add(std::move(*page));
        return is_too_long ? std::string() : next;
    };
    for (const std::string& path : paths) {
        const int failed = read_pages(client, path, take);
        if (failed != 0) return failed;
        if (is_too_long) return report("the server's list is too long");
    }
    print_data(protocol::encode_list(name, list.elements()) + "\n");
    return 0;
}

int needs_identity() {
    return report("not signed in; run tanbo login, or set TANBO_TOKEN");
}

}  // namespace tanbo::cli
