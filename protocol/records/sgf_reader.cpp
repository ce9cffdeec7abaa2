#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/json/words.hpp"
#include "protocol/records/sgf.hpp"
#include "protocol/records/sgf_sheet.hpp"

namespace tanbo::protocol {

namespace {

using engine::Lattice;
using engine::Opening;
using engine::Point;
using engine::Seat;

using Values = std::vector<std::string>;
using Node = std::map<std::string, Values>;
using SharedOpening = std::shared_ptr<const Opening>;

constexpr std::size_t nodes_max = 1'000'000;

Error fault(std::string detail) {
    return refusal(Code::invalid_record, std::move(detail));
}

// Takes a file apart into the nodes of its one line of play.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    // Nothing if it is no SGF of one game without variations.
    std::optional<std::vector<Node>> nodes() {
        std::vector<Node> nodes;
        if (!take('(')) return std::nullopt;
        while (take(';')) {
            if (nodes.size() == nodes_max || !read_node(nodes.emplace_back())) return std::nullopt;
        }
        if (nodes.empty() || !take(')')) return std::nullopt;
        return nodes;
    }

private:
    void skip_blanks() {
        text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size()));
    }

    bool take(char wanted) {
        skip_blanks();
        if (!text_.starts_with(wanted)) return false;
        text_.remove_prefix(1);
        return true;
    }

    bool read_node(Node& node) {
        while (true) {
            skip_blanks();
            std::size_t length = 0;
            while (length < text_.size() && text_[length] >= 'A' && text_[length] <= 'Z') ++length;
            if (length == 0) return true;
            Values& values = node[std::string(text_.substr(0, length))];
            text_.remove_prefix(length);
            if (!read_value(values)) return false;
            while (read_value(values)) {
            }
        }
    }

    bool read_value(Values& values) {
        if (!take('[')) return false;
        std::string value;
        for (std::size_t i = 0; i < text_.size(); ++i) {
            if (text_[i] == ']') {
                text_.remove_prefix(i + 1);
                values.push_back(std::move(value));
                return true;
            }
            // Stands before a character that is meant as it is.
            if (text_[i] == '\\') ++i;
            if (i == text_.size()) return false;
            value += text_[i];
        }
        return false;
    }

    std::string_view text_;
};

const Values& values_of(const Node& node, const std::string& name) {
    static const Values none;
    const auto found = node.find(name);
    return found == node.end() ? none : found->second;
}

std::string first_of(const Node& node, const std::string& name) {
    const Values& values = values_of(node, name);
    return values.empty() ? std::string() : values.front();
}

