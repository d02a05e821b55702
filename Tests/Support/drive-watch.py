#!/usr/bin/env python3
"""Drives 'whyredraw watch' through a real pseudo-terminal: drive-watch.py EXECUTABLE SCENARIO.

Each scenario is a function below. Exits with 0 when everything held, else says what did not and shows the screen.
"""
import atexit, fcntl, os, pty, re, select, shutil, signal, struct, subprocess, sys, tempfile, termios, time

MESSAGES = ["Feed: @self, @identity, _items changed.", "Feed: _items changed.", "Row<Text>: @self changed.",
            "Row<Text>: @self changed.", "Badge: _count changed."]


class Screen:
    """As much of a terminal as the table uses."""

    def __init__(self):
        self.rows, self.alternate, self.cursor_hidden, self.wraps = {}, False, False, True
        self.row = self.column = 0
        self.plain = ""  # what was written outside of the other screen

    def feed(self, text):
        for part in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|[^\x1b]+|\x1b", text):
            if not part.startswith("\x1b["):
                if self.alternate:
                    line = self.rows.get(self.row, "").ljust(self.column)
                    self.rows[self.row] = line[: self.column] + part + line[self.column + len(part):]
                    self.column += len(part)
                else:
                    self.plain += part
                continue
            body, kind = part[2:-1], part[-1]
            if kind == "H":
                row, column = (body.split(";") + ["1"])[:2] if body else ("1", "1")
                self.row, self.column = int(row) - 1, int(column) - 1
            elif kind == "K":
                self.rows[self.row] = self.rows.get(self.row, "")[: self.column]
            elif kind == "J":
                self.rows = {}
            elif part in ("\x1b[?1049h", "\x1b[?1049l"):
                self.alternate, self.rows = kind == "h", {}
            elif part in ("\x1b[?25h", "\x1b[?25l"):
                self.cursor_hidden = kind == "l"
            elif part in ("\x1b[?7h", "\x1b[?7l"):
                self.wraps = kind == "h"

    def text(self):
        return "\n".join(self.rows.get(row, "") for row in range(max(self.rows, default=-1) + 1))


