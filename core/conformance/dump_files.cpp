#include "core/conformance/dump_files.hpp"

#include "core/base/errors.hpp"
#include "core/files/open_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace poslab {

namespace {

struct OtherName {
    std::string_view role, name;
};
constexpr std::array<OtherName, 10> other_names{{{"inverse-frequency", "inv-freq"},
                                                 {"inverse-frequency", "inverse-frequencies"},
                                                 {"cos", "cos-cached"},
                                                 {"sin", "sin-cached"},
                                                 {"positions", "position-ids"},
                                                 {"queries", "q"},
                                                 {"keys", "k"},
                                                 {"sinusoidal", "pe"},
                                                 {"hippo-a", "a"},
                                                 {"hippo-b", "b"}}};

/// Returns the last part of "model.layers.0.rotary_emb.inv_freq", spelled like an option.
std::string as_option(std::string_view name) {
    std::string option(name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1));
    for (char& letter : option)
        letter = letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return option;
}

bool is_called(std::string_view role, std::string_view name) {
    const std::string option = as_option(name);
    return option == role || std::any_of(other_names.begin(), other_names.end(), [&](const OtherName& other) {
               return other.role == role && other.name == option;
           });
}

struct Listing {
    std::string path;
    FileIdentity file;
    std::vector<ArrayChoice> arrays;
    std::optional<Message> refusal;  // why the file was not read
};

/// The lists of the last files, the latest first.
class Listings {
  public:
    /// Returns arrays_in_file(), from memory if the file has not changed.
    std::vector<ArrayChoice> of(const std::string& path, const Job& job) {
        const std::optional<FileIdentity> file = file_identity(path);
        if (!file) return arrays_in_file(path, job);
        std::shared_ptr<const Listing> listing = known(path, *file);
        if (listing == nullptr) {
            listing = read(path, *file, job);
            add(listing);
        }
        if (listing->refusal) throw InputError(*listing->refusal);
        return listing->arrays;
    }

  private:
    static constexpr std::size_t max_cached = 4;

    static std::shared_ptr<const Listing> read(const std::string& path, const FileIdentity& file,
                                               const Job& job) {
        auto listing = std::make_shared<Listing>(Listing{path, file, {}, {}});
        try {
            listing->arrays = arrays_in_file(path, job);
        } catch (const InputError& error) {
            listing->refusal = error.message();
        }
        return listing;
    }
    std::shared_ptr<const Listing> known(const std::string& path, const FileIdentity& file) {
        const std::scoped_lock lock(mutex_);
        for (const auto& listing : cached_)
            if (listing->path == path && listing->file == file) return listing;
        return nullptr;
    }
    void add(std::shared_ptr<const Listing> listing) {
        const std::scoped_lock lock(mutex_);
        cached_.push_front(std::move(listing));
        if (cached_.size() > max_cached) cached_.pop_back();
    }

    std::mutex mutex_;
    std::deque<std::shared_ptr<const Listing>> cached_;
};

std::vector<ArrayChoice> arrays_of(const std::string& path, const Job& job) {
    static Listings listings;
    return listings.of(path, job);
}

}  // namespace

std::string dump_array_path(std::string_view role, const std::string& path, const Job& job) {
    if (path.find('#') != std::string::npos) return path;
    const std::vector<ArrayChoice> arrays = arrays_of(path, job);
    const auto called = [&](const ArrayChoice& choice) { return is_called(role, choice.name); };
    if (arrays.size() < 2 || std::count_if(arrays.begin(), arrays.end(), called) != 1) return path;
    return path + "#" + std::find_if(arrays.begin(), arrays.end(), called)->name;
}

NumberArray read_dump_array(std::string_view role, const std::string& path, const Job& job) {
    return read_number_array(dump_array_path(role, path, job), job);
}

bool holds_dump_array(std::string_view role, const std::string& path, const Job& job) {
    try {
        const std::vector<ArrayChoice> arrays = arrays_of(path, job);
        if (arrays.size() == 1 && is_called(role, std::filesystem::path(path).stem().string())) return true;
        return std::any_of(arrays.begin(), arrays.end(), [&](const ArrayChoice& array) {
            return !array.shape.empty() && is_called(role, array.name);  // not a single number
        });
    } catch (const Error&) {
        return false;
    }
}

}  // namespace poslab
