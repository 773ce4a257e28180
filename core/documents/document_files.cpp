#include "core/documents/document_files.hpp"

#include "core/base/errors.hpp"
#include "core/documents/shell_words.hpp"
#include "core/files/given_file.hpp"
#include "core/files/home_folder.hpp"
#include "core/params/groups/decoder_source.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace poslab {
namespace {

namespace fs = std::filesystem;

/// A path without the "#NAME" of a part, and that part.
std::pair<std::string, std::string> split_part(const std::string& path) {
    std::error_code ignored;
    const std::size_t part = path.rfind('#');
    if (part == std::string::npos || fs::exists(path, ignored)) return {path, {}};
    return {path.substr(0, part), path.substr(part)};
}

fs::path absolute(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return (error ? path : whole).lexically_normal();
}

bool climbs(const fs::path& relative) { return relative.empty() || *relative.begin() == ".."; }

/// True if the relative path leads from the folder through the root.
bool climbs_to_root(const fs::path& relative, const fs::path& from) {
    const auto ups = std::count(relative.begin(), relative.end(), fs::path(".."));
    return ups >= std::distance(from.begin(), from.end()) - 1;
}

/// Returns the name of the file with that many of its folders.
fs::path named_by(const fs::path& file, std::ptrdiff_t folders) {
    fs::path named;
    const fs::path below = file.relative_path();
    auto part = std::next(
        below.begin(), std::max(std::distance(below.begin(), below.end()) - folders - 1, std::ptrdiff_t{0}));
    for (; part != below.end(); ++part) named /= *part;
    return named;
}

/// Returns the path that the document stores, with that many folders if it would be the name alone.
std::string portable_file(const std::string& path, const std::string& document, std::ptrdiff_t folders) {
    const fs::path file = absolute(path), folder = absolute(document).parent_path(),
                   relative = file.lexically_relative(folder), home = home_folder();
    if (!climbs(relative) || fs::path(path).is_relative()) {
        const bool plain = relative.string().find_first_of("-~") != 0;
        return (plain ? "" : "./") + relative.string();
    }
    if (const fs::path at_home = file.lexically_relative(home); !home.empty() && !climbs(at_home))
        return "~/" + at_home.string();
    return climbs_to_root(relative, folder) ? named_by(file, folders).string() : relative.string();
}

/// Returns the file and, for a model's folder or a file of it, all files of the model, which are read with
/// it.
std::vector<fs::path> files_read_with(const fs::path& file) {
    std::error_code ignored;
    std::vector<fs::path> files{file};
    const bool is_folder = fs::is_directory(file, ignored);
    const fs::path folder = is_folder ? file : poslab::absolute(file).parent_path();
    const bool is_of_model = is_model_file(file) && (fs::exists(folder / "config.json", ignored) ||
                                                     file.filename() == "tokenizer.model");
    if (is_folder || is_of_model)
        for (fs::path& one : model_files(folder.string())) files.push_back(std::move(one));
    return files;
}

/// True if a value may begin there in a command, unlike the name of a view.
bool begins_value(std::string_view command, std::size_t at) {
    if (at == 0) return false;
    if (command[at - 1] != ' ')
        return std::string_view("'=,").find(command[at - 1]) != std::string_view::npos;
    const std::string_view before = command.substr(0, at - 1);
    return before.substr(before.rfind(' ') + 1).starts_with("--");
}

/// True if a value may end there in a command, unlike the name of a parameter.
bool ends_value(std::string_view command, std::size_t at) {
    return at == command.size() || std::string_view(" ',#").find(command[at]) != std::string_view::npos;
}

std::string replaced_path(std::string command, const std::string& from, const std::string& to) {
    for (std::size_t at = command.find(from); at != std::string::npos; at = command.find(from, at)) {
        const std::size_t end = at + from.size();
        const bool whole = begins_value(command, at) && ends_value(command, end);
        if (whole) command.replace(at, from.size(), to);
        at += whole ? to.size() : 1;
    }
    return command;
}

std::string within_quotes(const std::string& path) {
    std::string text;
    for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text;
}

}  // namespace

