// A toy operation queue: what the adapter beside it is written for. Replace it by yours.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace toy {

struct Queue;

// Thrown by a call that is forbidden, and had no effect.
struct Refused {
  const char *reason;
};

// A task with dependencies, cancellation and a completion block.
struct Operation {
  std::function<void()> body, completion;
  std::vector<std::shared_ptr<Operation>> dependencies;
  Queue *queue = nullptr;
  bool started = false, executing = false, finished = false, cancelled = false;

  bool ready() const {
    return cancelled || std::all_of(dependencies.begin(), dependencies.end(),
                                    [](const auto &each) { return each->finished; });
  }
};

using Reference = std::shared_ptr<Operation>;

struct Queue {
  std::vector<Reference> operations;
  int limit = -1, running = 0;
  bool suspended = false;
};

// The operations and queues that share one lock. Threads hold it by a shared pointer.
struct World : std::enable_shared_from_this<World> {
  std::mutex lock;
  std::condition_variable changed;
  std::vector<std::shared_ptr<Queue>> queues;

  // Makes a change under the lock and starts what may start then.
  template <typename Change> void change(Change change) {
    std::lock_guard guard(lock);
    change();
    schedule();
    changed.notify_all();
  }

  template <typename Condition> void wait(Condition condition) {
    std::unique_lock guard(lock);
    changed.wait(guard, condition);
  }

  void add(Queue &queue, const std::vector<Reference> &operations) {
    change([&] {
      for (size_t i = 0; i < operations.size(); i++) {
        auto twice = std::find(operations.begin(), operations.begin() + i, operations[i]);
        if (operations[i]->queue || twice != operations.begin() + i)
          throw Refused{"an operation is added once"};
      }
      for (auto &operation : operations) {
        operation->queue = &queue;
        queue.operations.push_back(operation);
      }
    });
  }

private:
  void schedule() {
    for (auto &queue : queues) {
      for (auto &operation : std::vector<Reference>(queue->operations)) {
        if (queue->suspended || (queue->limit >= 0 && queue->running >= queue->limit)) break;
        if (!operation->ready() || operation->started) continue;
        operation->started = true;
        operation->executing = !operation->cancelled;
        queue->running++;
        std::thread([world = shared_from_this(), queue, operation] {
          world->run(queue, operation);
        }).detach();
      }
    }
  }

  // Runs an operation on this thread, from its start to its finish.
  void run(std::shared_ptr<Queue> queue, Reference operation) {
    bool executes;
    {
      std::lock_guard guard(lock);
      executes = operation->executing;
    }
    if (executes && operation->body) operation->body();
    std::function<void()> completion;
    change([&] {
      operation->executing = false;
      operation->finished = true;
      completion.swap(operation->completion);
      auto &listed = queue->operations;
      listed.erase(std::remove(listed.begin(), listed.end(), operation), listed.end());
      queue->running--;
    });
    if (completion) completion();
  }
};

} // namespace toy
