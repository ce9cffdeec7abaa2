#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

// SVG drawn as PNG.
namespace tanbo::picture {

struct Size {
    double width = 0;
    double height = 0;
};

// The scale at most `fit` that keeps lines sharp: from 1 on, whole and half units, which lie on the
// grid of pixels and make files half as large.
double sharp_scale(double fit);

// A document that is ready to be drawn. Thread: any, one at a time.
class Svg {
public:
    // One that svg_reader.hpp can't read is drawn as nothing, which the log says.
    explicit Svg(std::string_view text);
    ~Svg();
    Svg(const Svg&) = delete;
    Svg& operator=(const Svg&) = delete;

    // In pixels as the document says; at least 1 by 1.
    Size size() const;

private:
    friend class Canvas;
    struct Handle;
    std::unique_ptr<Handle> handle_;
};

// White pixels to draw on. Thread: any, one at a time.
class Canvas {
public:
    Canvas(int width, int height);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    // Fits the whole document into a rectangle, in pixels from the upper left corner.
    void draw(const Svg& svg, double left, double top, Size size);

    // Empty if anything could not be drawn, which the log says. Edges of shapes are rounded to few
    // colours, which is invisible and makes files half as large.
    std::string png();

private:
    struct Surface;
    std::unique_ptr<Surface> surface_;
};

}  // namespace tanbo::picture
