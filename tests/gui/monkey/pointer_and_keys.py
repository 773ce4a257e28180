"""An X client that moves the pointer, types, resizes a window and drops files on it as a user does."""

import time

from Xlib import X, XK, display, error
from Xlib.ext import xtest
from Xlib.protocol import event


class Hands:
    def __init__(self):
        self.display = display.Display()
        self.display.set_error_handler(lambda *_: None)  # ignore errors of windows that are gone
        self.root = self.display.screen().root
        self.size = self.display.screen().width_in_pixels, self.display.screen().height_in_pixels

    def flush(self, seconds=0.0):
        self.display.sync()
        if seconds:
            time.sleep(seconds)

    def move(self, x, y):
        x, y = (min(max(int(value), 0), most - 1) for value, most in zip((x, y), self.size))
        xtest.fake_input(self.display, X.MotionNotify, x=x, y=y)
        self.flush()

    def button(self, number, down):
        xtest.fake_input(self.display, X.ButtonPress if down else X.ButtonRelease, number)
        self.flush()

    def click(self, number=1, times=1):
        for _ in range(times):
            self.button(number, True)
            self.button(number, False)

    def drag(self, start, end, number=1, steps=6):
        self.move(*start)
        self.button(number, True)
        for step in range(1, steps + 1):
            self.move(*(a + (b - a) * step / steps for a, b in zip(start, end)))
            time.sleep(0.004)
        self.button(number, False)

    def key(self, name, modifiers=()):
        """`name` is the name of a keysym: "a", "Left", "bracketright"."""
        codes = [self.code(modifier) for modifier in modifiers]
        code = self.code(name)
        if not code:
            return
        for each in codes + [code]:
            xtest.fake_input(self.display, X.KeyPress, each)
        for each in [code] + codes[::-1]:
            xtest.fake_input(self.display, X.KeyRelease, each)
        self.flush()

    def code(self, name):
        return self.display.keysym_to_keycode(XK.string_to_keysym(name))

    def window(self):
        """Returns the program's window: the topmost one that accepts drops."""
        for child in reversed(self.root.query_tree().children):
            try:
                if child.get_full_property(self.atom("XdndAware"), X.AnyPropertyType) is not None:
                    return child
            except error.XError:
                pass
        return None

    def resize(self, width, height):
        window = self.window()
        if window is not None:
            window.configure(width=width, height=height)
            self.flush()

    def atom(self, name):
        return self.display.intern_atom(name)

    def drop(self, uris, x, y, patience=2.0):
        """Runs the source's side of the XDND protocol, version 5; the source disappears after a timeout in
        seconds."""
        target = self.window()
        if target is None:
            return
        source = self.root.create_window(-10, -10, 1, 1, 0, X.CopyFromParent)
        source.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        copy = self.atom("XdndActionCopy")

        def tell(name, *data):
            message = event.ClientMessage(window=target, client_type=self.atom(name),
                                          data=(32, [source.id, *data] + [0] * (4 - len(data))))
            target.send_event(message)
            self.flush()

        tell("XdndEnter", 5 << 24, self.atom("text/uri-list"))
        tell("XdndPosition", 0, (int(x) << 16) | int(y), X.CurrentTime, copy)
        self.answer(source, uris, "XdndStatus", 2.0)
        tell("XdndDrop", 0, X.CurrentTime)
        self.answer(source, uris, "XdndFinished", patience)
        source.destroy()
        self.flush()

    def answer(self, source, uris, until, patience):
        """Sends the files on request until the window reports that it has finished."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if not self.display.pending_events():
                time.sleep(0.005)
                continue
            got = self.display.next_event()
            if got.type == X.SelectionRequest:
                got.requestor.change_property(got.property, got.target, 8, "\r\n".join(uris + [""]).encode())
                got.requestor.send_event(event.SelectionNotify(time=got.time, requestor=got.requestor, selection=got.selection,
                                                               target=got.target, property=got.property))
                self.flush()
            elif got.type == X.ClientMessage and got.client_type == self.atom(until):
                return
