#include "app/paint/pdf_pages.hpp"

#include "app/paint/cairo_painter.hpp"
#include "app/paint/cairo_surfaces.hpp"
#include "app/paint/cairo_text.hpp"
#include "core/base/errors.hpp"

#include <cairo-pdf.h>
#include <fmt/format.h>

#include <new>
#include <vector>

namespace poslab {

namespace {

constexpr double points_per_pixel = 72.0 / css_dpi;

cairo_status_t append_bytes(void* to, const unsigned char* data, unsigned int size) {
    try {
        static_cast<std::string*>(to)->append(static_cast<const char*>(static_cast<const void*>(data)), size);
    } catch (...) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}

void set_pdf_metadata(cairo_surface_t* surface, const PictureMetadata& metadata) {
    // The date is fixed unless one is given, so that the same figure gives the same file.
    std::string keywords, date = "1980-01-01T00:00:00Z";
    for (const auto& [key, bytes] : metadata) {
        const std::string value = cairo_text(bytes);
        if (key == "Title") {
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, value.c_str());
        } else if (key == "Author") {
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, value.c_str());
        } else if (key == "Description") {
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, value.c_str());
        } else if (key == "Software") {
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, value.c_str());
        } else if (key == "CreationTime") {
            date = value;
        } else {
            if (!keywords.empty()) keywords += "; ";
            keywords.append(key).append(": ").append(value);
        }
    }
    if (!keywords.empty())
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, keywords.c_str());
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date.c_str());
}

/// Quotes an attribute for Cairo with single quotes.
std::string quoted(const std::string& text) {
    std::string safe;
    for (const char c : cairo_text(text)) {
        if (c == '\\' || c == '\'') safe += '\\';
        safe += c;
    }
    return "'" + safe + "'";
}

/// Adds the link as a paragraph: Cairo 1.16 refers to the structure of a link, but writes it only in a
/// document with other structure.
void add_link(cairo_t* cairo, const PdfLink& link) {
    // In points from the page's top, independent of the scale.
    const std::string location =
        fmt::format("rect=[{:.2f} {:.2f} {:.2f} {:.2f}] uri={}", link.place.x * points_per_pixel,
                    link.place.y * points_per_pixel, link.place.width * points_per_pixel,
                    link.place.height * points_per_pixel, quoted(link.address));
    cairo_tag_begin(cairo, "P", nullptr);
    cairo_tag_begin(cairo, CAIRO_TAG_LINK, location.c_str());
    cairo_tag_end(cairo, CAIRO_TAG_LINK);
    cairo_tag_end(cairo, "P");
}

void add_page(cairo_surface_t* surface, const PdfPage& page, CairoFonts& fonts, const PictureOptions& options,
              int number) {
    constexpr double scale = points_per_pixel;
    cairo_pdf_surface_set_size(surface, page.draw.width * scale, page.draw.height * scale);
    const Cairo cairo(cairo_create(surface));
    paint_background(cairo.get(), options.background);
    cairo_scale(cairo.get(), scale, scale);
    const std::vector<LedgerEntry> until_shown =
        paint_cairo(cairo.get(), page.draw, fonts, CairoTarget::vector, 1);
    for (const PdfLink& link : page.links) add_link(cairo.get(), link);
    for (const std::string& bookmark : page.bookmarks)
        cairo_pdf_surface_add_outline(surface, CAIRO_PDF_OUTLINE_ROOT, cairo_text(bookmark).c_str(),
                                      fmt::format("page={}", number).c_str(),
                                      static_cast<cairo_pdf_outline_flags_t>(0));
    cairo_show_page(cairo.get());
}

}  // namespace

std::string pdf_of_pages(std::span<const PdfPage> pages, const FontLibrary& fonts,
                         const PictureOptions& options) {
    constexpr double scale = points_per_pixel;
    std::string file;
    CairoFonts cairo_fonts(fonts);
    const DrawList& first = pages.front().draw;
    const CairoSurface surface(
        cairo_pdf_surface_create_for_stream(append_bytes, &file, first.width * scale, first.height * scale));
    // Later versions compress the metadata, which picture_metadata() reads, together with other objects.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    set_pdf_metadata(surface.get(), options.metadata);
    for (std::size_t n = 0; n < pages.size(); ++n)
        add_page(surface.get(), pages[n], cairo_fonts, options, static_cast<int>(n) + 1);
    cairo_surface_finish(surface.get());
    const cairo_status_t status = cairo_surface_status(surface.get());
    if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
    if (status != CAIRO_STATUS_SUCCESS)
        throw OutputError(tr("Cannot make the PDF: {}.", cairo_status_to_string(status)));
    return file;
}

}  // namespace poslab
