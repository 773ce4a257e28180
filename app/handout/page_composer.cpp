#include "app/handout/page_composer.hpp"

#include "app/handout/printed_split.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

double height_of(const std::vector<Chunk>& chunks) {
    double height = 0;
    for (const Chunk& chunk : chunks) height += chunk.above + chunk.what.height;
    return height;
}

/// Returns the end of the run of chunks from `begin` that stay on one page.
std::size_t end_of_run(const std::vector<Chunk>& chunks, std::size_t begin) {
    std::size_t end = begin;
    while (end < chunks.size() && chunks[end].with_next) ++end;
    return std::min(end + 1, chunks.size());
}

}  // namespace

void PageComposer::new_page() {
    pages_.push_back({{frame_.width, frame_.height, {}}, {}, {}});
    used_ = 0;
    for (Chunk& figure : std::exchange(waiting_, {})) place(std::move(figure));
}

void PageComposer::place(Chunk chunk) {
    while (chunk.what.height > frame_.text_height + tolerance) {
        while (used_ > 0) new_page();  // a page may begin with a figure that waited for it
        place_whole(Chunk{.what = take_top(chunk.what, frame_.text_height),
                          .indent = chunk.indent,
                          .bookmarks = std::exchange(chunk.bookmarks, {}),
                          .links = std::exchange(chunk.links, {})});
        new_page();
    }
    place_whole(std::move(chunk));
}

void PageComposer::place_whole(Chunk chunk) {
    if (pages_.empty()) new_page();
    PdfPage& page = pages_.back();
    if (used_ > 0) used_ += chunk.above;
    const Point origin{frame_.left + chunk.indent, frame_.top + used_};
    draw_at(chunk.what, origin, page.draw.commands);
    for (PdfLink& link : chunk.links) {
        link.place.x += origin.x;
        link.place.y += origin.y;
        page.links.push_back(std::move(link));
    }
    for (std::string& bookmark : chunk.bookmarks) page.bookmarks.push_back(std::move(bookmark));
    used_ += chunk.what.height;
}

void PageComposer::add_chunks(std::vector<Chunk> chunks) {
    for (std::size_t begin = 0; begin < chunks.size();) {
        const std::size_t end = end_of_run(chunks, begin);
        double height = 0;
        for (std::size_t n = begin; n < end; ++n) height += chunks[n].above + chunks[n].what.height;
        if (used_ > 0 && !fits(height)) new_page();
        for (; begin < end; ++begin) {
            if (used_ > 0 && !fits(chunks[begin].what.height)) new_page();  // the run is longer than a page
            place(std::move(chunks[begin]));
        }
    }
}

void PageComposer::add_section(PageSection section) {
    if (!waiting_.empty()) new_page();  // the figure appears before the next section
    std::vector<Chunk> first{std::move(section.heading)};
    first.back().with_next = true;
    if (!section.figure) {
        for (Chunk& chunk : section.rest) first.push_back(std::move(chunk));
        return add_chunks(std::move(first));
    }
    Chunk large = section.figure(section.figure_height), small = section.figure(section.min_figure_height);
    const double head = height_of(first) + large.above, rest = height_of(section.rest);
    const auto all_fits = [&](const Chunk& figure) { return fits(head + figure.what.height + rest); };
    constexpr double too_little = 0.42, min_text = 120;
    const bool begins_page = !all_fits(small) && left() < too_little * frame_.text_height && used_ > 0;
    if (begins_page) new_page();
    const bool prefers_small = !all_fits(large) && (all_fits(small) || !fits(head + large.what.height));
    Chunk& figure = prefers_small ? small : large;
    if (fits(head + figure.what.height)) {
        first.push_back(std::move(figure));
    } else if (fits(height_of(first) + min_text)) {
        waiting_.push_back(std::move(large));
    } else {
        new_page();
        first.push_back(std::move(large));
    }
    for (Chunk& chunk : section.rest) first.push_back(std::move(chunk));
    add_chunks(std::move(first));
}

std::vector<PdfPage> PageComposer::take() {
    if (pages_.empty() || !waiting_.empty()) new_page();
    return std::move(pages_);
}

std::vector<Chunk> paragraph(const std::vector<FlowLine>& lines, double above) {
    std::vector<Chunk> chunks;
    for (std::size_t n = 0; n < lines.size(); ++n) {
        Chunk chunk{{lines[n].commands, lines[n].height}, n == 0 ? above : 0};
        chunk.with_next = (n == 0 && lines.size() > 1) || n + 2 == lines.size();
        chunks.push_back(std::move(chunk));
    }
    return chunks;
}

}  // namespace poslab
