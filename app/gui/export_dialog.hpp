#pragma once

#include "app/gui/export_job.hpp"
#include "app/gui/store.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "core/figure/layout.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The pop-up that writes the figure or its numbers. It writes on a thread of its own.
class ExportDialog {
  public:
    ExportDialog(Exporter exporter, std::function<void()> wake);

    void open(Ui& ui, const Store& store, const CanvasSize& canvas);
    [[nodiscard]] bool is_open() const { return open_; }
    /// `shown` is what the preview shows: the figure of the canvas.
    void draw(Ui& ui, const Store& store, std::span<const Variant> shown, Toast& toast);
    /// The equivalent command line, as last shown.
    [[nodiscard]] const std::string& command() const { return command_; }
    [[nodiscard]] bool busy() const { return job_.running(); }

    /// The preview, to be painted over the dialog's layer by whoever has the painter.
    [[nodiscard]] const DrawList& preview() const { return preview_; }
    [[nodiscard]] Rect preview_rect() const { return preview_rect_; }
    [[nodiscard]] const ExportChoice& choice() const { return choice_; }

  private:
    void draw_frame(Ui& ui, const Store& store, Rect box);
    void draw_preview(Ui& ui, std::span<const Variant> shown, Rect room, const Store& store);
    void draw_options(Ui& ui, const Store& store, Rect column);
    void draw_figure_options(Ui& ui, const Store& store, Rect row);
    void draw_numbers_options(Ui& ui, const Store& store, Rect row);
    void draw_file(Ui& ui, const Store& store, Rect row);
    void draw_command(Ui& ui, const Store& store, Rect box);
    void draw_footer(Ui& ui, const Store& store, Rect footer);
    void size_field(Ui& ui, std::string_view name, Rect rect, double& value);
    void set_format(int format);
    void close(Ui& ui);
    void finish(Ui& ui, const Store& store, Toast& toast);

    Exporter exporter_;
    ExportJob job_;
    ExportChoice choice_;
    bool open_ = false;
    bool arrived_ = false;  // drawn at least once
    double copied_at_ = -10;
    std::string error_, command_;
    std::string writing_;
    DrawList preview_;
    Rect preview_rect_;
    std::optional<ExportChoice> previewed_;
    const void* previewed_data_ = nullptr;
};

}  // namespace poslab
