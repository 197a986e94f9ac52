// An adapter of the wire protocol, version 1 (Spec/WireProtocol.md), over a toy queue.
// To judge your queue, change `hello` and `Session`; the rest can stay.
//
// g++ -std=c++17 -pthread -o adapter adapter.cpp && oqcheck run exec:./adapter

#include "protocol.hpp"
#include "toyqueue.hpp"

static const char *hello =
    R"({"tell":"hello","protocol":1,"name":"toyqueue.cpp","version":"1","step-bound":5,)"
    R"("capabilities":["raises","catchableRaises","completionBlocks","groupAdd","operationWait",)"
    R"("queueWait","listing","subclassMain"]})";

// The objects of one program by their names, and what each verb does to them.
struct Session {
  using Refused = toy::Refused; // what a call throws that is forbidden, and has no effect
  Callback callback;
  // An add of a canary, beside the program, must start nothing that the program awaits.
  using World = std::shared_ptr<toy::World>;
  World own = std::make_shared<toy::World>(), canaries = std::make_shared<toy::World>();
  std::mutex lock; // of the tables, never held during a call
  std::map<std::string, toy::Reference> operations;
  std::map<toy::Operation *, std::string> named; // also what was dropped, and may still be listed
  std::set<toy::Operation *> flagged;
  std::map<std::string, std::shared_ptr<toy::Queue>> queues;

  template <typename Table> auto find(Table &table, const std::string &name) {
    std::lock_guard guard(lock);
    auto found = table.find(name);
    if (found == table.end()) throw Unsupported();
    return found->second;
  }

  Json perform(const Json &call) {
    const std::string &verb = call["verb"].text, &name = call["on"].text;
    if (verb == "mark") return Json();
    auto &world = name[0] == '-' ? canaries : own;
    if (verb == "make-queue") {
      auto queue = std::make_shared<toy::Queue>();
      world->change([&] { world->queues.push_back(queue); });
      std::lock_guard guard(lock);
      queues[name] = queue;
    } else if (verb == "make-operation") {
      auto operation = std::make_shared<toy::Operation>();
      bool is_flagged = call["kind"].text == "flagged";
      if (is_flagged || call["kind"].text == "task") operation->body = callback(name);
      std::lock_guard guard(lock);
      named[operation.get()] = name;
      if (is_flagged) flagged.insert(operation.get());
      operations[name] = operation;
    } else if (verb == "drop") {
      std::lock_guard guard(lock);
      if (!operations.erase(name)) queues.erase(name);
    } else if (is_queue(name)) {
      return on_queue(verb, world, find(queues, name), call["with"]);
    } else {
      return on_operation(verb, world, name, find(operations, name), call["with"]);
    }
    return Json();
  }

  bool is_queue(const std::string &name) {
    std::lock_guard guard(lock);
    return queues.count(name);
  }

  Json on_queue(const std::string &verb, const World &world, std::shared_ptr<toy::Queue> queue,
                const Json &with) {
    std::vector<toy::Reference> group;
    for (auto &name : with.strings()) group.push_back(find(operations, name));
    if (verb == "add") {
      world->add(*queue, {find(operations, with.text)});
    } else if (verb == "add-group" || verb == "add-group-wait") {
      world->add(*queue, group);
      if (verb == "add-group-wait")
        world->wait([&] {
          return std::all_of(group.begin(), group.end(), [](auto &each) { return each->finished; });
        });
    } else if (verb == "add-block") {
      auto block = std::make_shared<toy::Operation>();
      block->body = callback(with.text);
      {
        std::lock_guard guard(lock); // it may lie where one lay that was dropped
        named.erase(block.get());
      }
      world->add(*queue, {block});
    } else if (verb == "suspend" || verb == "resume") {
      world->change([&] { queue->suspended = verb == "suspend"; });
    } else if (verb == "set-limit") {
      if (with.number < -1) throw Refused{"a limit is at least -1"};
      world->change([&] { queue->limit = with.number; });
    } else if (verb == "cancel-all") {
      world->change([&] {
        for (auto &each : queue->operations) each->cancelled = true;
      });
    } else if (verb == "wait-all") {
      world->wait([&] { return queue->operations.empty(); });
    } else {
      std::lock_guard guard(world->lock);
      if (verb == "is-suspended") return queue->suspended;
      if (verb == "limit") return queue->limit;
      if (verb == "count") return static_cast<int>(queue->operations.size());
      if (verb == "operations") return names(queue->operations);
      throw Unsupported();
    }
    return Json();
  }

  Json on_operation(const std::string &verb, const World &world, const std::string &name,
                    toy::Reference target, const Json &with) {
    if (verb == "depend" || verb == "undepend") {
      auto other = find(operations, with.text);
      if (verb == "depend" && other == target)
        throw Refused{"an operation cannot depend on itself"};
      world->change([&] {
        auto &all = target->dependencies;
        auto found = std::find(all.begin(), all.end(), other);
        if (verb == "depend" && found == all.end()) all.push_back(other);
        if (verb == "undepend" && found != all.end()) all.erase(found);
      });
    } else if (verb == "set-completion") {
      auto suffix = with.number > 1 ? "." + std::to_string(with.number) : "";
      auto block = with.number ? callback(name + ".completion" + suffix) : nullptr;
      world->change([&] {
        if (target->finished) throw Refused{"the operation has finished"};
        target->completion = block;
      });
    } else if (verb == "cancel") {
      world->change([&] { target->cancelled = target->cancelled || !target->finished; });
    } else if (verb == "wait") {
      world->wait([&] { return target->finished; });
    } else {
      std::lock_guard guard(world->lock);
      if (verb == "is-ready") return target->ready();
      if (verb == "is-executing") return target->executing;
      if (verb == "is-finished") return target->finished;
      if (verb == "is-cancelled") return target->cancelled;
      if (verb == "is-asynchronous") return is_flagged(target.get());
      if (verb == "has-completion") return bool(target->completion);
      if (verb == "dependencies") return names(target->dependencies);
      throw Unsupported();
    }
    return Json();
  }

  Json names(const std::vector<toy::Reference> &listed) {
    std::lock_guard guard(lock);
    std::vector<std::string> result;
    for (auto &each : listed) {
      auto found = named.find(each.get());
      if (found != named.end()) result.push_back(found->second);
    }
    return result;
  }

  bool is_flagged(toy::Operation *operation) {
    std::lock_guard guard(lock);
    return flagged.count(operation);
  }
};

int main() { serve<Session>(hello); }
