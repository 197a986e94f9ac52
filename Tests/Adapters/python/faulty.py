#!/usr/bin/env python3
"""A queue over the wire that is broken in one decision, to see whether the harness finds it.

    faulty.py [NAME] [shared] [timed]

Without a name the queue is right. With `shared` canaries belong to the world of the program, as in
an adapter that has only one. With `timed` each world has a thread that waits with a time limit.

Each operation counts the dependencies that it waits for, and each queue keeps what may start in a
heap; a *pass* starts what fits. Where a fault says that a pass is missing, the next add of any
queue of the same world makes it.
"""

import heapq, itertools, sys, threading

import adapter, protocol
from toyqueue import Refused

WORDS = set(sys.argv[1:])
IS_SHARED, IS_TIMED = "shared" in WORDS, "timed" in WORDS
FAULTS = WORDS - {"shared", "timed"}
KNOWN = {
    "raise-without-pass": "a raised limit starts nothing",
    "resume-without-pass": "a resume starts nothing",
    "finish-without-pass": "a slot that becomes free starts nothing",
    "release-without-pass": "the finish of a dependency starts nothing",
    "group-without-pass": "of a group only the first member is started by its add",
    "notify-one": "waits are woken one at a time",
    "woken-by-next-finish": "the first finish wakes nobody, each later one those of all before",
    "lost-wake-up": "the finish of an operation with dependencies wakes nobody",
    "cancel-all-ends-waits": "cancelAll ends waits for the queue although tasks execute",
    "cancel-ends-wait": "the cancel of an executing operation ends waits for it",
    "finished-removal-counts": "the removal of a finished dependency is counted once more",
    "two-paths": "a dependency in the group of its dependent counts down twice",
    "late-suspension": "a suspension takes effect after the resume that follows it",
    "closes-at-cancel-all": "cancelAll closes the queue: later adds are refused",
    "closes-at-suspend": "adds to a suspended queue are refused once something was cancelled",
    "second-suspend-clears": "a second suspend empties the list",
    "second-resume-suspends": "a resume of a queue that is not suspended suspends it",
    "state-across-programs": "the process loses a thread for each cancelled operation",
    "cancelled-keeps-slot": "an operation that is cancelled while it executes keeps its slot",
    "lowered-limit-kills": "a limit below what executes ends all starts of the queue",
    "suspended-starts-one-more": "a finish in a suspended queue starts another operation",
    "cancel-drops-group": "a cancelled operation that waits takes those after it along",
    "limit-one-forgets": "a limit that goes to 1 forgets what waits behind the first",
    "raise-counts-from-zero": "a raised limit allows as many as it says beside those that execute",
    "cancelled-dependency-holds": "a dependency that was cancelled is waited for for ever",
    "completion-once-per-queue": "a queue calls the completion block of its first finish only",
    "wait-all-sees-first": "a wait for a queue ends when what was first in its list has finished",
}


def has(name):
    return name in FAULTS


class World:
    """The operations and queues that share one lock."""

    lost = 0  # threads that the process has lost

    def __init__(self):
        self.lock, self.queues, self.orders = threading.Condition(), [], itertools.count()
        self.is_owed = False
        if IS_TIMED:
            threading.Thread(target=self.idle, daemon=True).start()

    def idle(self):
        never = threading.Event()
        while not never.wait(60):
            pass

    def changed(self):
        """Wakes who waits for a finish."""
        if has("woken-by-next-finish"):
            self.is_owed, was_owed = True, self.is_owed
            if was_owed:
                self.lock.notify_all()
        elif has("notify-one"):
            self.lock.notify()
        else:
            self.lock.notify_all()

    def start(self, operation):
        if has("state-across-programs") and operation.cancelled:
            World.lost += 1
            if World.lost > 40:
                return
        threading.Thread(target=self.run, args=(operation,), daemon=True).start()

    def run(self, operation):
        if operation.executing:
            operation.body()
        with self.lock:
            completion = operation.finish()
            if not (has("lost-wake-up") and operation.dependencies):
                self.changed()
        if completion:
            completion()


