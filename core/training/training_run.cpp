#include "core/training/training_run.hpp"

#include "core/base/errors.hpp"
#include "core/decoder/decoder_files.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/folder_lock.hpp"
#include "core/files/input_file.hpp"
#include "core/files/input_files.hpp"
#include "core/files/new_folder.hpp"
#include "core/files/open_file.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <optional>
#include <system_error>

namespace poslab {

namespace {

using Clock = std::chrono::steady_clock;

std::string text_of(const std::string& path) {
    if (path.empty()) return std::string(built_in_training_text().text);
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30U;
    const OpenFile file(path);
    if (file.bytes() > max_bytes)
        throw TooLarge(tr("{}: has {} bytes; the limit for a text is {}", path, file.bytes(), max_bytes));
    std::string text = file.read_text(0, file.bytes());
    file.check_unchanged();
    return text;
}

/// A training in its folder.
class Run {
  public:
    Run(const TrainingRequest& request, const std::function<void(const TrainingProgress&)>& report)
        : request_(request),
          report_(report),
          trainer_(request.settings, text_of(request.text), request.text) {
        expect_own_files();  // first, so that no folder is made
        expect_resumable();
        folder_.emplace(request_.folder);
        lock_.emplace(request_.folder);
        expect_resumable();
        const bool exists = file_exists(state_path());
        // Detects a path that cannot be written before the work begins.
        if (!exists) static_cast<void>(AtomicFile(state_path()));
        if (exists && !request_.resume)
            throw UsageError(
                tr("{}: contains an unfinished training; continue it with --resume, or remove {}",
                   request_.folder, state_path()));
        if (exists) trainer_.go_on(read_state(state_path(), trainer_.identity()), state_path());
    }

    TrainingResult run(const Job& job) {
        began_ = Clock::now();
        first_ = trainer_.state().step();
        try {
            while (!trainer_.done()) step(job);
            if (!noted()) checkpoint(job);
            return finished(job);
        } catch (const Cancelled&) {
            keep();
            throw;
        }
    }

  private:
    static constexpr std::int64_t held_out_pieces = 256, checkpoint_pieces = 32;

    TrainingResult finished(const Job& job) {
        TrainingResult result{held_out(held_out_pieces, job), 0, recent_loss(), tokens_per_second(),
                              trainer_.state().parameters.size()};
        result.first_loss = static_cast<double>(trainer_.state().losses.front());
        write_model_folder(request_.folder, trainer_, request_.type,
                           training_json(trainer_, result.held_out, text_name()));
        std::error_code ignored;
        std::filesystem::remove(state_path(), ignored);
        remove_model_folder(checkpoint_folder(request_.folder));
        return result;
    }

    [[nodiscard]] HeldOut held_out(std::int64_t pieces, const Job& job) const {
        return trainer_.held_out(request_.settings.model.train_length, pieces, job);
    }

    void step(const Job& job) {
        job.check();
        const std::int64_t steps = request_.settings.steps;
        if (trainer_.state().step() % std::max<std::int64_t>(steps / 20, 1) == 0 && !noted()) {
            checkpoint(job);
            keep();
        }
        take_step(job);
        const std::int64_t done = trainer_.state().step();
        const double speed = tokens_per_second();
        const double left =
            static_cast<double>((steps - done) * trainer_.tokens_per_step()) / std::max(speed, 1e-9);
        if (report_) report_({done, steps, recent_loss(), speed, left});
        job.progress(static_cast<double>(done) / static_cast<double>(steps));
    }

    void take_step(const Job& job) {
        try {
            trainer_.take_step(job);
        } catch (const Diverged& error) {
            if (!file_exists(state_path())) throw;
            Message sentence = error.message();
            throw Diverged(sentence += tr("; the last good state is in {}", state_path()));
        }
    }

    /// True if the current step's checkpoint is already recorded.
    [[nodiscard]] bool noted() const {
        const std::vector<Checkpoint>& passed = trainer_.state().record.checkpoints;
        return !passed.empty() && passed.back().step == trainer_.state().step();
    }

    void checkpoint(const Job& job) {
        const std::string folder = checkpoint_folder(request_.folder);
        const NewFolder made(folder);
        write_model_folder(folder, trainer_, request_.type);
        const HeldOut of_pieces = held_out(checkpoint_pieces, job);
        trainer_.note({trainer_.state().step(), of_pieces.loss, of_pieces.recalled,
                       extrapolated_losses(folder, trainer_.state().record.extrapolation,
                                           trainer_.held_out_text(), job)});
        write_training_json(folder, trainer_, of_pieces, text_name());
    }

    [[nodiscard]] std::string text_name() const {
        return request_.text.empty() ? std::string(built_in_training_text().name)
                                     : std::filesystem::path(request_.text).filename().string();
    }

    void expect_own_files() const {
        InputFiles inputs;
        inputs.add("--text", request_.text);
        inputs.refuse(state_path());
        const std::string checkpoint = checkpoint_folder(request_.folder);
        const bool own = has_own_model(request_.folder);
        expect_own_model(request_.folder, own, inputs);
        expect_own_model(checkpoint, own || has_own_model(checkpoint), inputs);
    }
    void expect_resumable() const {
        if (request_.resume && !file_exists(state_path()))
            throw UsageError(tr("--resume: {} does not exist", state_path()));
    }
    [[nodiscard]] std::string state_path() const { return resume_path(request_.folder); }

    void keep() const {
        if (trainer_.state().step() > 0 && trainer_.sound())
            write_state(state_path(), trainer_.state(), trainer_.identity());
    }

    [[nodiscard]] double recent_loss() const {
        constexpr std::ptrdiff_t most = 20;
        const std::vector<float>& losses = trainer_.state().losses;
        const std::ptrdiff_t count = std::min(most, std::ssize(losses));
        return std::accumulate(losses.end() - count, losses.end(), 0.0) /
               static_cast<double>(std::max<std::ptrdiff_t>(count, 1));
    }

    [[nodiscard]] double tokens_per_second() const {
        const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        return static_cast<double>((trainer_.state().step() - first_) * trainer_.tokens_per_step()) /
               std::max(seconds, 1e-9);
    }

    const TrainingRequest& request_;
    const std::function<void(const TrainingProgress&)>& report_;
    Trainer trainer_;
    std::optional<NewFolder> folder_;
    std::optional<FolderLock> lock_;  // once the folder exists
    Clock::time_point began_{};
    std::int64_t first_ = 0;
};

}  // namespace

std::uint64_t training_text_bytes(const std::string& text) {
    if (text.empty()) return built_in_training_text().text.size();
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(text, error);
    return error ? 0 : bytes;
}

std::string resume_path(const std::string& folder) { return folder + "/resume.safetensors"; }
std::string checkpoint_folder(const std::string& folder) { return folder + "/checkpoint"; }

std::string training_folder(const std::string& folder) {
    const std::string end = checkpoint_folder({});
    return folder.size() > end.size() && folder.ends_with(end) ? folder.substr(0, folder.size() - end.size())
                                                               : folder;
}

TrainingResult train(const TrainingRequest& request,
                     const std::function<void(const TrainingProgress&)>& report, const Job& job) {
    return Run(request, report).run(job);
}

}  // namespace poslab
