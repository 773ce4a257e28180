#pragma once

#include "app/handout/print_text.hpp"
#include "app/paint/pdf_pages.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// A part of a page that is only split if it is higher than a page: a line, a figure with its caption, a box.
/// Its links are in the part that is on the first of its pages.
struct Chunk {
    Printed what;
    double above = 0;        // space before it, except at the start of a page
    bool with_next = false;  // the next chunk is on the same page
    double indent = 0;
    std::vector<std::string> bookmarks{};
    std::vector<PdfLink> links{};
};

/// The text area of a page.
struct PageFrame {
    double width = 0, height = 0;  // of the page
    double left = 0, top = 0, text_width = 0, text_height = 0;
};

/// A section of a document: its heading, a figure that may be slightly smaller, and the remaining chunks.
struct PageSection {
    Chunk heading;
    std::function<Chunk(double height)> figure;  // includes the caption; empty: no figure
    double figure_height = 0, min_figure_height = 0;
    std::vector<Chunk> rest;
};

/// Fills pages from top to bottom.
class PageComposer {
  public:
    explicit PageComposer(const PageFrame& frame) : frame_(frame) {}

    /// Adds chunks in order; a chunk bound to the next one moves to a new page with it.
    void add_chunks(std::vector<Chunk> chunks);
    /// Adds a section. The figure follows the heading; if it does not fit on the page, the text starts there
    /// and the figure moves to the top of the next page.
    void add_section(PageSection section);
    void new_page();

    [[nodiscard]] std::vector<PdfPage> take();

  private:
    [[nodiscard]] double left() const { return frame_.text_height - used_; }
    [[nodiscard]] bool fits(double height) const { return height <= left() + tolerance; }
    void place(Chunk chunk);
    void place_whole(Chunk chunk);

    static constexpr double tolerance = 0.01;

    PageFrame frame_;
    std::vector<PdfPage> pages_;
    double used_ = 0;
    std::vector<Chunk> waiting_;  // figures for the top of the next page
};

/// Returns the chunks of a paragraph, one per line; each page has at least two of its lines.
[[nodiscard]] std::vector<Chunk> paragraph(const std::vector<FlowLine>& lines, double above);

}  // namespace poslab
