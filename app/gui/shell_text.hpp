#pragma once

#include "core/params/value.hpp"

#include <string>
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
    panels,
    preset,
    as_on_screen,
    paper_one,
    paper_two,
    slide,
    poster,
    custom,
    title_and_legend,
    transparent,
    text_stays,
    at_dpi,
    pixels,
    in_folder,
    home_folder,
    change,
    replace,
    replace_ask,
    save_as,
    choose,
    size_range,
    file_holds,
    no_folder,
    no_file,
    unreadable,
    wrong_ending,
    needs_name,
    list_cut,
    nothing_matches,
    count
};

[[nodiscard]] std::string_view say(Language language, Say what);
/// With `word` in the place of "{}".
[[nodiscard]] std::string say_with(Language language, Say what, std::string_view word);

}  // namespace poslab