std::optional<int> read_int(std::string_view text) {
    const auto number = whole_number(text);
    const bool is_int = number && *number <= std::numeric_limits<int>::max();
    return is_int ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

// "9", or "11:7": columns and rows.
std::optional<std::array<int, 2>> size_of(const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto columns = read_int(std::string_view(text).substr(0, colon));
    const auto rows =
        colon == std::string::npos ? columns : read_int(std::string_view(text).substr(colon + 1));
    const auto fits = [](std::optional<int> side) {
        return side && *side >= 1 && *side <= sgf_side_max;
    };
    if (!fits(columns) || !fits(rows)) return std::nullopt;
    return std::array{*columns, *rows};
}

// The stones of a root node by seat, as SGF names their points.
std::array<Values, engine::seats_max> stones_of(const Node& root) {
    std::map<std::string, std::size_t> labelled;
    for (const std::string& label : values_of(root, "LB")) {
        const std::size_t seat = label.size() == 4 ? sgf_seat_labels.find(label[3]) : 0;
        if (seat != std::string_view::npos && seat > 1) labelled[label.substr(0, 2)] = seat;
    }
    std::array<Values, engine::seats_max> stones;
    for (std::size_t colour = 0; colour < 2; ++colour) {
        for (const std::string& point : values_of(root, colour == 0 ? "AB" : "AW")) {
            const auto label = labelled.find(point);
            stones[label == labelled.end() ? colour : label->second].push_back(point);
        }
    }
    return stones;
}

// The seat that begins, in the last line of the root's comment: "Red to move after 0 stones."
Seat beginner(const Node& root) {
    const std::string comment = first_of(root, "C");
    const std::size_t line = comment.rfind('\n') + 1;
    const std::string word = comment.substr(line, comment.find(' ', line) - line);
    const Seat by_property = first_of(root, "PL") == "W" ? Seat::white : Seat::black;
    return engine::parse_seat(lower(word)).value_or(by_property);
}

// The root's stones on this lattice; nothing if they don't lie so.
SharedOpening opening_on(const Lattice& lattice, const Node& root) {
    const SgfSheet sheet(lattice);
    const auto size = size_of(first_of(root, "SZ"));
    if (!sheet.fits() || !size || *size != std::array{sheet.columns(), sheet.rows()}) return {};
    if (sheet.gaps(lattice).size() != values_of(root, "DD").size()) return {};
    std::map<std::string, Point> points;
    for (int i = 0; i < lattice.points(); ++i) {
        points[sheet.name(static_cast<Point>(i))] = static_cast<Point>(i);
    }
    std::vector<std::vector<Point>> stones;
    for (const Values& names : stones_of(root)) {
        if (names.empty()) continue;
        stones.emplace_back();
        for (const std::string& name : names) {
            const auto found = points.find(name);
            if (found == points.end()) return {};
            stones.back().push_back(found->second);
        }
    }
    auto made = Opening::create(lattice, stones, beginner(root));
    const auto* const opening = std::get_if<SharedOpening>(&made);
    return opening == nullptr ? nullptr : *opening;
}

bool is_same(const Opening& one, const Opening& other) {
    return one.lattice() == other.lattice() && one.to_move() == other.to_move() &&
           std::ranges::equal(one.seeds(), other.seeds()) &&
           std::ranges::equal(one.seed_seats(), other.seed_seats());
}

// Reads a game on a setup, or on a custom board of at most two dimensions.
Result<SavedGame> read_root(const Node& root) {
    if (!first_of(root, "AP").starts_with("tanbo:")) {
        return fault("it was written by another program than a Tanbo server");
    }
    SavedGame game;
    constexpr std::string_view name_begin = "Tanbo game ";
    const std::string name = first_of(root, "GN");
    if (name.starts_with(name_begin)) {
        const auto number = read_int(std::string_view(name).substr(name_begin.size()));
        game.game = GameId{number.value_or(0)};
    }
    for (const engine::Setup& setup : engine::setups()) {
        const auto opening = opening_on(setup.opening->lattice(), root);
        if (!opening || !is_same(*opening, *setup.opening)) continue;
        game.setup = setup.id;
        game.opening = setup.opening;
        return game;
    }
    const auto size = size_of(first_of(root, "SZ"));
    if (!size) return fault("it has no size that a board can have");
    const std::size_t dimensions = (*size)[1] == 1 ? 1 : 2;
    const auto lattice = Lattice::create(std::span(*size).first(dimensions));
    if (lattice) game.opening = opening_on(*lattice, root);
    if (game.opening) return game;
    return fault("SGF does not tell the shape of this custom board; use the record in JSON");
}

// Plays a game again from what the comments of its nodes tell, in the words of encode_sgf.
class Reader {
public:
    explicit Reader(SavedGame game) : game_(std::move(game)), position_(game_.opening) {}

    // False if the rules don't allow what the node tells.
    bool read(const Node& node) {
        const std::string comment = first_of(node, "C");
        const std::string line = comment.substr(0, comment.find('\n'));
        const auto words = words_of(line);
        if (line.starts_with("The game is over:")) game_.is_over = true;
        if (line.starts_with("Play begins without ")) {
            return std::ranges::all_of(words.begin() + 3, words.end(),
                                       [this](std::string_view seat) { return leave(seat); });
        }
        if (words.size() < 3) return true;
        const std::string_view last = words.back().substr(0, words.back().size() - 1);
        if (words.size() == 3 && words[1] == "on") return place(words[0], last);
        if (words[1] == "has" && words[2] == "left") return leave(words[0]);
        if (words[1] == "undoes") return take_back(last);
        return true;
    }

    SavedGame take() {
        game_.winner = position_.winner();
        game_.is_over = game_.is_over || position_.is_over();
        return std::move(game_);
    }

private:
    std::optional<Seat> seat_of(std::string_view word) const {
        if (word.ends_with('.')) word.remove_suffix(1);
        const auto seat = engine::parse_seat(lower(word));
        const bool is_there = seat && engine::index_of(*seat) < position_.opening().seats();
        return is_there ? seat : std::nullopt;
    }

    bool place(std::string_view seat_word, std::string_view point_word) {
        const auto seat = seat_of(seat_word);
        const auto point = engine::parse_point(position_.lattice(), point_word);
        if (!seat || !point || position_.to_move() != seat) return false;
        if (position_.play(*point).illegal != engine::Illegal::none) return false;
        game_.turns.push_back({0, *point, *seat});
        return true;
    }

    bool leave(std::string_view seat_word) {
        const auto seat = seat_of(seat_word);
        if (!seat || position_.leave(*seat).illegal != engine::Illegal::none) return false;
        game_.turns.push_back({0, engine::no_point, *seat});
        return true;
    }

    bool take_back(std::string_view ply) {
        const auto to_ply = read_int(ply);
        if (!to_ply || static_cast<std::uint32_t>(*to_ply) > position_.ply()) {
            return false;
        }
        engine::Snapshot past =
            engine::replay(game_.opening, game_.turns, static_cast<std::uint32_t>(*to_ply));
        position_ = std::move(past.position);
        game_.turns.resize(past.turns);
        return true;
    }

    SavedGame game_;
    engine::Position position_;
};

}  // namespace

Result<SavedGame> decode_sgf(std::string_view text) {
    if (text.size() > record_bytes_max) return fault("it is too large");
    const auto nodes = Parser(text).nodes();
    if (!nodes) return fault("it is not SGF of one game without variations");
    auto game = read_root(nodes->front());
    if (!game) return game;
    Reader reader(std::move(*game));
    for (std::size_t i = 1; i < nodes->size(); ++i) {
        if (reader.read((*nodes)[i])) continue;
        return fault("the rules don't allow what node " + std::to_string(i) + " tells");
    }
    return reader.take();
}

}  // namespace tanbo::protocol
