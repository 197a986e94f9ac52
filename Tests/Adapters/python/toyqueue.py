"""A toy operation queue: what the adapter beside it is written for. Replace it by yours."""

import threading


class Refused(Exception):
    """A call that is forbidden, and had no effect."""


class World:
    """The operations and queues that share one lock."""

    def __init__(self):
        self.lock, self.queues = threading.Condition(), []

    def schedule(self):
        """Starts everything that may start; called with the lock held."""
        for queue in self.queues:
            for operation in list(queue.operations):
                if queue.suspended or 0 <= queue.limit <= queue.running:
                    break
                if operation.ready and not operation.started:
                    operation.started = True
                    operation.executing = not operation.cancelled
                    queue.running += 1
                    threading.Thread(target=self.run, args=(operation,), daemon=True).start()

    def run(self, operation):
        """Runs an operation on this thread, from its start to its finish."""
        if operation.executing:
            operation.body()
        with self.lock:
            operation.executing, operation.finished = False, True
            completion, operation.completion = operation.completion, None
            operation.queue.operations.remove(operation)
            operation.queue.running -= 1
            self.schedule()
            self.lock.notify_all()
        if completion:
            completion()


class Operation:
    """A task with dependencies, cancellation and a completion block."""

    def __init__(self, world, body):
        self.world, self.body = world, body
        self.dependencies, self.completion = [], None
        self.queue, self.started = None, False
        self.executing = self.finished = self.cancelled = False

    @property
    def ready(self):
        return self.cancelled or all(each.finished for each in self.dependencies)

    def set_completion(self, block):
        with self.world.lock:
            if self.finished:
                raise Refused("the operation has finished")
            self.completion = block


class Queue:
    """Runs operations on threads of its own, in the order of adding where it has a choice."""

    def __init__(self, world):
        self.world, self.operations = world, []
        self.limit, self.suspended, self.running = -1, False, 0
        with world.lock:
            world.queues.append(self)

    def add(self, operations):
        with self.world.lock:
            if len(set(operations)) < len(operations) or any(each.queue for each in operations):
                raise Refused("an operation is added once")
            for operation in operations:
                operation.queue = self
                self.operations.append(operation)
            self.world.schedule()

    def change(self, **properties):
        with self.world.lock:
            self.__dict__.update(properties)
            self.world.schedule()

    def set_limit(self, limit):
        if limit < -1:
            raise Refused("a limit is at least -1")
        self.change(limit=limit)

    def cancel_all(self):
        with self.world.lock:
            for operation in self.operations:
                operation.cancelled = True
            self.world.schedule()

    def wait(self, operations=None):
        """Waits until nothing is listed, or until these operations have finished."""
        with self.world.lock:
            self.world.lock.wait_for(
                lambda: not self.operations if operations is None
                else all(each.finished for each in operations))


def cancel(operation):
    with operation.world.lock:
        operation.cancelled = operation.cancelled or not operation.finished
        operation.world.schedule()


def wait(operation):
    with operation.world.lock:
        operation.world.lock.wait_for(lambda: operation.finished)


def depend(operation, other, adds):
    with operation.world.lock:
        if adds and other is operation:
            raise Refused("an operation cannot depend on itself")
        if adds and other not in operation.dependencies:
            operation.dependencies.append(other)
        elif not adds and other in operation.dependencies:
            operation.dependencies.remove(other)
        operation.world.schedule()
