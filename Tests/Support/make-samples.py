#!/usr/bin/env python3
"""Makes SampleTraces/ (except Instruments exports): deterministic, so running it again changes nothing.

    python3 Tests/Support/make-samples.py

A small model of an app, "Recipes", plays a session: it opens, rows are expanded, the list is scrolled, a timer ticks, a
search field is typed into, rows lose their identity. What SwiftUI would log is written in every capture layout that
whyredraw reads. Nothing here was recorded on a device; the layouts follow published examples.
"""
import datetime, gzip, json, os, random, sys

# Another folder may be named, to compare.
ROOT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "SampleTraces")
START = datetime.datetime(2026, 3, 14, 9, 26, 53, 123456, datetime.timezone(datetime.timedelta(hours=1)))


class Session:
    """Events as (microseconds, text); text is a message of SwiftUI or, with False, something else the app prints."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.now = 0
        self.events = []

    def wait(self, milliseconds):
        self.now += int(milliseconds * 1000)

    def change(self, view, *causes):
        self.events.append((self.now, f"{view}: {', '.join(causes)} changed.", True))
        self.now += self.random.randrange(40, 220)

    def say(self, text):
        self.events.append((self.now, text, False))
        self.now += 15

    # The screens of the app.

    def launch(self, rows):
        self.change("RecipesApp.Root", "@self", "@identity", "_store", "_path")
        self.say("RecipeStore: loaded 240 recipes")
        self.change("RecipeList", "@self", "@identity", "_store", "_expandedID", "_query", "_dismiss")
        self.change("RecipeList.Header", "@self", "@identity", "_clock")
        self.change("SearchField", "@self", "@identity", "_query", "_isFocused")
        for _ in range(rows):
            self.change("RecipeRow", "@self")
            self.change("RecipeRow.Badge<Recipe>", "@self")
        self.change("CategoryList.Container", "@self", "@identity", "_categories", "@16", "_status", "@184")
        self.wait(700)

    def expand(self, rows):
        """State owned by the list: every row is made anew, and cannot be compared because of its closure."""
        self.change("RecipeList", "_expandedID")
        for _ in range(rows):
            self.change("RecipeRow", "@self")
        self.wait(self.random.uniform(300, 1500))

    def tick(self):
        self.change("RecipeList.Header", "_clock")
        self.wait(1000)

    def scroll(self, frames):
        for _ in range(frames):
            self.change("ScrollShadow", "_offset")
            self.wait(16.2)

    def type(self, letters, rows):
        for _ in range(letters):
            self.change("SearchField", "_query")
            self.change("RecipeList", "_query", "_dismiss")
            for _ in range(rows):
                self.change("RecipeRow", "@self")
            self.wait(self.random.uniform(120, 260))

    def churn(self, rows):
        """`.id(UUID())` on the rows of the favourites: thrown away with every evaluation."""
        self.change("FavouriteList", r"\FavouritesModel.items")
        for _ in range(rows):
            self.change("FavouriteRow", "@self", "@identity", "_isPressed")
        self.wait(self.random.uniform(400, 900))

    def status(self):
        self.change("CategoryList.Container", r"\Storage<Optional<Status>>.output")
        self.change("CategoryList.Presenter", "@self")
        self.wait(150)

    def loop(self, turns):
        for _ in range(turns):
            self.change("PriceEditor", "_amount")
            self.wait(16.4)
            self.change("PriceSummary", "_total")
            self.wait(16.4)


def small():
    s = Session(1)
    s.launch(4)
    for _ in range(3):
        s.expand(4)
    s.tick()
    s.status()
    s.change("RecipeList", r"\RecipeStore.<computed 0x000000034006f8b0 (Array<Recipe>)>")
    s.change("MyBadge", "@self", "@identity", "__count")
    s.change("CategoryList.Container", "@16")
    s.events.append((s.now, "RecipeList: unchanged.", True))
    return s.events


def long_session():
    s = Session(7)
    s.launch(12)
    for round in range(60):
        for _ in range(4):
            s.expand(12)
        s.tick()
        s.scroll(240)
        s.type(14, 12)
        for _ in range(3):
            s.churn(10)
        s.status()
        if round % 10 == 4:
            s.loop(24)
        if round % 7 == 3:
            s.say("Publishing changes from within view updates is not allowed, this will cause undefined behavior.")
    return s.events


# The layouts. Each takes events and gives lines.

def stamp(us, zone=True, digits=6, t=" "):
    moment = START + datetime.timedelta(microseconds=us)
    text = moment.strftime("%Y-%m-%d" + t + "%H:%M:%S.%f")[: 20 + digits]
    return text + ("+0100" if zone else "")


def category(ours):
    return "[com.apple.SwiftUI:Changed Body Properties]" if ours else "[com.example.Recipes:store]"


def library(ours):
    return "(SwiftUICore) " if ours else ""


def stdout(events):
    return [text for _, text, _ in events]


def log_default(events):
    yield 'Filtering the log data using "process == "Recipes""'
    yield "Timestamp                       Thread     Type        Activity             PID    TTL  "
    for us, text, ours in events:
        yield (f"{stamp(us)} 0x1a2b     {'Info' if ours else 'Default':<11} 0x0                  4127   0    "
               f"Recipes: {library(ours)}{category(ours)} {text}")


def log_compact(events):
    yield "Timestamp               Ty Process[PID:TID]"
    for us, text, ours in events:
        yield f"{stamp(us, False, 3)} {'I ' if ours else 'Df'} Recipes[4127:8812] {library(ours)}{category(ours)} {text}"


def log_syslog(events):
    yield "Timestamp                       (process)[PID]    "
    for us, text, ours in events:
        yield f"{stamp(us)}  localhost Recipes[4127]: {library(ours)}{category(ours)} {text}"


def record(us, text, ours):
    return {
        "traceID": 762098997530628, "eventMessage": text, "eventType": "logEvent", "source": None,
        "formatString": "%{public}s: %{public}s changed." if ours else "%{public}s",
        "activityIdentifier": 0, "subsystem": "com.apple.SwiftUI" if ours else "com.example.Recipes",
        "category": "Changed Body Properties" if ours else "store", "threadID": 6699,
        "processImagePath": "/private/var/containers/Bundle/Application/Recipes.app/Recipes", "timestamp": stamp(us),
        "senderImagePath": "/System/Library/Frameworks/SwiftUICore.framework/SwiftUICore",
        "machTimestamp": 1000 + us, "messageType": "Info" if ours else "Default", "processID": 4127, "timezoneName": "",
    }


def log_ndjson(events):
    count = 0
    for event in events:
        count += 1
        yield json.dumps(record(*event), separators=(",", ":"), ensure_ascii=False)
    yield ""
    yield json.dumps({"count": count, "finished": 1}, separators=(",", ":"))


def log_json(events):
    text = json.dumps([record(*event) for event in events], indent=2, separators=(",", " : "), ensure_ascii=False)
    return text.replace("[\n  {", "[{", 1).replace("  },\n  {", "  },{").split("\n")


def xcode_console(events):
    for us, text, ours in events:
        yield f"{stamp(us)} Recipes[4127:35938] [{'Changed Body Properties' if ours else 'store'}] {text}"


def xcode_metadata(events):
    # Half through _logChanges(), with metadata of its own; half printed, with one line behind the run.
    for us, text, ours in events[: len(events) // 2]:
        yield text
        subsystem, name = ("com.apple.SwiftUI", "Changed Body Properties") if ours else ("com.example.Recipes", "store")
        yield (f"Type: {'Info' if ours else 'Notice'} | Timestamp: {stamp(us)[:-5]}+01:00 | Process: Recipes | Library: "
               f"{'SwiftUICore' if ours else 'Recipes.debug.dylib'} | Subsystem: {subsystem} | Category: {name} | TID: 0xf700")
    for _, text, _ in events[len(events) // 2 :]:
        yield text
    yield "Type: stdio"


def console_app(events):
    for us, text, ours in events:
        yield f"{'info' if ours else 'default'}\t{stamp(us)[11:]}\tRecipes\t{text}"


def idevicesyslog(events):
    yield "[connected]"
    for us, text, ours in events:
        moment = START + datetime.timedelta(microseconds=us)
        yield (f"{moment.strftime('%b')} {moment.day:2d} {moment.strftime('%H:%M:%S.%f')} "
               f"Recipes{'(SwiftUICore)' if ours else ''}[4127] <{'Info' if ours else 'Notice'}>: {text}")


def pymobiledevice3(events):
    for us, text, ours in events:
        label = " [com.apple.SwiftUI][Changed Body Properties]" if ours else " [com.example.Recipes][store]"
        image = "SwiftUICore" if ours else "Recipes"
        yield f"{stamp(us, False)} Recipes{{{image}}}[4127] <{'INFO' if ours else 'NOTICE'}>: {text}{label}"


def pymobiledevice3_json(events):
    for us, text, ours in events:
        yield json.dumps({
            "pid": 4127, "procid": 4127, "thread_id": 6699, "timestamp": stamp(us, False, 6, "T"), "level": "INFO",
            "image_name": "/System/Library/Frameworks/SwiftUICore.framework/SwiftUICore",
            "filename": "/private/var/containers/Bundle/Application/Recipes.app/Recipes", "message": text,
            "label": {"subsystem": "com.apple.SwiftUI", "category": "Changed Body Properties"} if ours else None,
        })


def xcodebuild(events):
    third = len(events) // 3
    yield "Test Suite 'All tests' started at 2026-03-14 09:26:53.000."
    yield "Test Suite 'RecipesUITests.xctest' started at 2026-03-14 09:26:53.000."
    yield "Test Case '-[RecipesUITests.ListTests testExpand]' started."
    yield from (text for _, text, _ in events[:third])
    yield "Test Case '-[RecipesUITests.ListTests testExpand]' passed (4.163 seconds)."
    yield "Test Case '-[RecipesUITests.ListTests testScroll]' started."
    yield from (text for _, text, _ in events[third : 2 * third])
    yield "Test Case '-[RecipesUITests.ListTests testScroll]' failed (2.870 seconds)."
    yield "Test Suite 'RecipesUITests.xctest' failed at 2026-03-14 09:27:02.000."
    yield "\t Executed 2 tests, with 1 failure (0 unexpected) in 7.033 (7.040) seconds"
    yield "◇ Test run started."
    yield "◇ Test showsCategories() started."
    yield from (text for _, text, _ in events[2 * third :])
    yield "✔ Test showsCategories() passed after 0.501 seconds."
    yield "✔ Test run with 1 test passed after 0.501 seconds."


LAYOUTS = {
    "stdout": ("xcode-26", "log", stdout), "log-default": ("macos-26", "log", log_default),
    "log-compact": ("macos-26", "log", log_compact), "log-syslog": ("macos-26", "log", log_syslog),
    "log-json": ("macos-26", "json", log_json), "log-ndjson": ("macos-26", "ndjson", log_ndjson),
    "xcode-console": ("xcode-14", "log", xcode_console), "xcode-metadata": ("xcode-26", "log", xcode_metadata),
    "console-app": ("macos-26", "log", console_app), "idevicesyslog": ("1.4", "log", idevicesyslog),
    "pymobiledevice3": ("4.20", "log", pymobiledevice3), "pymobiledevice3-json": ("4.20", "ndjson", pymobiledevice3_json),
    "xcodebuild": ("xcode-26", "log", xcodebuild),
}


def write(path, lines, compressed=False):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    data = ("\n".join(lines) + "\n").encode()
    # No time and no name in the gzip header, so that the same content is the same file.
    with open(path, "wb") as file:
        file.write(gzip.compress(data, 9, mtime=0) if compressed else data)


def main():
    events = small()
    for name, (version, extension, layout) in LAYOUTS.items():
        base = f"{ROOT}/{name}/{version}/recipes-small.{extension}"
        write(base, layout(events))
        write(base + ".gz", layout(events), compressed=True)
    events = long_session()
    write(f"{ROOT}/log-ndjson/macos-26/recipes-session.ndjson.gz", log_ndjson(events), compressed=True)
    write(f"{ROOT}/log-compact/macos-26/recipes-session.log.gz", log_compact(events), compressed=True)
    write(f"{ROOT}/stdout/xcode-26/recipes-session.log.gz", stdout(events), compressed=True)
    # Two captures of different apps behind each other, in two layouts: each line counts once.
    write(f"{ROOT}/mixed/two-layouts.log", list(stdout(small()))[:20] + list(log_compact(long_session()[:40])))


if __name__ == "__main__":
    main()
