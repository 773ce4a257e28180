// Sessions: accepted parts are consistent and survive writing and reading; each refused part has a message.
#include "core/documents/session.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/random_values.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const View* view : all_views())
        for (const std::uint64_t seed : {1U, 2U}) {
            Session session;
            session.view = view->info().id;
            session.values[session.view] = random_values(view->parameters(), seed);
            session.settings = {{"theme", "dark"}, {"scale", 1.5}, {"files", {"a", "b"}}};
            seeds.push_back(session_text(session, all_views()));
        }
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
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
                                   "true",
                                   "\"\"",
                                   "99999999999999999999",
                                   "\"\\ud8\"",
                                   "[[[[[[[[",
                                   "\"dark\"",
                                   "null",
                                   "-1e400",
                                   "NaN",
                                   "\"0:10\"",
                                   "\"8x8\"",
                                   "\\u0000"};
    for (const View* view : all_views()) {
        words.push_back("\"" + std::string(view->info().id) + "\":{");
        for (const Descriptor& d : view->parameters()) words.push_back("\"" + std::string(d.id) + "\":");
    }
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const SessionReading reading = read_session(test::input_text(data, size), all_views());
    test::require(reading.complaints.empty() == (reading.state == SessionReading::State::fine),
                  "state and complaints disagree");
    for (const Message& message : reading.complaints)
        test::require(!message.english().empty() && message.english().size() <= 500 &&
                          !message.in(test::chinese()).empty(),
                      "a complaint without a readable message");
    for (const View* view : all_views()) {
        const auto found = reading.session.values.find(view->info().id);
        // Values that the window would leave unchanged may be invalid (a list of the wrong length): the view
        // then reports that.
        if (found != reading.session.values.end() && view->adjusted(found->second) != found->second)
            static_cast<void>(view->checked(found->second));
    }
    const SessionReading again = read_session(session_text(reading.session, all_views()), all_views());
    test::require(again.state == SessionReading::State::fine, "accepted values are refused");
    test::require(again.session.view == reading.session.view &&
                      again.session.values == reading.session.values &&
                      again.session.settings == reading.session.settings,
                  "does not survive writing and reading");
    return 0;
}
