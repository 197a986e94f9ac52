#!/usr/bin/env python3
"""An adapter (Spec/WireProtocol.md) over a toy queue; for yours, change HELLO and Session."""

import collections, json, os, sys, threading
import toyqueue

HELLO = {
    "tell": "hello", "protocol": 1, "name": "toyqueue.py", "version": "1", "step-bound": 5,
    "capabilities": ["raises", "catchableRaises", "completionBlocks", "groupAdd", "operationWait",
                     "queueWait", "listing", "subclassMain"],
}


class Session:
    """The objects of one program by their names, and what each verb does to them."""

    def __init__(self, callback):
        self.callback, self.world, self.objects = callback, toyqueue.World(), {}

    def perform(self, verb, name, argument, kind):
        """Makes a call: LookupError for what is not there, ValueError for a call that is refused."""
        if verb == "make-queue":
            self.objects[name] = toyqueue.Queue(self.world)
        elif verb == "make-operation":
            body = self.callback(name) if kind in ("task", "flagged") else lambda: None
            self.objects[name] = operation = toyqueue.Operation(self.world, body)
            operation.name, operation.flagged = name, kind == "flagged"
        elif verb == "drop":
            del self.objects[name]
        elif verb != "mark":
            target = self.objects[name]
            verbs = self.on_queue if isinstance(target, toyqueue.Queue) else self.on_operation
            return verbs[verb](self, target, argument)

    def add_group(self, queue, names):
        operations = [self.objects[name] for name in names]
        queue.add(operations)
        return operations

    def set_completion(self, operation, number):
        name = operation.name + ".completion" + (f".{number}" if number > 1 else "")
        operation.set_completion(self.callback(name) if number else None)

    def names(self, operations):  # also of what was dropped; what was added as a block has none
        return [each.name for each in list(operations) if hasattr(each, "name")]

    on_queue = {
        "add": lambda self, queue, name: queue.add([self.objects[name]]),
        "add-group": lambda self, queue, names: self.add_group(queue, names) and None,
        "add-group-wait": lambda self, queue, names: queue.wait(self.add_group(queue, names)),
        "add-block": lambda self, queue, name: queue.add(
            [toyqueue.Operation(self.world, self.callback(name))]),
        "suspend": lambda self, queue, _: queue.change(suspended=True),
        "resume": lambda self, queue, _: queue.change(suspended=False),
        "set-limit": lambda self, queue, limit: queue.set_limit(limit),
        "cancel-all": lambda self, queue, _: queue.cancel_all(),
        "wait-all": lambda self, queue, _: queue.wait(),
        "is-suspended": lambda self, queue, _: queue.suspended,
        "limit": lambda self, queue, _: queue.limit,
        "operations": lambda self, queue, _: self.names(queue.operations),
        "count": lambda self, queue, _: len(queue.operations),
    }
    on_operation = {
        "depend": lambda self, target, name: toyqueue.depend(target, self.objects[name], True),
        "undepend": lambda self, target, name: toyqueue.depend(target, self.objects[name], False),
        "set-completion": set_completion,
        "has-completion": lambda self, target, _: target.completion is not None,
        "cancel": lambda self, target, _: toyqueue.cancel(target),
        "wait": lambda self, target, _: toyqueue.wait(target),
        "is-ready": lambda self, target, _: target.ready,
        "is-executing": lambda self, target, _: target.executing,
        "is-finished": lambda self, target, _: target.finished,
        "is-cancelled": lambda self, target, _: target.cancelled,
        "is-asynchronous": lambda self, target, _: target.flagged,
        "dependencies": lambda self, target, _: self.names(target.dependencies),
    }


class Lane:
    """What a thread is to do, in order."""
    def __init__(self):
        self.work, self.changed = collections.deque(), threading.Condition()

    def put(self, item):
        with self.changed:
            self.work.append(item)
            self.changed.notify()
    def take(self):
        with self.changed:
            self.changed.wait_for(lambda: self.work)
            return self.work.popleft()


class Program:
    """One program: its stamps, its lanes, and the callbacks that are held."""

    output = threading.Lock()  # of all programs: a stamp and its line are made under it

    def __init__(self, held):
        self.held, self.entered, self.stamp, self.over = set(held), set(), 0, False
        self.lanes, self.session = collections.defaultdict(Lane), Session(self.callback)

    def stamped(self, make=lambda stamp: None):
        """Takes a stamp, and writes the line that `make` makes of it; None once it is over."""
        with Program.output:
            if self.over:
                return None
            self.stamp += 1
            if message := make(self.stamp):
                print(json.dumps(message), flush=True)
            return self.stamp

    @staticmethod
    def tell(message):
        with Program.output:
            print(json.dumps(message), flush=True)

    def end(self, number):
        def last(stamp):
            self.over = True
            return {"tell": "ended", "program": number, "at": stamp}
        self.stamped(last)
        for lane in list(self.lanes.values()):
            lane.put(None)  # whatever is held returns

    def run(self, lane):
        """Makes the calls of a lane until it is released, or the program is over."""
        while True:
            call = self.lanes[lane].take()
            if call is None or call["do"] == "release":
                return
            called = self.stamped()
            if called is None:
                return
            reply = self.outcome(call)
            self.stamped(lambda at: {
                "tell": "reply", "id": call["id"], "at": [called, at], **reply})

    def outcome(self, call):
        try:
            value = self.session.perform(*map(call.get, ("verb", "on", "with", "kind")))
        except LookupError:
            return {"outcome": "unsupported"}
        except ValueError:
            return {"outcome": "raised"}
        return {"outcome": "returned"} if value is None else {"outcome": "returned", "value": value}

    def callback(self, name):
        """Client code, which the implementation calls: a body, a completion block."""
        def code():
            def enter(stamp):
                nonlocal is_held
                is_held = name in self.held and name not in self.entered
                self.entered.add(name)
                return {"tell": "enter", "of": name, "at": stamp}
            is_held = False
            entered = self.stamped(enter)
            if is_held:
                self.run(name)
            self.stamped(lambda at: {"tell": "leave", "of": name, "entered": entered, "at": at})
        return code


def client(lane):
    """The thread of a client lane, which works for one program after another."""
    while True:
        program, name = lane.take()
        program.run(name)


def main():
    """The reader: it hands calls to lanes and never calls the implementation."""
    program, clients = None, {}
    for line in sys.stdin:
        message = json.loads(line)
        kind, lane, number = message["do"], message.get("lane"), message.get("program")
        if kind == "hello":
            Program.tell(HELLO)
        elif kind == "begin":
            program = Program(message["held"])
            Program.tell({"tell": "begun", "program": number})
        elif kind in ("call", "release"):
            is_client = lane == "setup" or lane[0] == "-" or lane[6:].isdigit()
            is_first = lane not in program.lanes
            program.lanes[lane].put(message)
            if is_client and is_first:
                if lane not in clients:
                    clients[lane] = Lane()
                    threading.Thread(target=client, args=(clients[lane],), daemon=True).start()
                clients[lane].put((program, lane))
        elif kind == "ping":
            Program.tell({"tell": "pong", "id": message["id"]})
        elif kind == "end":
            program.end(number)
        elif kind == "stop":
            break
    os._exit(0)  # threads that are stuck in a call must not keep the process


main()
