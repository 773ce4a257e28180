#pragma once

#include "app/cli/command_line.hpp"
#include "app/gui/canvas.hpp"
#include "app/gui/export_dialog.hpp"
#include "app/gui/inspector.hpp"
#include "app/gui/store.hpp"
#include "app/gui/trace.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/gui/worker.hpp"
#include "app/paint/fonts.hpp"

#include <string>
#include <vector>

namespace poslab {

class Platform;

/// All that is in the window, frame by frame.
class WindowFrame {
  public:
    WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options);

    /// Draws one frame; false when the window is done with.
    bool draw();

  private:
    struct Regions {
        Rect rail, header, canvas, inspector, status;
        double padding = 24;
        bool small = false;
    };

    [[nodiscard]] static Regions regions(double width, double height);
    void compose(const Regions& regions);
    void shortcuts(const Regions& regions);
    void open_export(const Regions& regions);
    void notices();
    void paint(const Regions& regions);
    void ask_for_frames();
    void trace();
    [[nodiscard]] bool captured();

    Platform& platform_;
    FontMetrics metrics_;
    Store store_;
    Ui ui_;
    Inspector inspector_;
    Canvas canvas_;
    ExportDialog export_;
    Toast toast_;
    Trace trace_;
    std::vector<const Engine*> engines_;
    bool capturing_ = false, quit_ = false;
    int settled_frames_ = 0;
    std::uint64_t repeats_ = 0;
    std::string noticed_;
    Worker worker_;  // last: its thread wakes the platform, and ends first
};

}  // namespace poslab
