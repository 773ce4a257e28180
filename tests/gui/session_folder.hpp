#pragma once

#include "app/state/session_file.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace poslab::test {

inline Session session_at(std::int64_t w) {
    const View& view = find_view("position-matrix");
    Session session;
    session.view = "position-matrix";
    session.values[session.view] = view.defaults();
    session.values[session.view][static_cast<std::size_t>(parameter_index(view, "w"))] = w;
    return session;
}

inline std::string text_at(std::int64_t w) { return session_text(session_at(w), all_views()); }

/// A folder for the sessions of one test.
class SessionFileTest : public testing::Test {
  protected:
    [[nodiscard]] SessionPaths places() const { return {folder_.path(), "", ""}; }
    [[nodiscard]] std::string at(const std::string& name) const { return folder_ / name; }

    void put(const std::string& name, const std::string& bytes) const {
        std::ofstream(at(name), std::ios::binary) << bytes;
    }

    [[nodiscard]] std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            if (entry.path().extension() != ".lock") names.insert(entry.path().filename());
        return names;
    }

    /// Returns what a new window would load, and closes the file.
    [[nodiscard]] SessionFile::Loaded load() const { return SessionFile(places()).load(all_views()); }

    TemporaryFolder folder_;
};

inline bool is_at(const SessionFile::Loaded& loaded, std::int64_t w) {
    return loaded.session && loaded.session->values == session_at(w).values;
}

inline bool holds(const std::vector<Message>& notices, const std::string& text) {
    return std::any_of(notices.begin(), notices.end(), [&](const Message& notice) {
        return notice.english().find(text) != std::string::npos &&
               notice.in(test::chinese()).find(text) != std::string::npos;
    });
}

}  // namespace poslab::test