class Operation:
    """A task that counts what it waits for."""

    def __init__(self, world, body):
        self.world, self.body = world, body
        self.dependencies, self.dependents, self.missing = [], [], 0
        self.completion, self.queue, self.priority = None, None, 2
        self.started = self.executing = self.finished = self.cancelled = False
        self.ends_waits = False

    @property
    def ready(self):
        return self.cancelled or self.missing <= 0

    def set_completion(self, block):
        with self.world.lock:
            if self.finished:
                raise Refused("the operation has finished")
            self.completion = block

    def depend(self, other):
        with self.world.lock:
            if other is self:
                raise Refused("an operation cannot depend on itself")
            if other in self.dependencies:
                return
            self.dependencies.append(other)
            if not other.finished or has("cancelled-dependency-holds") and other.cancelled:
                other.dependents.append(self)
                self.missing += 1

    def undepend(self, other):
        with self.world.lock:
            if other not in self.dependencies:
                return
            self.dependencies.remove(other)
            if not other.finished or has("finished-removal-counts"):
                if self in other.dependents:
                    other.dependents.remove(self)
                self.count_down("")

    def count_down(self, fault):
        self.missing -= 1
        if self.ready and self.queue:
            self.queue.push(self)
            if not has(fault):
                self.queue.make_pass()

    def cancel(self):
        with self.world.lock:
            if self.finished or self.cancelled:
                return
            self.cancelled = True
            if self.executing and has("cancel-ends-wait"):
                self.ends_waits = True
                self.world.changed()
            if self.queue and has("cancel-drops-group") and not self.started:
                listed = self.queue.operations
                del listed[listed.index(self) + 1:]
            if self.queue:
                self.queue.push(self)
                self.queue.make_pass()

    def finish(self):
        """Takes note of the end of the task; the completion block to call."""
        queue, self.executing, self.finished = self.queue, False, True
        if self in queue.operations:
            queue.operations.remove(self)
        if not (has("cancelled-keeps-slot") and self.cancelled and self.was_executing):
            queue.running -= 1
        if queue.late_suspension and self in queue.late_suspension:
            queue.late_suspension, queue.stopped = None, True
        if not (has("cancelled-dependency-holds") and self.cancelled):
            for dependent in self.dependents:
                dependent.count_down("release-without-pass")
        if has("suspended-starts-one-more") and queue.suspended:
            queue.make_pass(most=1)
        if not has("finish-without-pass"):
            queue.make_pass()
        completion, self.completion = self.completion, None
        if has("completion-once-per-queue") and queue.has_completed:
            return None
        queue.has_completed = True
        return completion

    def wait(self):
        with self.world.lock:
            self.world.lock.wait_for(lambda: self.finished or self.ends_waits)


