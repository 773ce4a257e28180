#pragma once

#include "core/params/value.hpp"

#include <string_view>

namespace poslab {

/// The strings of the window itself; those of views and parameters come from their descriptors.
enum class Say {
    positions,
    attention,
    memory,
    rotation,
    learn,
    home,
    pan,
    zoom,
    export_,
    parameters,
    readout,
    formula,
    notes,
    engine,
    cells,
    light,
    dark,
    switch_theme,
    switch_language,
    hide,
    show,
    computing,
    left_over,
    cancel,
    could_not_compute,
    content,
    figure,
    numbers,
    format,
    size,
    theme,
    file,
    same_command,
    copy,
    close,
    do_export,
    saved,
    copied,
    copy_path,
    array,
    last_time,
    must_end,
    stopped,
    compute_again,
    reset_value,
    play,
    pause,
    play_speed,
    play_loops,
    play_bounces,
    display,
    undo,
    redo,
    nothing_to_undo,
    open_file,
    keys,
    size_of_all,
    projector,
    start_here,
    start_slider,
    start_matrix,
    start_point,
    start_export,
    shows_all_keys,
    copied_command,
    copied_values,
    opened,
    count
};

[[nodiscard]] std::string_view say(Language language, Say what);

}  // namespace poslab
