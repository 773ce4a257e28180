#include "core/files/given_file.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace poslab {
namespace {

struct GivenFiles {
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<const InMemoryBytes>> by_path;
    std::uint64_t made = 0;
};

GivenFiles& given_files() {
    static GivenFiles files;
    return files;
}

}  // namespace

void InMemoryBytes::read(std::uint64_t offset, std::span<unsigned char> out) const {
    for (const auto part : parts) {
        if (offset >= part.size()) {
            offset -= part.size();
            continue;
        }
        const auto from = part.subspan(offset, std::min<std::uint64_t>(out.size(), part.size() - offset));
        std::copy(from.begin(), from.end(), out.begin());
        out = out.subspan(from.size());
        offset = 0;
    }
}

GivenFile::GivenFile(const std::string& name, const std::string& ending,
                     std::vector<std::span<const unsigned char>> parts, std::shared_ptr<const void> keeper) {
    auto bytes = std::make_shared<InMemoryBytes>();
    bytes->parts = std::move(parts);
    bytes->keeper = std::move(keeper);
    for (const auto part : bytes->parts) bytes->identity.bytes += static_cast<std::int64_t>(part.size());
    bytes->identity.device = std::numeric_limits<std::uint64_t>::max();  // not a device number
    GivenFiles& files = given_files();
    const std::scoped_lock lock(files.mutex);
    bytes->identity.inode = ++files.made;
    path_ = fmt::format("<{}>{}", name, ending);
    for (int n = 2; files.by_path.contains(path_); ++n) path_ = fmt::format("<{} {}>{}", name, n, ending);
    files.by_path.emplace(path_, std::move(bytes));
}

GivenFile::~GivenFile() {
    std::shared_ptr<const InMemoryBytes>
        last;  // destroyed after unlocking, because its keeper may run any code
    const std::scoped_lock lock(given_files().mutex);
    const auto found = given_files().by_path.find(path_);
    last = std::move(found->second);
    given_files().by_path.erase(found);
}

std::shared_ptr<const InMemoryBytes> given_bytes(const std::string& path) {
    if (!path.starts_with('<')) return nullptr;
    const std::scoped_lock lock(given_files().mutex);
    const auto found = given_files().by_path.find(path);
    return found == given_files().by_path.end() ? nullptr : found->second;
}

}  // namespace poslab
