// An adapter of the wire protocol, version 1 (Spec/WireProtocol.md), over a toy queue.
// To judge your queue, change `hello` and `Session`; the rest can stay.
//
// g++ -std=c++17 -pthread -o adapter adapter.cpp && oqcheck run exec:./adapter

#include "json.hpp"
#include "toyqueue.hpp"

#include <cstdlib>
#include <deque>
#include <iostream>
#include <set>

static const char *hello =
    R"({"tell":"hello","protocol":1,"name":"toyqueue.cpp","version":"1","step-bound":5,)"
    R"("capabilities":["raises","catchableRaises","completionBlocks","groupAdd","operationWait",)"
    R"("queueWait","listing","subclassMain"]})";

using Callback = std::function<std::function<void()>(const std::string &)>;
struct Unsupported {};

// The objects of one program by their names, and what each verb does to them.
struct Session {
  Callback callback;
  std::shared_ptr<toy::World> world = std::make_shared<toy::World>();
  std::mutex lock; // of the tables, never held during a call
  std::map<std::string, toy::Reference> operations;
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
    if (verb == "make-queue") {
      auto queue = std::make_shared<toy::Queue>();
      world->change([&] { world->queues.push_back(queue); });
      std::lock_guard guard(lock);
      queues[name] = queue;
    } else if (verb == "make-operation") {
      auto operation = std::make_shared<toy::Operation>();
      if (call["kind"].text == "task") operation->body = callback(name);
      std::lock_guard guard(lock);
      operations[name] = operation;
    } else if (verb == "drop") {
      std::lock_guard guard(lock);
      if (!operations.erase(name)) queues.erase(name);
    } else if (is_queue(name)) {
      return on_queue(verb, find(queues, name), call["with"]);
    } else {
      return on_operation(verb, name, find(operations, name), call["with"]);
    }
    return Json();
  }

  bool is_queue(const std::string &name) {
    std::lock_guard guard(lock);
    return queues.count(name);
  }

  Json on_queue(const std::string &verb, std::shared_ptr<toy::Queue> queue, const Json &with) {
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
      world->add(*queue, {block});
    } else if (verb == "suspend" || verb == "resume") {
      world->change([&] { queue->suspended = verb == "suspend"; });
    } else if (verb == "set-limit") {
      if (with.number < -1) throw std::invalid_argument("a limit is at least -1");
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

  Json on_operation(
      const std::string &verb, const std::string &name, toy::Reference target, const Json &with) {
    if (verb == "depend" || verb == "undepend") {
      auto other = find(operations, with.text);
      if (verb == "depend" && other == target)
        throw std::invalid_argument("an operation cannot depend on itself");
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
        if (target->finished) throw std::invalid_argument("the operation has finished");
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
      if (verb == "is-asynchronous") return false;
      if (verb == "has-completion") return bool(target->completion);
      if (verb == "dependencies") return names(target->dependencies);
      throw Unsupported();
    }
    return Json();
  }

  Json names(const std::vector<toy::Reference> &listed) {
    std::lock_guard guard(lock);
    std::vector<std::string> result;
    for (auto &each : listed)
      for (auto &known : operations)
        if (known.second == each) result.push_back(known.first);
    return result;
  }
};

// What a thread is to do, in order.
template <typename Item> struct Lane {
  std::mutex lock;
  std::condition_variable changed;
  std::deque<Item> work;

  void put(Item item) {
    std::lock_guard guard(lock);
    work.push_back(std::move(item));
    changed.notify_one();
  }

  Item take() {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return !work.empty(); });
    Item item = std::move(work.front());
    work.pop_front();
    return item;
  }
};

static std::mutex output; // a stamp and its line are made under it

static void tell(const std::string &line) { std::cout << line << std::endl; }

static std::string field(const char *name, int value) {
  return ",\"" + std::string(name) + "\":" + std::to_string(value);
}

// One program: its stamps, its lanes, and the callbacks that are held.
struct Program : std::enable_shared_from_this<Program> {
  std::set<std::string> held, entered;
  int stamp = 0;
  bool over = false;
  std::mutex lock; // of the lanes
  std::map<std::string, Lane<Json>> lanes;
  Session session;

