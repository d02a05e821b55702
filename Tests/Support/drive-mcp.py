#!/usr/bin/env python3
"""Talks to 'whyredraw mcp' as the official client library does, and as nobody should: drive-mcp.py EXECUTABLE SCENARIO FOLDER

FOLDER is the root of a checkout with the samples. Each scenario is a function below. Exits with 0 when everything held.
"""
import asyncio, contextlib, hashlib, json, os, pathlib, select, shutil, subprocess, sys, tempfile, threading, time, warnings

EXECUTABLE, SCENARIO, CHECKOUT = os.path.abspath(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
SCENARIOS = CHECKOUT / "SampleTraces" / "Scenarios"
ERAS = ["legacy", "auto", "2026-07-28"]

try:
    import jsonschema
    import mcp
    from mcp import Client, MCPError, StdioServerParameters
    from mcp.types import ListRootsResult, Root
except ImportError:
    sys.exit("mcp or jsonschema is missing; install them with '.ci/setup test'")


# Roots are on their way out of the protocol; as long as clients give them, they are respected.
warnings.simplefilter("ignore", getattr(mcp, "MCPDeprecationWarning", DeprecationWarning))


def certain(lint):
    """The findings that are not left to a trace, as some are of the few files of a scenario."""
    return [found for found in lint["findings"] if not found["message"].endswith("a trace shows")]


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def scenario(function):
    FUNCTIONS[function.__name__] = function
    return function


FUNCTIONS = {}


# ---- what several scenarios use

@contextlib.contextmanager
def app(name="unused-environment"):
    """A folder with 'App', 'before.log.gz' and 'after.log.gz' of a scenario."""
    with tempfile.TemporaryDirectory(prefix="whyredraw-mcp-") as folder:
        folder = pathlib.Path(folder).resolve()
        shutil.copytree(SCENARIOS / name / "before" / "Sources", folder / "App")
        for side in ("before", "after"):
            shutil.copy(SCENARIOS / name / side / "run-1.log.gz", folder / f"{side}.log.gz")
        yield folder


def client(folder, mode="auto", roots=None, arguments=(), **others):
    callback = None
    if roots is not None:
        async def callback(context):
            return ListRootsResult(roots=[Root(uri=pathlib.Path(root).as_uri()) for root in roots])
    server = StdioServerParameters(command=EXECUTABLE, args=["mcp", *arguments], cwd=str(folder))
    return Client(server, mode=mode, list_roots_callback=callback, read_timeout_seconds=60, **others)


async def call(session, tool, **arguments):
    """The structured result of a call that has to succeed; the library checks it against the tool's schema."""
    result = await session.call_tool(tool, arguments)
    check(not result.is_error, f"{tool}: {result.content}")
    check(json.loads(result.content[0].text) == result.structured_content, f"{tool}: text and structure differ")
    return result.structured_content


async def refusal(session, tool, **arguments):
    """What a call that has to fail says."""
    result = await session.call_tool(tool, arguments)
    check(result.is_error, f"{tool} {arguments} did not fail: {result.structured_content}")
    return result.content[0].text


def takeOutLogging(folder):
    """The apps of the scenarios log their changes already."""
    for path in (folder / "App").glob("*.swift"):
        path.write_text("".join(line for line in path.read_text().splitlines(True) if "Changes()" not in line))


def fingerprint(folder):
    """Of everything in a folder: names, kinds, contents."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        found.update(str(path.relative_to(folder)).encode() + b"\0")
        found.update(os.readlink(path).encode() if path.is_symlink() else path.read_bytes() if path.is_file() else b"/")
    return found.hexdigest()


class Raw:
    """A server without a library in between."""

    def __init__(self, folder, initialize=True):
        self.process = subprocess.Popen([EXECUTABLE, "mcp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.errors = []
        # Nobody may wait for a full pipe.
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        self.rest = b""
        if initialize:
            self.send({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}})
            check(self.receive()["result"]["protocolVersion"] == "2025-11-25", "another version")
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def call(self, number, tool, **arguments):
        self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                   "params": {"name": tool, "arguments": arguments}})

    def receive(self, seconds=30):
        """The next message; None where none comes."""
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            check(piece, f"the server ended: {self.errors}")
            self.rest += piece
        line, _, self.rest = self.rest.partition(b"\n")
        return json.loads(line)

    def error(self, data, code, number=None):
        """The answer to a line that is wrong, and then that the server still lives."""
        self.write(data + b"\n")
        answer = self.receive()
        check(answer and answer.get("error", {}).get("code") == code and answer.get("id") == number,
              f"{data[:80]} gave {answer}")
        self.send({"jsonrpc": "2.0", "id": "alive", "method": "ping"})
        check(self.receive() == {"jsonrpc": "2.0", "id": "alive", "result": {}}, f"no life after {data[:80]}")

    def memory(self):
        """Resident memory in kilobytes."""
        return int(subprocess.run(["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, text=True).stdout)

    def end(self, seconds=10):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        code = self.process.wait(seconds)
        check(code == 0, f"ended with {code}: {self.errors}")


# ---- what there is

ARGUMENTS = {
    "analyze": "inputs scenario split_at input_format run process window sources config view module all limit cursor",
    "lint": "paths rule view all config finding_baseline limit cursor",
    "explain_view": "report view", "explain_change": "report change", "apply_patch": "report change write",
    "compare": "before after split_at input_format process window sources_before sources_after config metric view module all "
               "preset limit cursor",
    "gate": "inputs scenario split_at input_format process window baseline confirm sources sources_base config view module all "
            "preset slack min_increase min_percent deviations loss_limit ratchet os device xcode build_configuration limit "
            "cursor",
    "instrument": "paths only call deployment_target remove check config report write", "rules": "id", "doctor": "paths for config",
}


def options():
    """By command and option what the command line says of it."""
    dump = json.loads(subprocess.run([EXECUTABLE, "--experimental-dump-help"], capture_output=True).stdout)
    return {command["commandName"]: {name["name"].replace("-", "_"): argument.get("abstract")
                                     for argument in command["arguments"] for name in argument.get("names", [])}
            for command in dump["command"]["subcommands"]}


@scenario
async def lists():
    known = options()
    for mode in ERAS:
        with app() as folder:
            async with client(folder, mode) as session:
                tools = {tool.name: tool for tool in (await session.list_tools()).tools}
                check(set(tools) == set(ARGUMENTS), f"{sorted(tools)}")
                for name, tool in tools.items():
                    taken = tool.input_schema["properties"]
                    check(set(taken) == set(ARGUMENTS[name].split()), f"{name} takes {sorted(taken)}")
                    for argument in set(taken) & set(known.get(name, {})):
                        check(taken[argument]["description"] == known[name][argument], f"{name}: another '{argument}'")
                    for schema in (tool.input_schema, tool.output_schema):
                        jsonschema.Draft202012Validator.check_schema(schema)
                    for argument, schema in tool.input_schema["properties"].items():
                        check(schema.get("description"), f"{name}: nothing is said of '{argument}'")
                    writes = "write" in tool.input_schema["properties"]
                    check(tool.annotations.read_only_hint is not writes, f"{name}: what it may do is said wrongly")
                model = (await session.read_resource("whyredraw://model")).contents[0]
                check(model.text == (CHECKOUT / "Documentation/Model.md").read_text(), "the model is not that of the guide")
                resources = [resource.uri for resource in (await session.list_resources()).resources]
                check(resources == ["whyredraw://model", "whyredraw://rules"], f"{resources}")
                templates = [template.uri_template for template in
                             (await session.list_resource_templates()).resource_templates]
                check("whyredraw://rules/{id}" in templates, f"{templates}")
                rules = (await call(session, "rules"))["rules"]
                listed = json.loads(subprocess.run([EXECUTABLE, "rules", "--format", "json"], capture_output=True).stdout)
                check([rule["id"] for rule in rules] == [rule["id"] for rule in listed["rules"]], "other rules")
                one = rules[0]["id"]
                check((await call(session, "rules", id=one))["rules"] == [listed["rules"][0]], "another rule")
                check("did you mean" in await refusal(session, "rules", id=one[:-1]), "no suggestion for a slip of the pen")
                page = (await session.read_resource(f"whyredraw://rules/{one}")).contents[0]
                check(page.text == (CHECKOUT / f"Documentation/Rules/{one}.md").read_text(), "another page of the rule")
                for uri in ("whyredraw://rules/none", "whyredraw://reports/1", "file:///etc/passwd"):
                    try:
                        await session.read_resource(uri)
                        check(False, f"{uri} was read")
                    except MCPError as error:
                        check(error.code in (-32002, -32602), f"{error.code}")
                takeOutLogging(folder)
                doctor = await call(session, "doctor", paths=["App"])
                # Where nothing can be recorded, a view that logs nothing is no defect.
                missing = 1 if shutil.which("xcrun") else 0
                check(doctor["missing"] == missing and any(c["subject"] == "logging" for c in doctor["checks"]), f"{doctor}")


# ---- the loop

@scenario
async def agent():
    """Lint, analyze, apply, compare; what was predicted is what comes."""
    for mode in ERAS:
        with app() as folder:
            subprocess.run(["cp", "-R", "App", "Old"], cwd=folder, check=True)
            async with client(folder, mode, roots=[folder]) as session:
                await session.list_tools()
                lint = await call(session, "lint", paths=["App"], all=True)
                found = certain(lint)
                check(len(found) == 1 and found[0]["hasPatch"], f"{lint}")
                analysis = await call(session, "analyze", inputs=["before.log.gz"], sources=["App"])
                check(analysis["isComplete"] and analysis["totals"]["updates"] == 120, f"{analysis}")
                prediction, first = analysis["prediction"], analysis["changes"][0]
                check((prediction["updatesBefore"], prediction["updatesAfter"]) == (120, 30), f"{prediction}")
                check(first["grade"] == "proven" and first["patches"] == 1, f"{first}")
                change = await call(session, "explain_change", report=analysis["report"], change=first["id"])
                check(change["findings"][0]["fingerprint"] == found[0]["fingerprint"], "not what lint found")
                view = await call(session, "explain_view", report=analysis["report"], view=first["view"])
                check(view["views"][0]["updates"] == 90 and first["id"] in view["changes"], f"{view}")
                before = fingerprint(folder)
                asked = await call(session, "apply_patch", report=analysis["report"], change=first["id"])
                check(not asked["written"] and asked["diff"] == change["findings"][0]["patch"], f"{asked}")
                check(fingerprint(folder) == before, "something was written without being asked for")
                done = await call(session, "apply_patch", report=analysis["report"], change=first["id"], write=True)
                check(done["written"] and done["files"] == ["App/DownloadRow.swift"] and done["fixed"] == 1, f"{done}")
                after = SCENARIOS / "unused-environment/after/Sources/DownloadRow.swift"
                check((folder / "App/DownloadRow.swift").read_text() == after.read_text(), "not the fix of the scenario")
                again = await call(session, "apply_patch", report=analysis["report"], change=first["id"], write=True)
                check(not again["written"] and "no longer" in again["refused"][0]["reason"], f"{again}")
                check(not certain(await call(session, "lint", paths=["App"], all=True)), "lint still finds something")
                compared = await call(session, "compare", before=["before.log.gz"], after=["after.log.gz"],
                                      sources_before=["Old"], sources_after=["App"])
                check(compared["updates"] == {"before": prediction["updatesBefore"], "after": prediction["updatesAfter"]},
                      f"{compared}")
                check(any("held" in text for text in compared["entries"][0]["diagnoses"]), f"{compared['entries']}")
                report = json.loads((await session.read_resource(analysis["report"])).contents[0].text)
                check(report["totals"]["updates"] == 120 and report["schemaVersion"] == 1, "another report")


@scenario
async def withoutPatch():
    """A change that has no patch says why, and changes nothing."""
    with app("broad-config") as folder:
        before = fingerprint(folder)
        async with client(folder) as session:
            analysis = await call(session, "analyze", inputs=["before.log.gz"], sources=["App"])
            check(analysis["changes"][0]["patches"] == 0, f"{analysis['changes']}")
            done = await call(session, "apply_patch", report=analysis["report"], change=analysis["changes"][0]["id"], write=True)
            check(not done["written"] and done["refused"][0]["reason"] and not done["diff"], f"{done}")
            unsourced = await call(session, "analyze", inputs=["before.log.gz"])
            views = [view["name"] for view in unsourced["views"]]
            check((await call(session, "explain_view", report=unsourced["report"], view=views[0]))["views"], f"{views}")
            check("no change" in await refusal(session, "apply_patch", report=unsourced["report"], change="none"), "a change")
        check(fingerprint(folder) == before, "something was written")


@scenario
async def gate():
    with app() as folder:
        run = lambda *words: subprocess.run([EXECUTABLE, *words], cwd=folder, check=True, capture_output=True)
        for number in range(3):
            shutil.copy(folder / "after.log.gz", folder / f"after-{number}.log.gz")
            shutil.copy(folder / "before.log.gz", folder / f"before-{number}.log.gz")
        # Copies of one log would count once.
        runs = {}
        for side in ("before", "after"):
            text = subprocess.run(["gzip", "-dc", f"{side}.log.gz"], cwd=folder, capture_output=True, check=True).stdout
            runs[side] = []
            for number in range(3):
                name = f"{side}-{number}.log"
                (folder / name).write_bytes(b"".join(
                    line.split(b"] ", 1)[-1] if b"] " in line else line for line in text.splitlines(True)) + b"\n" * number)
                runs[side].append(name)
        run("baseline", *runs["after"], "-o", "Redraws.lock", "--no-cache")
        async with client(folder) as session:
            failed = await call(session, "gate", inputs=runs["before"])
            check(failed["verdict"] == "failed" and failed["entries"][0]["view"] == "DownloadRow", f"{failed}")
            passed = await call(session, "gate", inputs=runs["after"])
            check(passed["verdict"] == "passed", f"{passed}")
            check("no such baseline" in await refusal(session, "gate", inputs=runs["after"], baseline="none"), "baseline")


@scenario
async def instrument():
    with app() as folder:
        takeOutLogging(folder)
        before = fingerprint(folder)
        async with client(folder) as session:
            asked = await call(session, "instrument", paths=["App"])
            check(not asked["written"] and asked["bodies"] == 3 and "_logChanges" in asked["diff"], f"{asked}")
            check(fingerprint(folder) == before, "something was written without being asked for")
            check("missing" in await refusal(session, "instrument", write=True), "everything was edited")
            (folder / "thin.log").write_text("ThemePicker: @self changed.\n" * 5 + "DownloadsView: @self changed.\n")
            thin = await call(session, "analyze", inputs=["thin.log"], sources=["App"])
            open_views = await call(session, "instrument", paths=["App"], report=thin["report"])
            check(0 < open_views["bodies"] < 3, f"{open_views}")
            (folder / "thin.log").unlink()
            done = await call(session, "instrument", paths=["App"], write=True)
            check(done["written"] and len(done["files"]) == done["totalFiles"] == 3, f"{done}")
            check((await call(session, "instrument", paths=["App"], check=True))["bodies"] == 3, "none is found")
            await call(session, "instrument", paths=["App"], remove=True, write=True)
            check((await call(session, "instrument", paths=["App"], check=True))["bodies"] == 0, "some are left")
        check(fingerprint(folder) == before, "not byte for byte as before")


@scenario
async def pages():
    with app() as folder:
        for number in range(32):
            (folder / f"App/View{number}.swift").write_text(
                f"import SwiftUI\n\nstruct Row{number}: View {{\n  @State private var speed = 0.0\n  var body: some View {{\n"
                "    Slider(value: $speed)\n    Text(DateFormatter().string(from: .now) + \"\\(speed)\")\n  }\n}\n")
        async with client(folder) as session:
            page = await call(session, "lint", paths=["App"], all=True, limit=4)
            whole = json.loads((await session.read_resource(page["report"])).contents[0].text)["findings"]
            check(len(page["findings"]) == 4 and page["total"] == len(whole) > 30, f"{page}")
            found = page["findings"]
            while "nextCursor" in page:
                page = await call(session, "lint", cursor=page["nextCursor"], limit=7)
                found += page["findings"]
            check([f["fingerprint"] for f in found] == [f["fingerprint"] for f in whole], "pages are not the whole")
            for cursor in ("", "1", "x:y", "1:-1", "99:0", 7):
                check("cursor" in await refusal(session, "lint", cursor=cursor), f"{cursor} is a cursor")
            check("cursor" in await refusal(session, "compare", before=["a"], after=["b"], cursor="1:0"), "of another tool")
            check("limit" in await refusal(session, "lint", paths=["App"], limit=0), "no limit")
            for _ in range(20):
                last = await call(session, "lint", paths=["App"], all=True)
            check("make it again" in await refusal(session, "lint", cursor="1:4"), "a report is kept for ever")
            check(len((await session.list_resources()).resources) <= 20, "reports pile up")
            check((await call(session, "explain_change", report=last["report"],
                              change=last["findings"][0]["fingerprint"]))["change"] is None, "a change without a trace")


# ---- where it may look

@scenario
async def roots():
    with app() as inside, app("broad-config") as outside:
        (inside / "link").symlink_to(outside / "App")
        (inside / "App/Linked.swift").symlink_to(next((outside / "App").glob("*.swift")))
        (inside / "link.log.gz").symlink_to(outside / "before.log.gz")
        untouched = fingerprint(outside)
        # Above the root lies a configuration that names sources and a baseline elsewhere.
        deep = inside / "deep"
        shutil.copytree(inside / "App", deep / "App", symlinks=True)
        shutil.copy(inside / "before.log.gz", deep)
        (inside / ".whyredraw.yml").write_text("nonsense: true\n")
        for mode in ERAS:
            async with client(outside, mode, roots=[deep]) as session:
                check(len(certain(await call(session, "lint", paths=["App"], all=True))) == 1, "not what lies in the root")
                for path in ("../App", str(outside / "App"), str(inside / "App"), "/etc", "App/../../App", "~"):
                    text = await refusal(session, "lint", paths=[path])
                    check("outside" in text or "no such" in text, f"{path}: {text}")
                check("outside" in await refusal(session, "analyze", inputs=[str(outside / "before.log.gz")]), "a trace")
                check("outside" in await refusal(session, "analyze", inputs=["before.log.gz"], sources=[str(outside)]), "sources")
                check("outside" in await refusal(session, "gate", inputs=["before.log.gz"], baseline="/etc/hosts"), "baseline")
                check("outside" in await refusal(session, "lint", paths=["App"], config="../.whyredraw.yml"), "config")
                check("outside" in await refusal(session, "analyze", scenario=["a=/etc/hosts"]), "scenario")
                check("outside" in await refusal(session, "instrument", paths=[str(outside / "App")], write=True), "edit")
            (deep / ".whyredraw.yml").write_text(f"sources: [{outside / 'App'}]\nbaseline: ../../x\n")
            async with client(outside, mode, roots=[deep]) as session:
                check("no such" in await refusal(session, "lint"), "a configuration leads out")
                analysis = await call(session, "analyze", inputs=["before.log.gz"])
                check(not analysis["isComplete"] and analysis["prediction"] is None, f"{analysis}")
            (deep / ".whyredraw.yml").unlink()
        (inside / ".whyredraw.yml").unlink()
        async with client(outside, roots=[inside]) as session:
            files = (await call(session, "lint", paths=["App"], all=True))
            check(not any("Linked" in finding["location"]["file"] for finding in files["findings"]), "a link leads out")
            check("outside" in await refusal(session, "lint", paths=["link"]), "a link to a folder leads out")
            check("outside" in await refusal(session, "analyze", inputs=["link.log.gz"]), "a link to a trace leads out")
            await session.call_tool("instrument", {"paths": ["App"], "write": True})
        async with client(outside, roots=[inside, outside]) as session:
            check((await call(session, "lint", paths=[str(outside / "App")]))["isComplete"], "the second root is none")
        async with client(outside, roots=[]) as session:
            check("no folder" in await refusal(session, "lint", paths=["App"]), "no roots are taken for all")
        async with client(outside, roots=[outside], arguments=["--root", str(inside)]) as session:
            check("outside" in await refusal(session, "lint", paths=[str(outside / "App")]), "'--root' does not rule")
        async with client("/") as session:
            check("--root" in await refusal(session, "lint", paths=["etc"]), "the whole disk is open")
        check(fingerprint(outside) == untouched, "something outside was written")
        os.mkfifo(inside / "pipe")
        async with client(inside) as session:
            await refusal(session, "analyze", inputs=["pipe"])
            await refusal(session, "gate", inputs=["before.log.gz"], baseline="pipe")


@scenario
async def changedRoots():
    with app() as first, app("broad-config") as second:
        roots = [first]
        async def listed(context):
            return ListRootsResult(roots=[Root(uri=root.as_uri()) for root in roots])
        server = StdioServerParameters(command=EXECUTABLE, args=["mcp"], cwd=str(first))
        async with Client(server, mode="legacy", list_roots_callback=listed) as session:
            await call(session, "lint", paths=[str(first / "App")])
            roots[0] = second
            await session.send_roots_list_changed()
            await call(session, "lint", paths=[str(second / "App")])
            check("outside" in await refusal(session, "lint", paths=[str(first / "App")]), "the old root still holds")


@scenario
async def readsOnly():
    """Nothing is written anywhere unless a call asks for it, not even a cache."""
    with app() as folder, tempfile.TemporaryDirectory() as home:
        before = fingerprint(folder)
        server = StdioServerParameters(command=EXECUTABLE, args=["mcp"], cwd=str(folder), env={
            "HOME": home, "XDG_CACHE_HOME": home + "/cache", "TMPDIR": home})
        async with Client(server) as session:
            analysis = await call(session, "analyze", inputs=["before.log.gz"], sources=["App"])
            await call(session, "lint")
            await call(session, "compare", before=["before.log.gz"], after=["after.log.gz"], sources_after=["App"])
            await call(session, "instrument", paths=["App"])
            await call(session, "apply_patch", report=analysis["report"], change=analysis["changes"][0]["id"])
            await call(session, "doctor")
            for wrong in ({"write": "yes"}, {"write": 1}):
                await refusal(session, "apply_patch", report=analysis["report"], change=analysis["changes"][0]["id"], **wrong)
        check(fingerprint(folder) == before and not os.listdir(home), f"written: {os.listdir(home)}")


# ---- what clients do

@scenario
async def arguments():
    """What is wrong is said, and is no error of the protocol."""
    with app() as folder:
        async with client(folder) as session:
            for tool, given, said in [
                ("analyze", {}, "no input"), ("analyze", {"inputs": "before.log.gz"}, "a list"),
                ("analyze", {"inputs": [1]}, "a text"), ("analyze", {"inputs": ["none"]}, "no such file"),
                ("analyze", {"inputs": ["-"]}, "no such file"), ("analyze", {"inputs": ["--help"]}, "no such file"),
                ("analyze", {"inputs": ["before.log.gz"], "run": "x"}, "whole number"),
                ("analyze", {"inputs": ["before.log.gz"], "window": "x"}, "START:END"),
                ("analyze", {"inputs": ["App/DownloadRow.swift"]}, "no redraw events"), ("analyze", {"inputs": [""]}, "empty"),
                ("analyze", {"inputs": ["a\0b"]}, "zero"), ("lint", {"rule": ["none"]}, "is no rule"),
                ("lint", {"paths": ["App"], "all": "yes"}, "true or false"), ("compare", {"before": ["before.log.gz"]}, "missing"),
                ("explain_view", {"report": "x", "view": "y"}, "no report"), ("gate", {"inputs": ["before.log.gz"]}, "nothing to hold"),
            ]:
                text = await refusal(session, tool, **given)
                check(said in text, f"{tool} {given}: {text}")
            analysis = await call(session, "analyze", inputs=["before.log.gz"], sources=["App"])
            check("did you mean 'DownloadRow'" in await refusal(
                session, "explain_view", report=analysis["report"], view="DownlodRow"), "no suggestion")
            try:
                await session.call_tool("none", {})
                check(False, "there is a tool 'none'")
            except MCPError as error:
                check(error.code == -32602, f"{error.code}")


@scenario
async def malformed():
    with app() as folder:
        raw = Raw(folder, initialize=False)
        raw.error(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', -32600, 1)
        raw.end()
        raw = Raw(folder)
        raw.error(b"nonsense", -32700)
        raw.error(b'{"jsonrpc":"2.0","id":1,"method"', -32700)
        raw.error(b"\xff\xfe\x00", -32700)
        raw.error(b"[]", -32600)
        raw.error(b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600)
        raw.error(b"7", -32600)
        raw.error(b'{"id":2,"method":"ping"}', -32600, 2)
        raw.error(b'{"jsonrpc":"1.0","id":2,"method":"ping"}', -32600, 2)
        raw.error(b'{"jsonrpc":"2.0","id":3}', -32600, 3)
        raw.error(b'{"jsonrpc":"2.0","id":3,"method":7}', -32600, 3)
        raw.error(b'{"jsonrpc":"2.0","id":3,"method":"ping","params":7}', -32600, 3)
        raw.error(b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600)
        raw.error(b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600)
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"none"}', -32601, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"prompts/list"}', -32601, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"initialize","params":{"protocolVersion":"2025-11-25"}}', -32600, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"tools/call"}', -32602, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"lint","arguments":[]}}', -32602, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{"cursor":"x"}}', -32602, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"resources/read"}', -32602, "x")
        raw.error(b'{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{"_meta":'
                  b'{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}}', -32022, "x")
        raw.error(b"[" * 1000 + b"]" * 1000, -32600)
        raw.error(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, -32600)
        raw.error(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"' + b"x" * (5 << 20) + b'"}}', -32600)
        # Answers to nothing, notifications of nothing and empty lines have no answer.
        for line in (b"", b"  \r", b'{"jsonrpc":"2.0","id":9,"result":{}}', b'{"jsonrpc":"2.0","method":"none"}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}'):
            raw.write(line + b"\n")
        check(raw.receive(0.5) is None, "something was answered that is no request")
        before = raw.memory()
        for _ in range(30):
            raw.error(b"x" * (5 << 20), -32600)
        check(raw.memory() - before < 64 << 10, f"long messages take {raw.memory() - before} kB")
        raw.end()


@scenario
async def tenThousandCalls():
    """Half of them without waiting; memory stays."""
    with app() as folder:
        raw = Raw(folder)

        def calls(start, count, waits):
            answers = 0
            for number in range(start, start + count):
                tool, arguments = [("lint", {"paths": ["App"]}), ("lint", {"paths": ["none"]}), ("rules", {}),
                                   ("explain_view", {"report": "x", "view": "y"})][min(number % 20, 3)]
                raw.call(number, tool, **arguments)
                if waits:
                    check(raw.receive()["id"] == number, "answers in another order")
                else:
                    while raw.receive(0):
                        answers += 1
            while not waits and answers < count:
                check(raw.receive(60), f"{answers} of {count} answers")
                answers += 1

        calls(0, 1000, True)
        before = raw.memory()
        calls(1000, 4500, True)
        calls(5500, 4500, False)
        growth = raw.memory() - before
        check(growth < 24 << 10, f"10,000 calls take {growth} kB more than 1,000")
        check(len(os.listdir(f"/proc/{raw.process.pid}/fd")) < 20 if os.path.isdir("/proc/self/fd") else True, "open files pile up")
        raw.end()


@scenario
async def parallelCalls():
    with app() as folder:
        for mode in ERAS:
            async with client(folder, mode) as session:
                expected = await call(session, "analyze", inputs=["before.log.gz"], sources=["App"])
                async def one(number):
                    if number % 3 == 0:
                        return (await call(session, "rules"))["rules"][0]["id"] != ""
                    if number % 3 == 1:
                        return len(certain(await call(session, "lint", paths=["App"], all=True))) == 1
                    found = await call(session, "analyze", inputs=["before.log.gz"], sources=["App"])
                    return {**found, "report": ""} == {**expected, "report": ""}
                check(all(await asyncio.gather(*[one(number) for number in range(60)])), "calls disturb each other")


def longLog(path, megabytes):
    line = b"Row: _x changed.\nFeed: @self, @identity, _items, _selection changed.\n"
    with open(path, "wb") as file:
        for _ in range(megabytes):
            file.write(line * (1_000_000 // len(line)))


@scenario
async def cancellation():
    with app() as folder:
        longLog(folder / "long.log", 1500)
        raw = Raw(folder)
        started = time.monotonic()
        raw.call("long", "analyze", inputs=["long.log"])
        raw.call("waiting", "lint", paths=["App"])
        raw.call("next", "lint", paths=["App"])
        time.sleep(0.2)
        for number in ("long", "waiting", "unknown", "next-but-one"):
            raw.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
        answer = raw.receive()
        check(answer["id"] == "next", f"{answer}")
        waited = time.monotonic() - started
        check(raw.receive(0.5) is None, "a call that was given up is answered")
        # Without being cancelled it takes longer.
        started = time.monotonic()
        raw.call("whole", "analyze", inputs=["long.log"])
        check(raw.receive(120)["id"] == "whole", "no answer")
        check(waited < time.monotonic() - started, f"cancelled after {waited} s, whole in {time.monotonic() - started} s")
        raw.end()
        async with client(folder) as session:
            task = asyncio.create_task(session.call_tool("analyze", {"inputs": ["long.log"]}))
            await asyncio.sleep(0.2)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            await call(session, "lint", paths=["App"])


@scenario
async def progress():
    with app() as folder:
        longLog(folder / "long.log", 300)
        for mode in ERAS:
            said = []
            async def hear(done, total, message):
                said.append((done, message))
            async with client(folder, mode) as session:
                result = await session.call_tool("analyze", {"inputs": ["long.log"]}, progress_callback=hear)
                check(not result.is_error, f"{result.content}")
                count = len(said)
                await session.call_tool("analyze", {"inputs": ["before.log.gz"]})
                check(len(said) == count, "progress that nobody asked for")
            values = [done for done, _ in said]
            check(len(said) >= 3 and values == sorted(set(values)), f"{said}")
            check(said[0][1] == "reading" and said[-1][1] == "reporting", f"{said}")


@scenario
async def goneClient():
    """However the client goes, the process ends soon, and by itself."""
    with app() as folder:
        longLog(folder / "long.log", 2500)
        raw = Raw(folder)
        raw.end(3)
        # In the middle of a message, and of calls.
        raw = Raw(folder)
        raw.write(b'{"jsonrpc":"2.0","id":1,"meth')
        raw.end(3)
        raw = Raw(folder)
        raw.call(1, "analyze", inputs=["long.log"])
        for number in range(50):
            raw.call(number + 2, "analyze", inputs=["long.log"])
        started = time.monotonic()
        raw.end(20)
        check(time.monotonic() - started < 6, f"ended after {time.monotonic() - started} s")
        # Nobody reads, but the other end is still open for writing.
        raw = Raw(folder)
        raw.process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            raw.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        check(raw.process.wait(5) == 0, "it goes on without a reader")
        # What was asked for before the end is answered.
        raw = Raw(folder)
        raw.call(1, "lint", paths=["App"])
        raw.process.stdin.close()
        check(raw.receive()["id"] == 1, "no answer to the last call")
        check(raw.process.wait(5) == 0, "it does not end")
        # Killed clients leave no process behind.
        keeper = subprocess.Popen([sys.executable, "-c", (
            "import subprocess, sys, time\n"
            f"server = subprocess.Popen([{EXECUTABLE!r}, 'mcp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
            "print(server.pid, flush=True)\ntime.sleep(60)\n")], stdout=subprocess.PIPE, text=True)
        server = int(keeper.stdout.readline())
        keeper.kill()
        keeper.wait()
        for _ in range(50):
            state = subprocess.run(["ps", "-o", "stat=", "-p", str(server)], capture_output=True, text=True).stdout.strip()
            if not state or state.startswith("Z"):
                break
            time.sleep(0.1)
        check(not state or state.startswith("Z"), f"the server outlives its client: {state}")


@scenario
async def cleanOutput():
    """Nothing but messages is on standard output, whatever is said; that goes to standard error."""
    with app() as folder:
        raw = Raw(folder)
        raw.call(1, "lint", paths=["none"])
        answer = raw.receive()
        check(answer["result"]["isError"], f"{answer}")
        raw.call(2, "instrument", paths=["App"])
        check(raw.receive()["id"] == 2, "another answer")
        raw.end()
        check(any(b"whyredraw: error: none: no such" in line for line in raw.errors), f"{raw.errors}")


if SCENARIO not in FUNCTIONS:
    sys.exit(f"there is no scenario '{SCENARIO}'; there are: {' '.join(FUNCTIONS)}")
asyncio.run(FUNCTIONS[SCENARIO]())