class Queue:
    """Starts what is ready, the most urgent first, then in the order of adding."""

    def __init__(self, world):
        self.world, self.operations, self.heap = world, [], []
        self.limit, self.suspended, self.running, self.extra = -1, False, 0, 0
        self.stopped = self.closed = self.has_completed = False
        self.late_suspension, self.ended_waits = None, 0
        with world.lock:
            world.queues.append(self)

    def push(self, operation):
        if not operation.started:
            heapq.heappush(self.heap, (-operation.priority, operation.order, operation))

    def make_pass(self, most=None):
        while self.heap and most != 0:
            if most is None and (self.suspended or self.stopped):
                return
            if 0 <= self.limit <= self.running - self.extra:
                return
            operation = heapq.heappop(self.heap)[2]
            if operation.started or operation not in self.operations:
                continue
            operation.started = True
            operation.executing = operation.was_executing = not operation.cancelled
            self.running += 1
            if most is not None:
                most -= 1
            self.world.start(operation)

    def add(self, operations):
        with self.world.lock:
            if self.closed or (has("closes-at-suspend") and self.suspended
                               and any(each.cancelled for each in self.operations)):
                raise Refused("the queue is closed")
            if len(set(operations)) < len(operations) or any(each.queue for each in operations):
                raise Refused("an operation is added once")
            for operation in operations:
                operation.queue, operation.order = self, next(self.world.orders)
                self.operations.append(operation)
                if has("two-paths") and len(operations) > 1:
                    for dependency in operation.dependencies:
                        if dependency in operations:
                            dependency.dependents.append(operation)
                if operation.ready:
                    self.push(operation)
                if has("group-without-pass") and len(operations) > 1:
                    if operation is operations[0]:
                        self.make_pass()
            if not (has("group-without-pass") and len(operations) > 1):
                for queue in self.world.queues:
                    queue.make_pass()

    def change(self, suspended):
        with self.world.lock:
            if suspended and self.suspended and has("second-suspend-clears"):
                self.operations.clear()
                self.world.changed()
            if suspended and has("late-suspension"):
                self.late_suspension = [each for each in self.operations if each.executing]
            if not suspended and not self.suspended and has("second-resume-suspends"):
                self.stopped = True
            self.suspended = suspended
            if not has("resume-without-pass"):
                self.make_pass()

    def set_limit(self, limit):
        if limit < -1:
            raise Refused("a limit is at least -1")
        with self.world.lock:
            if has("lowered-limit-kills") and 0 <= limit < self.running:
                self.stopped = True
            if has("limit-one-forgets") and limit == 1:
                del self.operations[1:], self.heap[1:]
            if has("raise-counts-from-zero") and limit > self.limit > 0:
                self.extra = self.running
            self.limit = limit
            if not has("raise-without-pass"):
                self.make_pass()

    def cancel_all(self):
        for operation in list(self.operations):
            operation.cancel()
        with self.world.lock:
            if has("cancel-all-ends-waits"):
                self.ended_waits += 1
                self.world.changed()
            self.closed = has("closes-at-cancel-all")

    def wait(self, operations=None):
        """Waits until nothing is listed, or until these operations have finished."""
        with self.world.lock:
            ended = self.ended_waits
            if has("wait-all-sees-first") and operations is None:
                operations = self.operations[:1]
            self.world.lock.wait_for(
                lambda: self.ended_waits > ended or (
                    not self.operations if operations is None
                    else all(each.finished for each in operations)))


class Session(adapter.Session):
    """What the template does, on these queues."""

    def __init__(self, callback):
        self.callback, self.objects = callback, {}
        own = World()
        self.worlds = {False: own, True: own if IS_SHARED else World()}

    def make_operation(self, name, kind):
        body = self.callback(name) if kind in ("task", "flagged") else lambda: None
        self.objects[name] = operation = Operation(self.world(name), body)
        operation.name, operation.flagged = name, kind == "flagged"

    PRIORITIES = ["very-low", "low", "normal", "high", "very-high"]

    def set_priority(self, operation, priority):
        operation.priority = self.PRIORITIES.index(priority)

    on_names = {
        **adapter.Session.on_names,
        "make-queue": lambda self, name, _: self.objects.update({name: Queue(self.world(name))}),
        "make-operation": make_operation,
    }
    on_queue = {
        **adapter.Session.on_queue,
        "add-block": lambda self, queue, name: queue.add(
            [Operation(queue.world, self.callback(name))]),
    }
    on_operation = {
        **adapter.Session.on_operation,
        "depend": lambda self, target, other: target.depend(other),
        "undepend": lambda self, target, other: target.undepend(other),
        "cancel": lambda self, target, _: target.cancel(),
        "wait": lambda self, target, _: target.wait(),
        "set-priority": set_priority,
        "priority": lambda self, target, _: self.PRIORITIES[target.priority],
    }


HELLO = {
    **adapter.HELLO, "name": "faulty.py", "version": " ".join(sorted(FAULTS)) or "none",
    "capabilities": adapter.HELLO["capabilities"] + ["priorities"],
}

if __name__ == "__main__":
    if unknown := FAULTS - set(KNOWN):
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}")
    protocol.serve(HELLO, Session)
