#include "server/picture/letters.hpp"

#include <agg2/agg_conv_transform.h>
#include <agg2/agg_trans_affine.h>
#include <cstdint>
#include <ft2build.h>
#include <map>
#include <stdexcept>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "protocol/json/utf8.hpp"

namespace tanbo::embedded {
extern const std::string_view letters_400;
extern const std::string_view letters_700;
}  // namespace tanbo::embedded

namespace tanbo::picture {
namespace {

constexpr char32_t missing = '?';

struct Glyph {
    agg::path_storage path;  // in ems, y downwards
    double advance = 0;
};
using Glyphs = std::map<char32_t, Glyph>;

struct Pen {
    agg::path_storage* path;
    double units;

    double x(const FT_Vector* at) const { return static_cast<double>(at->x) / units; }
    double y(const FT_Vector* at) const { return -static_cast<double>(at->y) / units; }
};

const Pen& pen_of(void* user) {
    return *static_cast<const Pen*>(user);
}

int move_to(const FT_Vector* to, void* user) {
    const Pen& pen = pen_of(user);
    pen.path->close_polygon();
    pen.path->move_to(pen.x(to), pen.y(to));
    return 0;
}

int line_to(const FT_Vector* to, void* user) {
    const Pen& pen = pen_of(user);
    pen.path->line_to(pen.x(to), pen.y(to));
    return 0;
}

int conic_to(const FT_Vector* by, const FT_Vector* to, void* user) {
    const Pen& pen = pen_of(user);
    pen.path->curve3(pen.x(by), pen.y(by), pen.x(to), pen.y(to));
    return 0;
}

int cubic_to(const FT_Vector* by, const FT_Vector* and_by, const FT_Vector* to, void* user) {
    const Pen& pen = pen_of(user);
    pen.path->curve4(pen.x(by), pen.y(by), pen.x(and_by), pen.y(and_by), pen.x(to), pen.y(to));
    return 0;
}

void require(FT_Error error) {
    if (error != 0) throw std::runtime_error("the font of pictures can't be read");
}

Glyph glyph_of(FT_Face face, FT_UInt index) {
    require(FT_Load_Glyph(face, index, FT_LOAD_NO_SCALE));
    constexpr FT_Outline_Funcs functions{move_to, line_to, conic_to, cubic_to, 0, 0};
    Glyph glyph;
    Pen pen{&glyph.path, static_cast<double>(face->units_per_EM)};
    require(FT_Outline_Decompose(&face->glyph->outline, &functions, &pen));
    glyph.path.close_polygon();
    glyph.advance = static_cast<double>(face->glyph->advance.x) / pen.units;
    return glyph;
}

struct Library {
    Library() { require(FT_Init_FreeType(&handle)); }
    ~Library() { FT_Done_FreeType(handle); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    FT_Library handle = nullptr;
};

// All letters of a font; the library is needed no more then.
Glyphs glyphs_of(std::string_view font) {
    const Library library;
    FT_Face face = nullptr;
    require(FT_New_Memory_Face(library.handle, reinterpret_cast<const FT_Byte*>(font.data()),
                               static_cast<FT_Long>(font.size()), 0, &face));
    Glyphs glyphs;
    FT_UInt index = 0;
    for (FT_ULong letter = FT_Get_First_Char(face, &index); index != 0;
         letter = FT_Get_Next_Char(face, letter, &index)) {
        glyphs.emplace(static_cast<char32_t>(letter), glyph_of(face, index));
    }
    return glyphs;
}

const Glyphs& glyphs(bool is_bold) {
    static const Glyphs regular = glyphs_of(embedded::letters_400);
    static const Glyphs bold = glyphs_of(embedded::letters_700);
    return is_bold ? bold : regular;
}

}  // namespace

Line line_of(std::string_view text, double size, bool is_bold) {
    const Glyphs& font = glyphs(is_bold);
    Line line;
    const auto append = [&](char32_t letter) {
        const auto found = font.find(letter);
        const Glyph& glyph = found == font.end() ? font.at(missing) : found->second;
        agg::path_storage path = glyph.path;
        path.transform(agg::trans_affine_scaling(size) *
                       agg::trans_affine_translation(line.width, 0));
        line.path.concat_path(path);
        line.width += glyph.advance * size;
    };
    while (!text.empty()) {
        const std::size_t length = protocol::utf8_length(text);
        append(length == 0 ? missing : protocol::utf8_point(text.substr(0, length)));
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return line;
}

}  // namespace tanbo::picture
