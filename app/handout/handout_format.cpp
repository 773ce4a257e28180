#include "app/handout/handout_format.hpp"

#include "app/handout/printed_lesson.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"

#include <fmt/format.h>
#include <vector>

namespace poslab {

OneOf<HandoutFormat> handout_format(const std::string& path, bool slides) {
    std::vector<std::string> endings;
    for (const HandoutFormat* format : HandoutFormat::all()) {
        if (format->slides != slides) continue;
        if (path.ends_with("." + std::string(format->ending))) return *format;
        endings.push_back(fmt::format(".{} ({})", format->ending, format->about));
    }
    throw UsageError(fmt::format("-o {}: {} must end in {}", path, slides ? "slides of a lesson" : "a lesson",
                                 alternatives(endings)));
}

Paper paper_named(const std::string& id) {
    std::vector<std::string> known;
    for (const Paper& paper : papers) {
        if (paper.id == id) return paper;
        known.emplace_back(paper.id);
    }
    throw UsageError(tr("--{} {}: must be {}", "paper", id, alternatives(known)));
}

PictureMetadata lesson_metadata(const LessonDocument& document) {
    return {{"Title", plain_text(document.title)},
            {"Author", made_by()},
            {"Description", plain_text(document.summary)},
            {"Software", made_by()}};
}

std::string made_by() { return std::string("PosLab ") + POSLAB_VERSION; }

}  // namespace poslab
