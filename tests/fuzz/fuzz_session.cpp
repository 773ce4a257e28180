// fuzz_session [SEED [COUNT]]: session files, whole, damaged and made up. Whatever the bytes are, reading them throws
// nothing, gives values that fit together and can be written and read again, and a sentence for all that was not taken.
#include "core/base/errors.hpp"
#include "core/documents/session.hpp"
#include "core/params/random_values.hpp"
#include "core/views/registry.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/languages.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace poslab;

std::vector<std::string> vocabulary() {
    std::vector<std::string> words{"{\"poslab_session\":1,",
                                   "\"version\":",
                                   "\"view\":",
                                   "\"views\":{",
                                   "\"settings\":{",
                                   "{",
                                   "}",
                                   "[",
                                   "]",
                                   ":",
                                   ",",
                                   "null",
                                   "true",
                                   "1",
                                   "-1e400",
                                   "\"\"",
                                   "99999999999999999999",
                                   "NaN",
                                   "\"\\ud8\"",
                                   "\"\\u0000\"",
                                   "[[[[[[[[",
                                   "{\"a\":",
                                   "\"dark\"",
                                   "\"0:10\""};
    for (const View* view : all_views()) {
        words.push_back("\"" + std::string(view->info().id) + "\":{");
        for (const Descriptor& d : view->parameters()) words.push_back("\"" + std::string(d.id) + "\":");
    }
    return words;
}

/// Of one view, so that damage() does not cut most of it away.
Session random_session(const View& view, std::uint64_t seed) {
    Session session;
    session.view = view.info().id;
    session.values[session.view] = random_values(view.parameters(), seed);
    session.settings = {{"theme", "dark"}, {"scale", 1.5}, {"files", {"a", "b"}}};
    return session;
}

std::string random_file(test::RandomText& random, std::uint64_t seed) {
    std::string text;
    if (random.below(4) > 0) {
        text = session_text(random_session(*all_views()[random.below(all_views().size())], seed), all_views());
        if (random.below(8) > 0) random.damage(text);
        return text;
    }
    if (random.below(2) == 0) text = "{\"poslab_session\":1,";
    for (std::uint64_t more = random.below(16); more > 0; --more) text += random.text();
    return text;
}

std::string problem_of(const SessionReading& reading) {
    if (reading.complaints.empty() != (reading.state == SessionReading::State::fine)) return "state and complaints disagree";
    for (const Sentence& sentence : reading.complaints)
        if (sentence.empty() || sentence.in(test::chinese()).empty() || sentence.english().size() > 500)
            return "not a sentence: " + sentence.english();
    for (const View* view : all_views()) {
        const auto found = reading.session.values.find(view->info().id);
        if (found == reading.session.values.end()) continue;
        // What the window itself would leave as it is may lack meaning (a list of the wrong length): the view says so there.
        if (view->adjusted(found->second) != found->second) static_cast<void>(view->checked(found->second));
    }
    const SessionReading again = read_session(session_text(reading.session, all_views()), all_views());
    if (again.state != SessionReading::State::fine) return "what was taken is refused: " + again.complaints.front().english();
    const bool same = again.session.view == reading.session.view && again.session.values == reading.session.values &&
                      again.session.settings == reading.session.settings;
    return same ? "" : "does not survive writing and reading";
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 100'000;
    std::printf("seed %llu, %d texts\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, vocabulary());
    std::array<int, 5> states{};
    for (int n = 0; n < count; ++n) {
        const std::string text = random_file(random, seed + static_cast<std::uint64_t>(n));
        std::string problem;
        try {
            const SessionReading reading = read_session(text, all_views());
            ++states.at(static_cast<std::size_t>(reading.state));
            problem = problem_of(reading);
        } catch (const std::exception& error) {
            problem = error.what();
        }
        if (problem.empty()) continue;
        std::printf("text %d: %s\n  %s\n", n, problem.c_str(), test::printable(text).c_str());
        return 1;
    }
    std::printf("%d fine, %d partly, %d broken, %d older, %d newer\n", states[0], states[1], states[2], states[3], states[4]);
    return states[0] == 0 || states[1] == 0 || states[2] == 0 ? 1 : 0;  // the vocabulary reaches nothing
}