  // Takes a stamp, and writes the line that `make` makes of it; 0 once the program is over.
  template <typename Make> int stamped(Make make) {
    std::lock_guard guard(output);
    if (over) return 0;
    std::string line = make(++stamp);
    if (!line.empty()) tell(line);
    return stamp;
  }

  Lane<Json> &lane(const std::string &name) {
    std::lock_guard guard(lock);
    return lanes[name];
  }

  void end(int number) {
    stamped([&](int at) {
      over = true;
      return "{\"tell\":\"ended\"" + field("program", number) + field("at", at) + "}";
    });
    std::lock_guard guard(lock);
    for (auto &each : lanes) each.second.put(Json());
  }

  // Makes the calls of a lane until it is released, or the program is over.
  void run(const std::string &name) {
    while (true) {
      Json call = lane(name).take();
      if (call["do"].text != "call") return;
      int called = stamped([](int) { return std::string(); });
      if (!called) return;
      std::string result = outcome(call);
      stamped([&](int at) {
        return "{\"tell\":\"reply\"" + field("id", call["id"].number) + ",\"at\":[" +
               std::to_string(called) + "," + std::to_string(at) + "]" + result + "}";
      });
    }
  }

  std::string outcome(const Json &call) {
    try {
      Json value = session.perform(call);
      std::string text = ",\"outcome\":\"returned\"";
      return value.kind == Json::Null ? text : text + ",\"value\":" + value.line();
    } catch (const Unsupported &) {
      return ",\"outcome\":\"unsupported\"";
    } catch (const std::invalid_argument &) {
      return ",\"outcome\":\"raised\"";
    }
  }

  // Client code, which the implementation calls: a body, a completion block.
  std::function<void()> callback(const std::string &name) {
    return [self = shared_from_this(), name] {
      bool is_held = false;
      int begin = self->stamped([&](int at) {
        is_held = self->held.count(name) && self->entered.insert(name).second;
        return "{\"tell\":\"enter\",\"of\":\"" + name + "\"" + field("at", at) + "}";
      });
      if (is_held) self->run(name);
      self->stamped([&](int at) {
        return "{\"tell\":\"leave\",\"of\":\"" + name + "\"" + field("entered", begin) +
               field("at", at) + "}";
      });
    };
  }
};

using Turn = std::pair<std::shared_ptr<Program>, std::string>;

// The reader: it hands calls to lanes and never calls the implementation.
int main() {
  std::shared_ptr<Program> program;
  std::map<std::string, Lane<Turn>> clients; // a thread for each, for one program after another
  std::string line;
  while (std::getline(std::cin, line)) {
    Json message = Json::parse(line);
    const std::string &kind = message["do"].text, &lane = message["lane"].text;
    if (kind == "stop") break;
    if (kind == "begin") {
      program = std::make_shared<Program>();
      for (auto &name : message["held"].strings()) program->held.insert(name);
      program->session.callback = [weak = std::weak_ptr<Program>(program)](auto &name) {
        auto program = weak.lock();
        return program ? program->callback(name) : [] {};
      };
      for (auto &client : clients) client.second.put({program, client.first});
    } else if (kind == "call" || kind == "release") {
      program->lane(lane).put(message);
      bool is_client = lane == "setup" || lane[0] == '-' ||
                       (lane.rfind("client", 0) == 0 && lane.size() > 6 &&
                        lane.find_first_not_of("0123456789", 6) == std::string::npos);
      if (is_client && !clients.count(lane)) {
        auto &work = clients[lane];
        work.put({program, lane});
        std::thread([&work] {
          while (true) {
            Turn turn = work.take();
            turn.first->run(turn.second);
          }
        }).detach();
      }
    } else if (kind == "end") {
      program->end(message["program"].number);
    }
    std::lock_guard guard(output);
    if (kind == "hello") tell(hello);
    if (kind == "begin")
      tell("{\"tell\":\"begun\"" + field("program", message["program"].number) + "}");
    if (kind == "ping") tell("{\"tell\":\"pong\"" + field("id", message["id"].number) + "}");
  }
  std::_Exit(0); // threads that are stuck in a call must not keep the process
}