std::string portable_path(const std::string& path, const std::string& document, std::ptrdiff_t folders) {
    if (path.empty() || given_bytes(path) != nullptr) return path;
    const auto [file, part] = split_part(path);
    return portable_file(file, document, folders) + part;
}

void add_input(const Descriptor& parameter, std::string_view reader, const std::string& path,
               InputFiles& inputs) {
    inputs.add(std::string(reader), parameter.id == "model" ? model_folder(path) : path);
}

void add_inputs(std::span<const Descriptor> parameters, const Values& values, InputFiles& inputs) {
    for (std::size_t n = 0; n < values.size(); ++n)
        if (const auto* file = std::get_if<FileName>(&values[n]))
            add_input(parameters[n], "--" + std::string(parameters[n].id), file->path, inputs);
}

Values with_portable_paths(Values values, const std::string& document) {
    for (Value& value : values)
        if (auto* file = std::get_if<FileName>(&value)) file->path = portable_path(file->path, document);
    return values;
}

std::vector<Value> with_distinct_paths(std::vector<Value> values, const std::string& document) {
    struct Named {
        FileName* value;
        std::string whole, stored;
        std::ptrdiff_t folders = 0;
    };
    std::vector<Named> files;
    for (Value& value : values)
        if (auto* file = std::get_if<FileName>(&value))
            files.push_back({file, absolute(file->path).string(), portable_path(file->path, document)});
    for (bool changed = true; changed;) {
        std::map<std::string, std::set<std::string>> wholes;
        for (const Named& file : files) wholes[file.stored].insert(file.whole);
        changed = false;
        for (Named& file : files) {
            if (wholes[file.stored].size() == 1) continue;
            std::string longer = portable_path(file.value->path, document, ++file.folders);
            changed = changed || longer != file.stored;
            file.stored = std::move(longer);
        }
    }
    for (Named& file : files) file.value->path = std::move(file.stored);
    return values;
}

std::string with_portable_paths(std::string command, std::span<const Values> named,
                                const std::string& document) {
    // Longer paths first, because a shorter one may begin one of them.
    std::map<std::string, std::string, std::greater<>> paths;
    for (const Values& values : named)
        for (const Value& value : values)
            if (const auto* file = std::get_if<FileName>(&value); file != nullptr && !file->path.empty())
                paths.emplace(file->path, portable_path(file->path, document));
    for (const auto& [path, portable] : paths) {
        command = replaced_path(std::move(command), within_quotes(path), within_quotes(portable));
        if (const std::string escaped = shell_escaped(path); escaped != path)
            command = replaced_path(std::move(command), escaped, shell_escaped(portable));
    }
    return command;
}

DocumentFiles::DocumentFiles(const std::string& document, Foreign foreign)
    : folder_(absolute(document).parent_path()),
      document_(fs::path(document).filename().string()),
      policy_(foreign) {}

std::string DocumentFiles::found(const std::string& named) {
    if (named.empty()) return named;
    std::error_code ignored;
    fs::path path = in_home_folder(named);
    const auto exists = [&](const fs::path& file) {
        return fs::exists(split_part(file.string()).first, ignored);
    };
    const fs::path in_folder = folder_ / path;  // the path itself if it is absolute
    if (exists(in_folder) || !exists(path)) path = in_folder;
    const fs::path folder = fs::weakly_canonical(folder_, ignored);
    const std::vector<fs::path> files = files_read_with(split_part(path.string()).first);
    const auto outside = std::find_if(files.begin(), files.end(), [&](const fs::path& file) {
        return climbs(fs::weakly_canonical(absolute(file.string()), ignored).lexically_relative(folder));
    });
    if (outside == files.end()) return path.string();
    const bool is_itself = outside == files.begin();
    if (policy_ == Foreign::refused)
        throw InputError(tr("{}: is outside of the folder of {}, which reads no other files; copy it there",
                            is_itself ? named : outside->string(), document_));
    const std::string foreign = is_itself ? path.string() : outside->string();
    if (std::find(foreign_.begin(), foreign_.end(), foreign) == foreign_.end()) foreign_.push_back(foreign);
    return policy_ == Foreign::found ? path.string() : std::string();
}

}  // namespace poslab