class Session:
    def __init__(self, arguments, stdin=None, size=(24, 100), environment=None):
        self.folder = tempfile.mkdtemp(prefix="whyredraw-watch-")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.screen = Screen()
        self.master, self.slave = pty.openpty()
        self.resize(*size, notify=False)
        self.before = termios.tcgetattr(self.slave)
        slave = self.slave

        def control():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])

        environ = dict(os.environ, TERM="xterm-256color", **(environment or {}))
        environ.pop("NO_COLOR", None)
        open(os.path.join(self.folder, "app.log"), "w").close()
        self.process = subprocess.Popen([EXECUTABLE] + arguments, cwd=self.folder, env=environ, preexec_fn=control,
                                        stdin=slave if stdin is None else stdin, stdout=slave, stderr=slave)

    def resize(self, rows, columns, notify=True):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if notify:
            self.process.send_signal(signal.SIGWINCH)

    def append(self, lines, name="app.log"):
        with open(os.path.join(self.folder, name), "a") as file:
            file.write("".join(line + "\n" for line in lines))

    def read(self, seconds):
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                return False
            self.pending = getattr(self, "pending", b"") + data
            # Only whole characters and whole escape sequences.
            text = self.pending.decode("utf-8", "ignore")
            if re.search(r"\x1b(\[[?0-9;]*)?$", text):
                return True
            self.pending = b""
            self.screen.feed(text)
        return True

    def expect(self, pattern, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if re.search(pattern, self.screen.text()):
                return
            self.read(0.05)
        self.fail(f"the screen never showed {pattern!r}")

    def expect_not(self, pattern, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if not re.search(pattern, self.screen.text()):
                return
            self.read(0.05)
        self.fail(f"the screen still shows {pattern!r}")

    def press(self, keys):
        os.write(self.master, keys.encode())

    def wait(self, seconds=20):
        end = time.time() + seconds
        while self.process.poll() is None:
            if time.time() > end:
                self.process.kill()
                self.fail("did not end")
            self.read(0.05)
        while select.select([self.master], [], [], 0.1)[0]:
            self.read(0)
        return self.process.returncode

    def is_restored(self):
        return termios.tcgetattr(self.slave) == self.before

    def check_restored(self):
        after = termios.tcgetattr(self.slave)
        if after != self.before:
            self.fail(f"the terminal was not restored: {after} instead of {self.before}")
        if self.screen.alternate or self.screen.cursor_hidden or not self.screen.wraps:
            self.fail("the other screen was not left, or the cursor is hidden, or lines no longer wrap")

    def check_report(self, name="app.log", **counts):
        path = os.path.join(self.folder, name)
        expected = subprocess.run([EXECUTABLE, name], cwd=self.folder, capture_output=True, text=True,
                                  env=dict(os.environ, NO_COLOR="1")).stdout
        shown = re.sub(r"\s+", " ", self.screen.plain)
        for line in expected.split("\n"):
            # The report is as wide as the terminal; words are compared line by line.
            if line.startswith(("Feed", "Row", "Badge")) and re.sub(r"\s+", " ", line)[:30] not in shown:
                self.fail(f"the report lacks {line!r}:\n{self.screen.plain}")
        if "evaluations" not in shown:
            self.fail("no report was printed:\n" + self.screen.plain)

    def fail(self, message):
        if self.process.poll() is None:
            self.process.kill()
        print(f"{SCENARIO}: {message}\n--- screen\n{self.screen.text()}\n--- outside of it\n{self.screen.plain}")
        sys.exit(1)


def start(extra=(), **options):
    session = Session(["watch", "app.log", "--interval", "0.1", *extra], **options)
    session.expect("waiting for the first redraw")
    session.append(MESSAGES)
    session.expect(r"Row<Text> +1 ")
    return session


def keys():
    """Every key does what the help says, and 'q' ends with the report."""
    session = start()
    session.expect("2 updates|3 updates|4 updates")
    session.press("?")
    session.expect("freeze the order of the rows")
    session.press("?")
    session.expect_not("freeze the order of the rows")
    session.press("/row\r")
    session.expect("filter 'row'")
    session.expect_not("(?m)^Badge")
    session.press("/\x7f\x7f\x7f\x1b")
    time.sleep(0.2)
    session.expect("filter 'row'")
    session.press("/\x7f\x7f\x7f\r")
    session.expect("(?m)^Badge")
    session.press("n")
    session.expect("▾View")
    if session.screen.text().index("Badge") > session.screen.text().index("Row<Text>"):
        session.fail("not sorted by name")
    session.press("s")
    session.expect("▾Updates")
    session.press("p")
    session.expect("PAUSED")
    session.append(["Badge: _count changed."] * 500)
    time.sleep(0.5)
    session.expect_not("50[01]")
    session.press("p")
    session.expect(r"Badge +50[01]")
    session.press("f")
    session.expect("frozen")
    session.press("f")
    session.press("r")
    session.expect("from reset")
    session.append(["Row<Text>: @self changed."] * 7)
    session.expect(r"Row<Text> +7 ")
    session.expect_not("(?m)^Badge")
    session.expect(r"@self 7 ")
    session.press("w")
    session.expect("write the report so far to: _")
    session.press("\r")
    session.expect("not written: no name was given")
    session.press("wnowhere/x.json\r")
    session.expect("not written: nowhere/x.json: the folder 'nowhere' does not exist")
    session.press("wredraws.json\r")
    session.expect("wrote redraws.json")
    written = open(os.path.join(session.folder, "redraws.json")).read()
    if '"evaluations" : 512,' not in written:
        session.fail("the report that was written lacks the counts:\n" + written)
    session.press("q")
    if session.wait() != 0:
        session.fail("exit code")
    session.check_restored()
    session.check_report()


def interrupt():
    """Ctrl-C is a way to end, not to lose everything."""
    session = start()
    session.press("\x03")
    if session.wait() != 0:
        session.fail("exit code")
    session.check_restored()
    session.check_report()


def terminate():
    session = start()
    session.process.send_signal(signal.SIGTERM)
    if session.wait() != 0:
        session.fail("exit code")
    session.check_restored()
    session.check_report()


def crash():
    """Even a crash gives the terminal back."""
    session = start()
    session.process.send_signal(signal.SIGSEGV)
    if session.wait() != -signal.SIGSEGV:
        session.fail("exit code")
    session.check_restored()


def hangup():
    session = start()
    session.process.send_signal(signal.SIGHUP)
    if session.wait() != -signal.SIGHUP:
        session.fail("exit code")
    session.check_restored()


def resize():
    """No line is wider or lower than the terminal, whatever its size."""
    session = start()
    for rows, columns in [(40, 160), (10, 40), (5, 22), (3, 12), (24, 80)]:
        session.resize(rows, columns)
        end = time.time() + 3
        while time.time() < end:
            session.read(0.05)
            lines = [line for line in session.screen.text().split("\n")]
            if len(lines) <= rows and all(len(line) <= columns for line in lines) and lines != [""]:
                break
        else:
            session.fail(f"does not fit into {rows} x {columns}")
        if columns >= 40:
            session.expect("Row<Te|Row…|R.*t>")
    session.press("q")
    session.wait()
    session.check_restored()


def suspend():
    session = start()
    session.press("\x1a")
    end = time.time() + 30
    # The screen is left first and the line discipline put back after it.
    while (session.screen.alternate or not session.is_restored()) and time.time() < end:
        session.read(0.05)
    session.check_restored()
    # What continues a process that has not stopped yet is lost, and it stops for good a moment later.
    while os.waitpid(session.process.pid, os.WUNTRACED | os.WNOHANG)[0] == 0 and time.time() < end:
        session.read(0.05)
    session.process.send_signal(signal.SIGCONT)
    session.expect("Row<Text>")
    session.press("q")
    if session.wait() != 0:
        session.fail("exit code")
    session.check_restored()


def pipe():
    """A pipe that breaks ends the watch with the report; keys still come from the terminal."""
    reader, writer = os.pipe()
    session = Session(["watch", "-", "--interval", "0.1"], stdin=reader)
    os.close(reader)
    os.write(writer, ("\n".join(MESSAGES) + "\nRow<Te").encode())
    session.expect(r"Row<Text> +1 ")
    session.press("?")
    session.expect("freeze the order")
    os.close(writer)
    if session.wait() != 0:
        session.fail("exit code")
    session.check_restored()
    if "Row<Text>" not in session.screen.plain:
        session.fail("no report")


def rotation():
    session = start()
    os.rename(os.path.join(session.folder, "app.log"), os.path.join(session.folder, "app.log.1"))
    session.append(["Badge: _count changed."] * 40)
    session.expect(r"Badge +4[01]")
    open(os.path.join(session.folder, "app.log"), "w").close()
    time.sleep(0.3)
    session.append(["Badge: _count changed."] * 20)
    session.expect(r"Badge +6[01]")
    session.press("q")
    if session.wait() != 0:
        session.fail("exit code")
    session.check_restored()
    if not re.search(r"Badge +6[01]", session.screen.plain):
        session.fail("the report lacks what came before the rotation")


def rate():
    """Not part of the tests, since it measures: 100,000 lines a second for 10 seconds, in a file and in a pipe."""
    lines = int(os.environ.get("LINES_PER_SECOND", "100000"))
    seconds = 10
    line = ('{"eventMessage":"Row<Text>: @self changed.","subsystem":"com.apple.SwiftUI","category":'
            '"Changed Body Properties","processImagePath":"\\/App","processID":412,"timestamp":'
            '"2025-11-08 10:12:%02d.%06d+0100","messageType":"Info","eventType":"logEvent"}\n')
    for kind in ("file", "pipe"):
        reader, writer = os.pipe() if kind == "pipe" else (None, None)
        session = Session(["watch", "-" if kind == "pipe" else "app.log", "--interval", "0.25"], stdin=reader)
        session.expect("waiting")
        target = writer if kind == "pipe" else os.open(os.path.join(session.folder, "app.log"), os.O_WRONLY | os.O_APPEND)
        begin = time.time()
        written, slowest, worst = 0, 0.0, 0
        while time.time() - begin < seconds:
            due = int((time.time() - begin) * lines) - written
            if due <= 0:
                session.read(0.001)
                continue
            block = "".join(line % (written // lines, n) for n in range(due)).encode()
            before = time.time()
            view = memoryview(block)
            while view:
                view = view[os.write(target, view[:65536]):]
            slowest = max(slowest, time.time() - before)
            written += due
            session.read(0)
        end = time.time()
        count = f"{written:,}"
        session.expect(f"{count} evaluations", 30)
        print(f"{kind}: {written:,} lines in {end - begin:.1f} s ({written / (end - begin):,.0f}/s), "
              f"all of them shown {time.time() - end:.2f} s later; slowest write {slowest * 1000:.0f} ms")
        before = time.time()
        session.press("q")
        session.wait()
        print(f"  ended and reported in {time.time() - before:.2f} s; user + system time of the tool: "
              f"{sum(os.times()[2:4]):.1f} s so far")
        session.check_restored()


EXECUTABLE, SCENARIO = os.path.abspath(sys.argv[1]), sys.argv[2]
globals()[SCENARIO]()
