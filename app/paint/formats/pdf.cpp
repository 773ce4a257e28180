#include "app/paint/cairo_painter.hpp"
#include "app/paint/cairo_surfaces.hpp"
#include "app/paint/picture.hpp"
#include "core/base/errors.hpp"

#include <cairo-pdf.h>
#include <fmt/format.h>

namespace poslab {

namespace {

constexpr double points_per_inch = 72;

cairo_status_t append_bytes(void* to, const unsigned char* data, unsigned int size) {
    try {
        static_cast<std::string*>(to)->append(static_cast<const char*>(static_cast<const void*>(data)), size);
    } catch (...) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}

void set_pdf_metadata(cairo_surface_t* surface, const PictureMetadata& metadata) {
    // A fixed date unless one is given: the same figure makes the same file.
    std::string keywords, date = "1980-01-01T00:00:00Z";
    for (const auto& [key, value] : metadata) {
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
    if (!keywords.empty()) cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, keywords.c_str());
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, date.c_str());
}

std::string render_pdf(const DrawList& list, const FontLibrary& fonts, const PictureOptions& options) {
    constexpr double scale = points_per_inch / css_dpi;
    std::string file;
    CairoFonts cairo_fonts(fonts);
    const CairoSurface surface(cairo_pdf_surface_create_for_stream(append_bytes, &file, list.width * scale, list.height * scale));
    set_pdf_metadata(surface.get(), options.metadata);
    const Cairo cairo(cairo_create(surface.get()));
    paint_background(cairo.get(), options.background);
    cairo_scale(cairo.get(), scale, scale);
    paint_cairo(cairo.get(), list, cairo_fonts, CairoTarget::vector, 1);
    cairo_surface_finish(surface.get());
    const cairo_status_t status = cairo_status(cairo.get());
    const cairo_status_t finished = cairo_surface_status(surface.get());
    if (status != CAIRO_STATUS_SUCCESS || finished != CAIRO_STATUS_SUCCESS) {
        throw OutputError(
            tr("Cannot make the PDF: {}.", cairo_status_to_string(status != CAIRO_STATUS_SUCCESS ? status : finished)));
    }
    return file;
}

}  // namespace

const PictureFormat& pdf_format();
const PictureFormat& pdf_format() {
    static const PictureFormat format{.id = "pdf", .label = untranslated("PDF"), .render = render_pdf};
    return format;
}

}  // namespace poslab
