// The protocol for any implementation: lanes, stamps, and callbacks that are held. It asks for a
// `Session`: see adapter.cpp.
#pragma once

#include "json.hpp"

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>

// Makes the body or block with a name.
using Callback = std::function<std::function<void()>(const std::string &)>;
// Thrown for what an adapter does not offer, and for names that it does not know.
struct Unsupported {};

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

extern "C" __attribute__((weak)) void oq_lane_call(long), oq_lane_back(), oq_lane_enter(),
    oq_lane_leave(const char *); // what a thread does, for `oqcheck run --preload`
static std::string field(const char *name, int value) {
  return ",\"" + std::string(name) + "\":" + std::to_string(value);
}

// One program: its stamps, its lanes, and the callbacks that are held.
template <typename Session> struct Program : std::enable_shared_from_this<Program<Session>> {
  std::set<std::string> held, entered;
  int stamp = 0;
  bool over = false;
  std::mutex lock; // of the lanes
  bool is_closed = false; // whatever a lane is asked for, it returns
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

  // The only lane with a name, although the reader and a callback may ask for it at once.
  Lane<Json> &lane(const std::string &name) {
    std::lock_guard guard(lock);
    auto &lane = lanes[name];
    if (is_closed) lane.put(Json());
    return lane;
  }

  bool has_lane(const std::string &name) {
    std::lock_guard guard(lock);
    return lanes.count(name);
  }

  void end(int number) {
    stamped([&](int at) {
      over = true;
      return "{\"tell\":\"ended\"" + field("program", number) + field("at", at) + "}";
    });
    std::lock_guard guard(lock);
    is_closed = true;
    for (auto &each : lanes) each.second.put(Json());
  }

  // Makes the calls of a lane until it is released, or the program is over.
  void run(const std::string &name) {
    while (true) {
      Json call = lane(name).take();
      if (call["do"].text != "call") return;
      int called = stamped([](int) { return std::string(); });
      if (!called) return;
      if (oq_lane_call) oq_lane_call(call["id"].number);
      std::string result = outcome(call);
      if (oq_lane_back) oq_lane_back();
      stamped([&](int at) {
        return "{\"tell\":\"reply\"" + field("id", call["id"].number) + ",\"at\":[" +
               std::to_string(called) + "," + std::to_string(at) + "]" + result + "}";
      });
    }
  }

  // Makes a call; whatever it throws, the lane lives on and answers.
  std::string outcome(const Json &call) {
    try {
      Json value = session.perform(call);
      std::string text = ",\"outcome\":\"returned\"";
      return value.kind == Json::Null ? text : text + ",\"value\":" + value.line();
    } catch (const Unsupported &) {
      return ",\"outcome\":\"unsupported\"";
    } catch (const typename Session::Refused &) {
      return ",\"outcome\":\"raised\"";
    } catch (const std::exception &error) {
      std::cerr << typeid(error).name() << ": " << error.what() << std::endl;
    } catch (...) {
      std::cerr << "something was thrown that is no exception" << std::endl;
    }
    std::cerr << "  in " << call.line() << std::endl;
    return ",\"outcome\":\"unknown\""; // nobody knows what has happened
  }

  // Client code, which the implementation calls: a body, a completion block.
  std::function<void()> callback(const std::string &name) {
    return [self = this->shared_from_this(), name] {
      if (oq_lane_enter) oq_lane_enter();
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
      if (oq_lane_leave) oq_lane_leave(name.c_str());
    };
  }
};

// The reader: it hands calls to lanes and never calls the implementation.
// Ends the process when the harness says so, or is gone.
template <typename Session> [[noreturn]] void serve(const std::string &hello) {
  using Turn = std::pair<std::shared_ptr<Program<Session>>, std::string>;
  std::shared_ptr<Program<Session>> program;
  std::map<std::string, Lane<Turn>> clients; // a thread for each, for one program after another
  std::string line;
  while (std::getline(std::cin, line)) {
    Json message = Json::parse(line);
    const std::string &kind = message["do"].text, &lane = message["lane"].text;
    if (kind == "stop") break;
    if (kind == "begin") {
      program = std::make_shared<Program<Session>>();
      for (auto &name : message["held"].strings()) program->held.insert(name);
      program->session.callback = [weak = std::weak_ptr<Program<Session>>(program)](auto &name) {
        auto program = weak.lock();
        return program ? program->callback(name) : [] {};
      };
    } else if (kind == "call" || kind == "release") {
      bool is_first = !program->has_lane(lane);
      program->lane(lane).put(message);
      bool is_client = lane == "setup" || lane[0] == '-' ||
                       (lane.rfind("client", 0) == 0 && lane.size() > 6 &&
                        lane.find_first_not_of("0123456789", 6) == std::string::npos);
      if (is_client && is_first) {
        bool is_new = !clients.count(lane);
        auto &work = clients[lane];
        work.put({program, lane});
        if (is_new)
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
  std::_Exit(0); // threads may be stuck in a call, and wait on what a return would destroy
}
