#include "server/picture/outline.hpp"

#include <agg2/agg_ellipse.h>
#include <agg2/agg_rounded_rect.h>
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numbers>
#include <span>

namespace tanbo::picture {
namespace {

constexpr std::string_view commands = "MmLlHhVvCcQqAaZz";
constexpr std::string_view in_numbers = "0123456789.,-+e \t\r\n";

std::size_t count_of(char command) {
    switch (command) {
        case 'h':
        case 'v':
            return 1;
        case 'm':
        case 'l':
            return 2;
        case 'q':
            return 4;
        case 'c':
            return 6;
        case 'a':
            return 7;
        default:
            return 0;
    }
}

// Appends commands of a path; those of AGG lose their place after the end of a shape.
class PathWriter {
public:
    void append(char command, std::span<const double> n) {
        const char kind = static_cast<char>(std::tolower(static_cast<unsigned char>(command)));
        const bool is_relative = kind == command;
        const double fromx = is_relative ? x_ : 0;
        const double fromy = is_relative ? y_ : 0;
        switch (kind) {
            case 'm':
                go_to(fromx + n[0], fromy + n[1]);
                beginx_ = x_;
                beginy_ = y_;
                path.move_to(x_, y_);
                break;
            case 'h':
                line_to(fromx + n[0], y_);
                break;
            case 'v':
                line_to(x_, fromy + n[0]);
                break;
            case 'l':
                line_to(fromx + n[0], fromy + n[1]);
                break;
            case 'q':
                path.curve3(fromx + n[0], fromy + n[1], fromx + n[2], fromy + n[3]);
                go_to(fromx + n[2], fromy + n[3]);
                break;
            case 'c':
                path.curve4(fromx + n[0], fromy + n[1], fromx + n[2], fromy + n[3], fromx + n[4],
                            fromy + n[5]);
                go_to(fromx + n[4], fromy + n[5]);
                break;
            case 'a':
                path.arc_to(n[0], n[1], n[2] * std::numbers::pi / 180, n[3] != 0, n[4] != 0,
                            fromx + n[5], fromy + n[6]);
                go_to(fromx + n[5], fromy + n[6]);
                break;
            default:
                path.close_polygon();
                go_to(beginx_, beginy_);
        }
    }

    agg::path_storage path;

private:
    void go_to(double x, double y) {
        x_ = x;
        y_ = y;
    }
    void line_to(double x, double y) {
        go_to(x, y);
        path.line_to(x, y);
    }

    double x_ = 0;
    double y_ = 0;
    double beginx_ = 0;
    double beginy_ = 0;
};

}  // namespace

std::optional<agg::path_storage> path_of(std::string_view data) {
    PathWriter writer;
    while (!data.empty()) {
        const char command = data.front();
        if (commands.find(command) == std::string_view::npos) return std::nullopt;
        data.remove_prefix(1);
        const std::size_t end = std::min(data.find_first_of(commands), data.size());
        if (data.substr(0, end).find_first_not_of(in_numbers) != std::string_view::npos) {
            return std::nullopt;
        }
        const std::vector<double> numbers = numbers_of(data.substr(0, end));
        data.remove_prefix(end);
        const std::size_t count =
            count_of(static_cast<char>(std::tolower(static_cast<unsigned char>(command))));
        if (count == 0 ? !numbers.empty() : numbers.empty() || numbers.size() % count != 0) {
            return std::nullopt;
        }
        if (count == 0) writer.append(command, {});
        char next = command;
        for (std::size_t at = 0; at < numbers.size(); at += count) {
            writer.append(next, std::span(numbers).subspan(at, count));
            if (next == 'm') next = 'l';
            if (next == 'M') next = 'L';
        }
    }
    return std::move(writer.path);
}

std::optional<agg::path_storage> outline_of(const SvgElement& element) {
    const auto number = [&element](std::string_view name) { return number_of(element, name, 0); };
    agg::path_storage path;
    if (element.name == "path") {
        const auto data = element.attributes.find("d");
        return data == element.attributes.end() ? std::nullopt : path_of(data->second);
    }
    if (element.name == "rect") {
        const double x = number("x");
        const double y = number("y");
        agg::rounded_rect rect(x, y, x + number("width"), y + number("height"), number("rx"));
        rect.approximation_scale(4);
        rect.normalize_radius();
        path.concat_path(rect);
        return path;
    }
    if (element.name == "circle") {
        constexpr unsigned steps = 128;
        agg::ellipse circle(number("cx"), number("cy"), number("r"), number("r"), steps);
        path.concat_path(circle);
        return path;
    }
    return std::nullopt;
}

double number_of(const SvgElement& element, std::string_view name, double otherwise) {
    const auto found = element.attributes.find(name);
    if (found == element.attributes.end()) return otherwise;
    const std::vector<double> numbers = numbers_of(found->second);
    return numbers.size() == 1 ? numbers[0] : otherwise;
}

agg::trans_affine transform_of(const SvgElement& element) {
    agg::trans_affine all;
    const auto found = element.attributes.find("transform");
    if (found == element.attributes.end()) return all;
    std::string_view rest = found->second;
    for (std::size_t open = rest.find('('); open != std::string_view::npos; open = rest.find('(')) {
        const std::size_t close = std::min(rest.find(')'), rest.size());
        const std::vector<double> numbers = numbers_of(rest.substr(open, close - open));
        const bool is_move = rest.substr(0, open).ends_with("translate");
        if (numbers.empty()) return all;
        const double second = numbers.size() > 1 ? numbers[1] : is_move ? 0 : numbers[0];
        if (is_move) {
            all.premultiply(agg::trans_affine_translation(numbers[0], second));
        } else {
            all.premultiply(agg::trans_affine_scaling(numbers[0], second));
        }
        rest.remove_prefix(std::min(close + 1, rest.size()));
    }
    return all;
}

}  // namespace tanbo::picture
