#pragma once

#include "app/handout/print_text.hpp"
#include "app/paint/pdf_pages.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// A piece of a page that is not cut: a line, a figure with its caption, a box.
struct Chunk {
    Printed what;
    double above = 0;        // free space before it, where it does not begin a page
    bool with_next = false;  // no page ends after it
    double indent = 0;
    std::vector<std::string> bookmarks{};
    std::vector<PdfLink> links{};
};

/// The part of a page that text fills.
struct PageFrame {
    double width = 0, height = 0;  // of the page
    double left = 0, top = 0, text_width = 0, text_height = 0;
};

/// A section of a document: its heading, a figure that may be a little smaller, and all that follows it.
struct PageSection {
    Chunk heading;
    std::function<Chunk(double height)> figure;  // with its caption; empty: none
    double figure_height = 0, least_figure_height = 0;
    std::vector<Chunk> rest;
};

/// Fills pages from top to bottom.
class PageComposer {
  public:
    explicit PageComposer(const PageFrame& frame) : frame_(frame) {}

    /// Chunks in their order; what is bound to the next one goes to a new page with it.
    void add_chunks(std::vector<Chunk> chunks);
    /// The figure stands below the heading; where there is no room for that at the foot of a page the text begins there and the
    /// figure stands at the top of the next one.
    void add_section(PageSection section);
    void new_page();

    [[nodiscard]] std::vector<PdfPage> take();

  private:
    [[nodiscard]] double left() const { return frame_.text_height - used_; }
    [[nodiscard]] bool fits(double height) const { return height <= left() + 0.01; }
    void place(Chunk chunk);

    PageFrame frame_;
    std::vector<PdfPage> pages_;
    double used_ = 0;
    std::vector<Chunk> waiting_;  // figures, for the top of the next page
};

/// Chunks of a paragraph: a line each, at least two of them on a page.
[[nodiscard]] std::vector<Chunk> paragraph(const std::vector<FlowLine>& lines, double above);

}  // namespace poslab
