#!/usr/bin/env python3
"""An adapter (Spec/WireProtocol.md) over a toy queue; for yours, change HELLO and Session."""

import protocol, toyqueue

HELLO = {
    "tell": "hello", "protocol": 1, "name": "toyqueue.py", "version": "1", "step-bound": 5,
    "capabilities": ["raises", "catchableRaises", "completionBlocks", "groupAdd", "operationWait",
                     "queueWait", "listing", "subclassMain"],
}


class Session:
    """The objects of one program by their names, and what each verb does to them."""

    Refused = toyqueue.Refused  # what a call throws that is forbidden, and has no effect

    def __init__(self, callback):
        self.callback, self.objects = callback, {}
        self.worlds = {is_canary: toyqueue.World() for is_canary in (False, True)}

    def world(self, name):
        """Where an object belongs: an add beside the program must start nothing that it awaits."""
        return self.worlds[name[0] == "-"]

    def find(self, verb, name, argument, kind):
        """What makes a call, all names looked up; LookupError for what is not there."""
        if verb in self.on_names:
            return lambda: self.on_names[verb](self, name, kind)
        target = self.objects[name]
        make = (self.on_queue if verb in self.on_queue else self.on_operation)[verb]
        if verb in ("add", "depend", "undepend"):
            argument = self.objects[argument]
        elif verb in ("add-group", "add-group-wait"):
            argument = [self.objects[each] for each in argument]
        return lambda: make(self, target, argument)

    def make_operation(self, name, kind):
        body = self.callback(name) if kind in ("task", "flagged") else lambda: None
        self.objects[name] = operation = toyqueue.Operation(self.world(name), body)
        operation.name, operation.flagged = name, kind == "flagged"

    def add_and_wait(self, queue, operations):
        queue.add(operations)
        queue.wait(operations)

    def set_completion(self, operation, number):
        name = operation.name + ".completion" + (f".{number}" if number > 1 else "")
        operation.set_completion(self.callback(name) if number else None)

    def names(self, operations):  # also of what was dropped; what was added as a block has none
        return [each.name for each in list(operations) if hasattr(each, "name")]

    on_names = {
        "make-queue": lambda self, name, _: self.objects.update(
            {name: toyqueue.Queue(self.world(name))}),
        "make-operation": make_operation,
        "drop": lambda self, name, _: self.objects.__delitem__(name),
        "mark": lambda self, name, _: None,
    }
    on_queue = {
        "add": lambda self, queue, operation: queue.add([operation]),
        "add-group": lambda self, queue, operations: queue.add(operations),
        "add-group-wait": add_and_wait,
        "add-block": lambda self, queue, name: queue.add(
            [toyqueue.Operation(queue.world, self.callback(name))]),
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
        "depend": lambda self, target, other: toyqueue.depend(target, other, True),
        "undepend": lambda self, target, other: toyqueue.depend(target, other, False),
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


if __name__ == "__main__":
    protocol.serve(HELLO, Session)
