"""The protocol for any implementation: lanes, stamps, and callbacks that are held.

It asks for a `Session`: see adapter.py.
"""

import collections, json, os, sys, threading, traceback


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

    def __init__(self, held, make_session):
        self.held, self.entered, self.stamp, self.over = set(held), set(), 0, False
        self.lanes, self.lock, self.session = {}, threading.Lock(), make_session(self.callback)

    def lane(self, name):
        """The only lane with a name, although the reader and a callback may ask for it at once."""
        with self.lock:
            if name not in self.lanes:
                self.lanes[name] = Lane()
                if self.over:
                    self.lanes[name].put(None)
            return self.lanes[name]

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
        with self.lock:
            for lane in self.lanes.values():
                lane.put(None)  # whatever is held returns

    def run(self, lane):
        """Makes the calls of a lane until it is released, or the program is over."""
        while True:
            call = self.lane(lane).take()
            if call is None or call["do"] == "release":
                return
            called = self.stamped()
            if called is None:
                return
            reply = self.outcome(call)
            self.stamped(lambda at: {
                "tell": "reply", "id": call["id"], "at": [called, at], **reply})

    def outcome(self, call):
        """Makes a call; whatever it throws, the lane lives on and answers."""
        try:
            try:  # names first: a LookupError of the queue says nothing of them
                make = self.session.find(*map(call.get, ("verb", "on", "with", "kind")))
            except LookupError:
                return {"outcome": "unsupported"}
            value = make()
            json.dumps(value)
        except self.session.Refused:
            return {"outcome": "raised"}
        except BaseException:  # also an exit: nobody knows what has happened
            traceback.print_exc()
            return {"outcome": "unknown"}
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


def serve(hello, make_session):
    """The reader: it hands calls to lanes and never calls the implementation."""
    program, clients = None, {}
    for line in sys.stdin:
        message = json.loads(line)
        kind, lane, number = message["do"], message.get("lane"), message.get("program")
        if kind == "hello":
            Program.tell(hello)
        elif kind == "begin":
            program = Program(message["held"], make_session)
            Program.tell({"tell": "begun", "program": number})
        elif kind in ("call", "release"):
            is_client = lane == "setup" or lane[0] == "-" or (
                lane.startswith("client") and lane[6:].isdigit())
            is_first = lane not in program.lanes
            program.lane(lane).put(message)
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
