"""Opens reports in a real browser and uses them as a reader would.

Run by 'make test', or alone by Tests/BrowserTests/run. The pages are written by HTMLFixtureTests; pictures of all of them are left
in .build/screenshots/ to be looked at.
"""

import json
import re
import unittest

from axe_playwright_python.sync_playwright import Axe

from browser import REPORTS, ROOT, SCREENSHOTS, THEMES, WIDTHS, Browser, until

PAGES = ("small", "sourced", "hostile", "session", "recording", "comparison", "many", "findings", "gate")
# Those that are committed.
RENDERED = sorted(str(page.with_suffix("")) for page in (ROOT / "Reports").glob("*.html") if page.name != "index.html")
browser = None


def setUpModule():
    global browser
    missing = [name for name in PAGES if not (REPORTS / f"{name}.html").exists()]
    if missing:
        raise SystemExit(f"BrowserTests: {REPORTS} has no page for {missing}; Tests/BrowserTests/run writes them")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    browser = Browser()


def tearDownModule():
    browser.close()


def visible_rows(page):
    return page.eval_on_selector_all(
        "#view-table tbody tr", "rows => rows.filter(r => !r.hidden).map(r => r.cells[0].textContent)")


def column(page, index):
    return page.eval_on_selector_all(
        "#view-table tbody tr",
        f"rows => rows.filter(r => !r.hidden).map(r => parseFloat(r.cells[{index}].textContent.replaceAll(',', '')))")


class Loading(unittest.TestCase):
    def test_every_page_loads_quietly_and_asks_for_nothing(self):
        for name in PAGES:
            for width in WIDTHS:
                for theme in THEMES:
                    with self.subTest(page=name, width=width, theme=theme):
                        page = browser.open(name, width=width, theme=theme)
                        page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{theme}.png", full_page=name != "many")
                        self.assertEqual(page.complaints, [])
                        self.assertEqual(len(page.requests), 1, page.requests)
                        inner = page.evaluate("document.documentElement.scrollWidth")
                        self.assertLessEqual(inner, width, "the page is wider than the window")
                        page.context.close()

    def test_tables_of_view_pages_fit_a_phone(self):
        for name, view in (("sourced", "RecipeRow"), ("comparison", "RecipeRow"), ("recording", "Badge%3CRecipe%3E")):
            with self.subTest(page=name):
                page = browser.open(name, f"#view={view}", width=380)
                page.screenshot(path=SCREENSHOTS / f"{name}-view-380.png", full_page=True)
                tables = page.eval_on_selector_all(
                    "table", """all => all.filter(t => t.offsetParent && !t.closest('.scroller')).map(
                        t => [t.scrollWidth, t.parentElement.clientWidth])""")
                self.assertTrue(tables)
                for own, room in tables:
                    self.assertLessEqual(own, room)
                page.context.close()

    def test_a_comparison_tells_what_changed(self):
        page = browser.open("comparison")
        self.assertEqual(page.text_content("h1"), "264 updates in a run before, 24 now")
        rows = page.eval_on_selector_all(".changes tbody tr", "rows => rows.map(r => r.cells[0].textContent)")
        self.assertEqual(rows, ["RecipeRow", "RecipeListView"])
        self.assertEqual(page.locator(".actions").count(), 0, "what was done is no action any more")
        page.context.close()

    def test_what_would_be_loaded_is_refused(self):
        page = browser.open("small")
        page.evaluate("() => { const i = new Image(); i.src = 'https://example.invalid/x.png'; document.body.append(i); }")
        page.evaluate("() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s); }")
        page.wait_for_timeout(100)
        self.assertEqual(page.evaluate("window.ran"), None)
        self.assertTrue(any("Content Security Policy" in text for text in page.complaints), page.complaints)
        page.context.close()


class Table(unittest.TestCase):
    def setUp(self):
        self.page = browser.open("session")

    def tearDown(self):
        self.assertEqual(self.page.complaints, [])
        self.page.context.close()

    def test_sorts_both_ways_and_shows_how(self):
        page = self.page
        head = page.locator("#view-table th", has_text=re.compile("^Updates"))
        self.assertEqual(head.get_attribute("aria-sort"), "descending")
        self.assertEqual(column(page, 1), sorted(column(page, 1), reverse=True))
        head.get_by_role("button").click()
        self.assertEqual(head.get_attribute("aria-sort"), "ascending")
        self.assertEqual(column(page, 1), sorted(column(page, 1)))
        name = page.locator("#view-table th", has_text=re.compile("^View"))
        name.get_by_role("button").click()
        self.assertEqual(name.get_attribute("aria-sort"), "ascending")
        self.assertEqual(visible_rows(page), sorted(visible_rows(page), key=str.lower))
        self.assertEqual(page.locator("#view-table [aria-sort]").count(), 1)

    def test_filters_by_name_and_cause(self):
        page = self.page
        everything = len(visible_rows(page))
        page.fill("#filter-name", "recipe")
        names = visible_rows(page)
        self.assertTrue(0 < len(names) < everything)
        self.assertTrue(all("recipe" in name.lower() for name in names))
        self.assertIn(f"{len(names)} of {everything}", page.inner_text("#view-count"))
        page.select_option("[data-filter=c]", "self")
        self.assertEqual(page.eval_on_selector_all(
            "#view-table tbody tr", "rows => [...new Set(rows.filter(r => !r.hidden).map(r => r.dataset.c))]"), ["self"])
        page.select_option("[data-filter=c]", "")
        page.press("#filter-name", "Escape")
        self.assertEqual(len(visible_rows(page)), everything)

    def test_many_rows_come_in_portions(self):
        page = browser.open("many")
        self.assertEqual(len(visible_rows(page)), 100)
        page.click("#more-views")
        self.assertEqual(len(visible_rows(page)), 1100)
        page.fill("#filter-name", "view1999")
        self.assertEqual(len(visible_rows(page)), 1)
        page.context.close()


class Layout(unittest.TestCase):
    """Where things stand: within the window, and under their headings."""

    # What sticks out of the window, outside of what can be scrolled to; with all that folds unfolded.
    WIDE = """() => {
        const room = document.documentElement.clientWidth;
        const found = [];
        const visit = (element) => {
            for (const child of element.children) {
                if (!child.checkVisibility()) continue;
                const style = getComputedStyle(child);
                const box = child.getBoundingClientRect();
                if (style.position === "absolute" || box.width === 0) continue;
                if (box.right > room + 1 || box.left < -1) {
                    found.push(`${child.tagName}.${child.getAttribute("class")} ${Math.round(box.right)}: ${child.textContent.slice(0, 40)}`);
                } else if (!/auto|scroll/.test(style.overflowX) && child.tagName !== "svg") {
                    if (/hidden|clip/.test(style.overflowX) && child.scrollWidth > child.clientWidth + 1) {
                        found.push(`cut: ${child.getAttribute("class")} ${child.textContent.slice(0, 40)}`);
                    }
                    visit(child);
                }
            }
        };
        visit(document.body);
        return found;
    }"""
    UNFOLD = """() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
        for (const button of document.querySelectorAll(".few-more button")) button.click();
    }"""
    PAGES_ALL = """() => {
        document.documentElement.classList.add("on-page");
        for (const page of document.querySelectorAll(".page")) page.classList.add("current");
    }"""

    def test_nothing_is_wider_than_the_window(self):
        # Names of a hundred signs without a place to break them are cut, and nothing else is.
        for name in [page for page in PAGES if page not in ("many", "hostile")] + RENDERED:
            for script in (True, False):
                page = browser.open(name, width=320, script=script)
                for state in ("", self.UNFOLD, self.PAGES_ALL):
                    if state:
                        page.evaluate(state)
                    for width in (320, 380, 768):
                        with self.subTest(page=name, width=width, script=script):
                            page.set_viewport_size({"width": width, "height": 900})
                            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                            self.assertEqual(page.evaluate(self.WIDE), [])
                page.context.close()

    def test_what_can_be_scrolled_shows_it(self):
        page = browser.open("session", width=380)
        for scroller in page.locator(".scroller").all():
            if scroller.is_visible() and scroller.evaluate("s => s.scrollWidth > s.clientWidth"):
                self.assertEqual(scroller.evaluate("s => getComputedStyle(s).backgroundImage.split('gradient').length"), 5)
        page.context.close()

    # Each title with the cells of its column: both edges, the edge that text is aligned to, and the line it stands on.
    COLUMNS = """() => [...document.querySelectorAll("table")].filter((t) => t.tHead?.checkVisibility()).flatMap((table) => {
        const text = (cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell.querySelector(".sort") ?? cell);
            return range.getBoundingClientRect();
        };
        const heads = [...table.tHead.rows[0].cells];
        const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden && row.checkVisibility()).slice(0, 5);
        const bottoms = heads.map((head) => text(head)).filter((box) => box.width > 0).map((box) => Math.round(box.bottom));
        const found = new Set(bottoms).size > 1 ? [`titles on several lines: ${bottoms}`] : [];
        for (const row of rows) {
            if (row.cells.length !== heads.length) found.push(`${row.cells.length} cells under ${heads.length} titles`);
            heads.forEach((head, index) => {
                const cell = row.cells[index];
                const [above, below] = [head.getBoundingClientRect(), cell.getBoundingClientRect()];
                if (Math.abs(above.left - below.left) > 1 || Math.abs(above.right - below.right) > 1) {
                    found.push(`${head.textContent}: ${above.left}–${above.right} above ${below.left}–${below.right}`);
                }
                const [title, value] = [text(head), text(cell)];
                if (title.width === 0 || value.width === 0) return;
                if (title.left < above.left - 1 || title.right > above.right + 1) found.push(`${head.textContent} leaves its cell`);
                const side = cell.classList.contains("number") ? "right" : "left";
                if (Math.abs(title[side] - value[side]) > 2) found.push(`${head.textContent}: ${side} ${title[side]} and ${value[side]}`);
            });
        }
        return found;
    })"""

    # Boxes of one line reach from one side to the other, and those of the last line do as well.
    TILES = """() => [...document.querySelectorAll(".tiles")].filter((t) => t.checkVisibility()).flatMap((tiles) => {
        const room = tiles.getBoundingClientRect();
        const ends = {};
        for (const tile of tiles.children) {
            const box = tile.getBoundingClientRect();
            ends[Math.round(box.top)] = Math.max(ends[Math.round(box.top)] ?? 0, box.right);
        }
        return Object.values(ends).filter((end) => room.right - end > 3).map((end) => `${Math.round(end)} of ${Math.round(room.right)}`);
    })"""

    def test_tiles_fill_their_lines(self):
        for name in ("small", "sourced", "session", "recording"):
            page = browser.open(name)
            for width, medium in ((320, "screen"), (380, "screen"), (700, "screen"), (900, "screen"), (718, "print")):
                with self.subTest(page=name, width=width, medium=medium):
                    page.set_viewport_size({"width": width, "height": 900})
                    page.emulate_media(media=medium)
                    self.assertEqual(page.evaluate(self.TILES), [])
            page.context.close()

    def test_titles_stand_above_their_columns(self):
        for name in [page for page in PAGES if page not in ("many", "hostile")] + RENDERED:
            page = browser.open(name, width=1280)
            page.evaluate(self.UNFOLD)
            for width, medium in ((1280, "screen"), (380, "screen"), (718, "print")):
                with self.subTest(page=name, width=width, medium=medium):
                    page.set_viewport_size({"width": width, "height": 900})
                    page.emulate_media(media=medium)
                    self.assertEqual(page.evaluate(self.COLUMNS), [])
                    if medium == "print":
                        self.assertEqual(page.evaluate(self.WIDE), [], "paper cannot be scrolled")
            page.context.close()


class Verdict(unittest.TestCase):
    """The page of 'gate': what was judged, and why, is seen without moving anything sideways."""

    def test_reasons_are_on_the_screen_of_a_phone_and_on_paper(self):
        page = browser.open("gate")
        for width, medium in ((320, "screen"), (380, "screen"), (718, "print")):
            with self.subTest(width=width, medium=medium):
                page.set_viewport_size({"width": width, "height": 844})
                page.emulate_media(media=medium)
                page.screenshot(path=SCREENSHOTS / f"gate-{width}-{medium}.png", full_page=True)
                boxes = page.eval_on_selector_all(
                    "table.verdicts :is(th[scope=row], td)", """all => all.map(c => {
                        const box = c.getBoundingClientRect();
                        return [c.className, box.left, box.right, box.width]; })""")
                self.assertGreater(len(boxes), 12)
                for name, left, right, size in boxes:
                    self.assertTrue(left >= 0 and right <= width + 1, (name, left, right))
                    if name == "why":
                        self.assertGreater(size, width / 2, "a reason is no column of single words")
        page.context.close()

    def test_it_has_a_table_where_there_is_room(self):
        page = browser.open("gate", width=1280)
        self.assertEqual(page.get_by_role("columnheader").first.inner_text(), "Verdict")
        self.assertTrue(page.get_by_role("rowheader", name="RecipeRow").first.is_visible())
        page.context.close()


class Timeline(unittest.TestCase):
    def setUp(self):
        self.page = browser.open("session", "#timeline")
        self.data = json.loads(self.page.inner_text("#timeline-data") or self.page.text_content("#timeline-data"))[0]

    def tearDown(self):
        self.assertEqual(self.page.complaints, [])
        self.page.context.close()

    def count(self, start, end):
        return [sum(cells[i + 2] for i in range(0, len(cells), 3) if start <= cells[i] < end)
                for cells in self.data["strips"]]

    def shown(self):
        texts = self.page.locator(".strip:not(.axis):not(.all) .strip-count").all_inner_texts()
        return [int(text.replace(",", "")) for text in texts]

    def test_brushing_zooms_and_counts_the_window(self):
        page = self.page
        whole = self.shown()
        self.assertEqual(whole, self.count(0, self.data["buckets"]))
        box = page.locator(".strip.all .plot").bounding_box()
        page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + 10, steps=5)
        page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 10, steps=5)
        page.mouse.up()
        start, end = (int(page.input_value(f".{name}")) for name in ("from", "to"))
        self.assertTrue(abs(start - self.data["buckets"] * 0.25) <= 2 and abs(end - self.data["buckets"] * 0.5) <= 2)
        self.assertEqual(self.shown(), self.count(start, end))
        self.assertRegex(page.inner_text("output.window"), r"[\d,]+ evaluations( in [\d,]+ moments?)?; most in ")
        view_box = page.get_attribute(".strip:not(.all) .plot", "viewBox")
        self.assertEqual(view_box, f"{start - 0.5} 0 {end - start} 24")
        page.screenshot(path=SCREENSHOTS / "session-brushed.png")
        page.click(".reset")
        self.assertEqual(self.shown(), whole)

    def test_each_strip_has_the_axis_of_what_it_shows(self):
        for width in (1280, 380):
            page = browser.open("session", "#timeline", width=width)
            whole = page.locator(".axis:not(.part)").first
            part = page.locator(".axis.part").first
            ticks = whole.locator(".ticks span").all_text_contents()
            self.assertFalse(part.is_visible())
            page.click(".zoom-in")
            page.click(".zoom-in")
            self.assertEqual(whole.locator(".ticks span").all_text_contents(), ticks, "the strip of all views shows the whole run")
            self.assertTrue(part.is_visible())
            shown = part.locator(".ticks span").all_text_contents()
            text = page.inner_text("output.window")
            self.assertTrue(text.startswith(f"{shown[0]} – {shown[-1]}: "), (text, shown))
            # Above what it is of, and below what it is not.
            tops = [page.locator(one).first.bounding_box()["y"] for one in (
                ".strip.all", ".axis:not(.part)", ".axis.part", ".strip:not(.all, .axis)")]
            self.assertEqual(tops, sorted(tops))
            page.click(".reset")
            self.assertFalse(part.is_visible())
            self.assertEqual(page.complaints, [])
            page.context.close()

    def test_the_keyboard_chooses_a_window_too(self):
        page = self.page
        page.focus(".to")
        for _ in range(10):
            page.keyboard.press("ArrowLeft")
        end = self.data["buckets"] - 10
        self.assertEqual(self.shown(), self.count(0, end))
        page.keyboard.press("Escape")
        self.assertEqual(self.shown(), self.count(0, self.data["buckets"]))

    def singles(self):
        return self.page.eval_on_selector_all(".moments tbody tr", "rows => rows.map(r => [...r.cells].map(c => c.innerText))")

    def test_single_updates_stand_in_order_of_time_with_their_causes(self):
        page = self.page
        page.click(".singles summary")
        rows = self.singles()
        self.assertEqual(len(rows), 100)
        page.click(".more-singles")
        self.assertEqual(len(self.singles()), 200)
        def seconds(text):
            minutes, rest = re.fullmatch(r"(?:([\d,]+) min )?([\d.]+) s", text).groups()
            return 60 * int((minutes or "0").replace(",", "")) + float(rest)
        times = [seconds(row[0]) for row in self.singles()]
        self.assertEqual(times, sorted(times))
        self.assertTrue(all(row[1].strip() for row in rows))
        self.assertTrue(any(" from " in row[2] for row in rows), "what was triggered says by what")
        self.assertIn("200 of ", page.inner_text(".singles-count"))
        page.locator(".singles").screenshot(path=SCREENSHOTS / "session-singles.png")

    def test_zooming_goes_below_a_slice_and_counts_what_is_there(self):
        page = self.page
        page.click(".singles summary")
        # To the time of a single update, by the keyboard.
        widths = []
        page.focus(".zoom-in")
        while not page.is_disabled(".zoom-in"):
            page.keyboard.press("Enter")
            widths.append(float(page.get_attribute(".strip:not(.all) .plot", "viewBox").split()[2]))
        self.assertLess(widths[-1], 0.02, "a slice is no floor")
        page.click(".reset")
        at, run = 0, self.data
        for place in range(0, 400, 2):
            at += run["moments"][place]
        # A strip is dragged over until nothing but a few updates are left.
        plot = page.locator(".strip:not(.all):not(.axis) .plot").first
        for _ in range(8):
            start, _, length, _ = map(float, plot.get_attribute("viewBox").split())
            part = (at / run["width"] - 0.5 - start) / length
            box = plot.bounding_box()
            page.mouse.move(box["x"] + box["width"] * max(0, part - 0.1), box["y"] + 10)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] * min(1, part + 0.1), box["y"] + 10, steps=3)
            page.mouse.up()
        self.assertTrue(page.inner_text(".strip.all .strip-count").endswith(" in all"), "the strip of all views is whole")
        rows = self.singles()
        self.assertTrue(0 < len(rows) < 20, rows)
        text = page.inner_text("output.window")
        self.assertRegex(text, r"\d\.\d{3} s – .*\d\.\d{3} s: ")
        self.assertIn(f" in {len(rows)} moment", text)
        self.assertGreater(page.locator(".strip:not(.all) .plot path[style]").count(), 0, "the strips are drawn anew")
        page.locator("#timeline").screenshot(path=SCREENSHOTS / "session-below-a-slice.png")
        page.keyboard.press("Escape")
        self.assertEqual(self.shown(), self.count(0, self.data["buckets"]))

    def test_single_updates_count_what_slices_count(self):
        page = browser.open("sourced", "#timeline")
        whole = page.locator(".strip:not(.axis):not(.all) .strip-count").all_inner_texts()
        page.click(".zoom-in")
        page.click(".zoom-in")
        text = page.inner_text("output.window")
        self.assertRegex(text, r"in \d+ moments; most in RecipeRow")
        page.click(".zoom-out")
        page.click(".zoom-out")
        self.assertEqual(page.locator(".strip:not(.axis):not(.all) .strip-count").all_inner_texts(), whole)
        page.context.close()

    def test_hitches_lie_on_the_strip(self):
        page = browser.open("sourced", "#timeline")
        self.assertEqual(page.locator(".plot .hitch").count(), 1)
        page.context.close()


class Pages(unittest.TestCase):
    def test_links_lead_to_a_page_and_back(self):
        page = browser.open("sourced")
        page.locator("#view-table").get_by_role("link", name="RecipeRow").click()
        until(page, "document.documentElement.classList.contains('on-page')")
        self.assertTrue(page.url.endswith("#view=RecipeRow"))
        self.assertEqual(page.title(), "RecipeRow – WhyRedraw")
        self.assertFalse(page.locator("#report").is_visible())
        self.assertEqual([h.inner_text() for h in page.locator(".page h2").all() if h.is_visible()], ["RecipeRow"])
        page.screenshot(path=SCREENSHOTS / "sourced-page.png", full_page=True)
        page.get_by_role("link", name="All views").locator("visible=true").click()
        until(page, "!document.documentElement.classList.contains('on-page')")
        self.assertTrue(page.locator("#report").is_visible())
        page.go_back()
        until(page, "document.documentElement.classList.contains('on-page')")
        self.assertFalse(page.locator("#report").is_visible())
        self.assertEqual(page.complaints, [])
        page.context.close()

    def test_a_deep_link_opens_its_page_at_once(self):
        for fragment, heading in (("#view=RecipeList", "RecipeList"), ("#view=Home.Header", "Home.Header")):
            page = browser.open("sourced", fragment)
            self.assertEqual([h.inner_text() for h in page.locator(".page h2").all() if h.is_visible()], [heading])
            page.context.close()

    def test_an_address_written_by_hand_is_understood(self):
        page = browser.open("session", "#view=RecipeRow.Badge<Recipe>")
        self.assertIn("RecipeRow.Badge<Recipe>", page.title())
        page.context.close()

    def test_an_unknown_page_shows_the_report(self):
        page = browser.open("session", "#view=Nobody")
        self.assertTrue(page.locator("#report").is_visible())
        page.context.close()

    def test_the_source_shows_what_is_read_and_how_often(self):
        page = browser.open("sourced", "#view=RecipeList")
        mark = page.locator(".page.current .source mark", has_text="expandedID")
        self.assertEqual(mark.get_attribute("title"), "40 updates")
        self.assertIn("← 40 updates", page.locator(".page.current .source .line", has_text="isExpanded:").inner_text())
        page.screenshot(path=SCREENSHOTS / "sourced-source.png", full_page=True)
        page.context.close()

    def test_places_open_in_the_chosen_editor_only_by_addresses_that_open(self):
        page = browser.open("sourced", "#view=RecipeList")
        place = page.locator(".page.current a.place").first
        own = place.get_attribute("href")
        self.assertEqual(own, "#file=App%2FRecipeList.swift&line=3")
        page.click("#help-button")
        page.select_option("#editor", "vscode")
        page.fill("#editor-root", "/Users/me/My App/")
        self.assertEqual(place.get_attribute("href"), "vscode://file/Users/me/My%20App/App/RecipeList.swift:3:8")
        page.select_option("#editor", "custom")
        page.fill("#editor-template", "javascript:alert(1)//{path}")
        self.assertEqual(place.get_attribute("href"), own)
        page.context.close()

    def test_texts_can_be_copied(self):
        page = browser.open("sourced")
        card = page.locator("#finding-1")
        for title, start in (("Copy patch", "--- a/App/RecipeList.swift"), ("Copy as Markdown", "### error"),
                             ("Copy as prompt for a coding agent", "In a SwiftUI app")):
            button = card.get_by_role("button", name=title)
            text = button.evaluate("b => b.nextElementSibling.content.textContent")
            self.assertTrue(text.startswith(start), text[:80])
            button.click()
            page.get_by_role("button", name="Copied").first.wait_for()
        self.assertEqual(page.complaints, [])
        page.context.close()


class Theme(unittest.TestCase):
    def ground(self, page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    def test_the_toggle_wins_over_the_system_and_lasts(self):
        for system, other in (("light", "dark"), ("dark", "light")):
            page = browser.open("small", theme=system)
            automatic = self.ground(page)
            button = page.locator("#theme")
            while page.evaluate("document.documentElement.dataset.theme") != other:
                button.click()
            changed = self.ground(page)
            self.assertNotEqual(automatic, changed)
            self.assertEqual(button.get_attribute("aria-label"), f"Theme: {other}")
            page.reload()
            self.assertEqual(self.ground(page), changed)
            page.context.close()


class Keyboard(unittest.TestCase):
    def test_everything_can_be_reached_and_is_seen_to_be(self):
        page = browser.open("sourced", width=1600)
        page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.className"), "skip")
        reached = set()
        for _ in range(400):
            page.keyboard.press("Tab")
            state = page.evaluate("""() => {
                const e = document.activeElement;
                if (e === document.body) return null;
                const style = getComputedStyle(e);
                const rect = e.querySelector?.('rect');
                const seen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
                  || rect && parseFloat(getComputedStyle(rect).strokeWidth) >= 2;
                return [e.tagName + '.' + (e.getAttribute('class') ?? '') + '#' + e.id + ':' + e.textContent.slice(0, 20), seen];
            }""")
            if state is None:
                break
            self.assertTrue(state[1], f"the focus cannot be seen on {state[0]}")
            reached.add(state[0])
        wanted = page.evaluate("""() => [...document.querySelectorAll('a[href], button, input, select, summary')]
            .filter(e => e.checkVisibility() && !e.disabled).length""")
        self.assertGreaterEqual(len(reached), wanted * 0.6)
        self.assertTrue(any(".node" in entry or "node " in entry for entry in reached), "the cause graph")
        page.context.close()

    def test_keys_do_what_the_help_says(self):
        page = browser.open("session")
        page.keyboard.press("?")
        self.assertTrue(page.locator("#help").is_visible())
        page.screenshot(path=SCREENSHOTS / "session-help.png")
        page.keyboard.press("Escape")
        self.assertFalse(page.locator("#help").is_visible())
        page.keyboard.press("/")
        until(page, "document.activeElement.id === 'filter-name'")
        page.keyboard.type("?t")
        self.assertEqual(page.input_value("#filter-name"), "?t")
        page.keyboard.press("Escape")
        page.keyboard.press("j")
        page.keyboard.press("j")
        second = visible_rows(page)[1]
        self.assertEqual(page.evaluate("document.activeElement.textContent"), second)
        page.keyboard.press("Enter")
        until(page, "document.documentElement.classList.contains('on-page')")
        self.assertIn(second, page.title())
        page.keyboard.press("j")
        until(page, f"!document.title.startsWith({json.dumps(second)})")
        page.keyboard.press("b")
        until(page, "!document.documentElement.classList.contains('on-page')")
        page.keyboard.press("t")
        self.assertEqual(page.evaluate("document.documentElement.dataset.theme"), "light")
        page.keyboard.press("1")
        until(page, "location.hash === '#timeline'")
        self.assertEqual(page.complaints, [])
        page.context.close()

    def test_a_key_right_behind_the_one_that_closed_the_help_is_heard(self):
        page = browser.open("session")
        page.keyboard.press("?")
        until(page, "document.activeElement.closest('#help') !== null")
        # Within one task: no frame is drawn between the two.
        page.evaluate("""() => {
            for (const key of ['Escape', '/']) {
                const event = new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true});
                document.activeElement.dispatchEvent(event);
            }
        }""")
        until(page, "document.activeElement.id === 'filter-name'")
        self.assertFalse(page.locator("#help").is_visible())
        self.assertEqual(page.complaints, [])
        page.context.close()

    def test_names_stay_within_the_boxes_of_the_graph(self):
        for name in PAGES:
            with self.subTest(page=name):
                page = browser.open(name)
                over = page.eval_on_selector_all("#cause-graph .node", """nodes => nodes.map(n => {
                    const box = n.querySelector('rect').getBBox();
                    return [...n.querySelectorAll('text')].map(t => t.getBBox()).filter(
                        t => t.width > 0 && (t.x < box.x || t.x + t.width > box.x + box.width)).length;
                }).filter(Boolean).length""")
                self.assertEqual(over, 0)
                page.context.close()

    def test_the_best_changes_lead_to_the_cards_of_their_numbers(self):
        page = browser.open("sourced")
        for link in page.locator(".actions a.action").all():
            number = link.locator(".action-number").text_content()
            card = page.locator(link.get_attribute("href"))
            self.assertEqual(card.locator(".finding-number").text_content(), number)
            self.assertEqual(card.locator("h3").text_content(), link.locator("strong").text_content())
        page.context.close()

    def test_the_graph_shows_what_hangs_together(self):
        page = browser.open("session", "#causes")
        page.locator("#cause-graph a.node", has_text="RecipeList").first.focus()
        self.assertTrue(page.locator("#cause-graph.tracing").count() == 1)
        self.assertGreaterEqual(page.locator("#cause-graph .node.near").count(), 2)
        self.assertGreaterEqual(page.locator("#cause-graph .edge.near").count(), 1)
        page.screenshot(path=SCREENSHOTS / "session-graph.png")
        page.context.close()


class WithoutScript(unittest.TestCase):
    def test_all_of_it_is_there(self):
        for width in WIDTHS:
            page = browser.open("sourced", width=width, script=False)
            for text in ("Changes 1 and 2 would take", "RecipeRow", "How many updates are needed", "What to do"):
                self.assertGreater(page.get_by_text(text).count(), 0, text)
            for selector in ("#pages .page", "#view-table tbody tr", ".plot", "#cause-graph .node"):
                elements = page.locator(selector).all()
                self.assertGreater(len(elements), 1)
                self.assertTrue(all(element.is_visible() for element in elements), selector)
            self.assertFalse(any(element.is_visible() for element in page.locator(".needs-script").all()))
            buttons = [button for button in page.locator("button").all() if button.is_visible()]
            self.assertTrue(all(button.is_disabled() for button in buttons), "no button does anything")
            page.screenshot(path=SCREENSHOTS / f"sourced-{width}-without-script.png", full_page=True)
            page.locator("#view-table a", has_text="RecipeRow").click()
            self.assertTrue(page.url.endswith("#view=RecipeRow"))
            page.context.close()


class Findings(unittest.TestCase):
    def cards(self, page):
        return page.eval_on_selector_all("article.finding", "all => all.filter(c => !c.hidden).map(c => c.id)")

    def test_fifty_fit_few_screens_of_a_phone_until_they_are_unfolded(self):
        page = browser.open("findings", width=390, height=844)
        self.assertEqual(len(self.cards(page)), 50)
        # The whole page, not the findings alone.
        screens = page.evaluate("document.documentElement.scrollHeight") / 844
        self.assertLess(screens, 8)
        self.assertEqual(page.locator("article.finding details[open]").count(), 0)
        page.locator("#findings").screenshot(path=SCREENSHOTS / "findings-380.png")
        page.click("#unfold-findings")
        self.assertEqual(page.locator("article.finding details[open]").count(), 50)
        page.click("#unfold-findings")
        self.assertEqual(page.locator("article.finding details[open]").count(), 0)
        page.context.close()

    def test_the_first_titles_are_whole_and_all_stay_on_screen(self):
        for name in ("findings", "sourced", "many"):
            for width in (320, 380, 768):
                with self.subTest(page=name, width=width):
                    page = browser.open(name, width=width)
                    cut = page.eval_on_selector_all(
                        ".finding:nth-child(-n + 25) h3, .action strong, .action-place", """all => all.filter(t => t.offsetParent && (
                            t.scrollHeight > t.clientHeight + 1 && getComputedStyle(t).overflow !== 'visible'
                            || t.getBoundingClientRect().right > innerWidth)).map(t => t.textContent)""")
                    self.assertEqual(cut, [])
                    beyond = page.eval_on_selector_all(
                        ".finding h3", "all => all.filter(t => t.getBoundingClientRect().right > innerWidth).length")
                    self.assertEqual(beyond, 0)
                    page.context.close()

    def test_filters_by_severity_rule_file_and_text(self):
        page = browser.open("findings")
        page.select_option("[data-finding-filter=severity]", "error")
        self.assertEqual(len(self.cards(page)), 20)
        page.select_option("[data-finding-filter=files]", label="App/File1.swift")
        self.assertEqual(len(self.cards(page)), 4)
        self.assertEqual(page.inner_text("#finding-count"), "4 of 50 findings shown")
        page.select_option("[data-finding-filter=rule]", "state_scoped_too_high")
        self.assertEqual(self.cards(page), ["finding-7"])
        page.fill("#filter-findings", "nobody")
        self.assertEqual(self.cards(page), [])
        self.assertIn("nothing matches all of these filters", page.inner_text("#finding-count"))
        self.assertTrue(page.is_disabled("#unfold-findings"), "there is nothing to expand or collapse")
        self.assertEqual(page.inner_text("#unfold-findings"), "Expand all")
        page.press("#filter-findings", "Escape")
        self.assertEqual(len(self.cards(page)), 50)
        page.fill("#filter-findings", "RecipeRow41'")
        self.assertEqual(self.cards(page), ["finding-42"])
        # An address that names one that is filtered out shows and unfolds it.
        page.evaluate("location.hash = '#finding-3'")
        until(page, "document.querySelector('#finding-3 details').open && !document.getElementById('finding-3').hidden")
        self.assertEqual(page.complaints, [])
        page.context.close()

    def test_an_address_holds_what_is_filtered_and_zoomed(self):
        page = browser.open("findings")
        page.select_option("[data-finding-filter=severity]", "error")
        page.fill("#filter-findings", "RecipeRow")
        query = page.evaluate("location.search")
        self.assertIn("severity=error", query)
        chosen = self.cards(page)
        again = browser.open("findings", query)
        self.assertEqual(self.cards(again), chosen)
        again.fill("#filter-findings", "")
        again.select_option("[data-finding-filter=severity]", "")
        self.assertEqual(again.evaluate("location.search"), "")
        self.assertEqual(page.complaints + again.complaints, [])
        for one in (page, again):
            one.context.close()
        page = browser.open("session", "#timeline")
        page.click(".zoom-in")
        text = page.inner_text("output.window")
        again = browser.open("session", page.evaluate("location.search") + "#timeline")
        self.assertEqual(again.inner_text("output.window"), text)
        self.assertTrue(again.get_attribute(".from", "aria-valuetext").endswith(("s", "ms")))
        for one in (page, again):
            one.context.close()

    def test_every_choice_of_a_filter_finds_something_whatever_it_is_called(self):
        page = browser.open("hostile", width=390)
        for select in page.locator("[data-finding-filter]").all():
            values = select.locator("option").evaluate_all("all => all.map(o => o.value).slice(1)")
            for value in range(1, len(values) + 1):
                select.select_option(index=value)
                self.assertGreater(len(self.cards(page)), 0, values[value - 1])
            select.select_option(index=0)
        page.click("#unfold-findings")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
        self.assertEqual(page.complaints, [])
        page.context.close()

    def test_source_files_are_listed_with_what_is_to_be_changed(self):
        page = browser.open("sourced")
        page.click("#findings summary:has-text('Source files')")
        page.get_by_role("link", name="App/RecipeList.swift", exact=True).first.click()
        until(page, "document.documentElement.classList.contains('on-page')")
        self.assertIn("RecipeList.swift", page.title())
        page.context.close()

    def test_each_shows_its_source_with_the_place_marked(self):
        page = browser.open("sourced")
        line = page.locator("#finding-1 .source .line.marked")
        self.assertEqual(line.locator("mark").inner_text(), "expandedID")
        self.assertIn("5", line.locator(".line-number").inner_text())
        page.context.close()

    def test_a_file_has_a_page_with_its_places_marked(self):
        page = browser.open("sourced")
        page.locator("#finding-1 a.place").first.click()
        until(page, "document.documentElement.classList.contains('on-page')")
        self.assertIn("App/RecipeList.swift", page.title())
        line = page.locator(".page.current .line:target")
        self.assertIn("expandedID", line.inner_text())
        self.assertEqual(line.locator("a").first.get_attribute("href"), "#finding-1")
        page.screenshot(path=SCREENSHOTS / "sourced-file.png", full_page=True)
        line.locator("a").first.click()
        until(page, "!document.documentElement.classList.contains('on-page')")
        self.assertTrue(page.locator("#finding-1").is_visible())
        self.assertEqual(page.complaints, [])
        page.context.close()

    def test_a_row_leads_to_the_change_that_cures_it_in_another_view(self):
        page = browser.open("sourced")
        # Of the row's own finding 700 are saved, of the list's 760: that is the one to make.
        link = page.locator("#view-table tbody tr", has_text="RecipeRow").first.locator("a[href^='#finding-']")
        self.assertEqual(link.get_attribute("href"), "#finding-1")
        self.assertIn("in RecipeList", link.locator("xpath=..").inner_text())
        link.click()
        until(page, "document.querySelector('#finding-1 details').open")
        page.context.close()

    def test_what_the_words_mean_is_a_click_away(self):
        page = browser.open("sourced", width=390)
        self.assertFalse(page.locator("#words dl").is_visible())
        page.get_by_role("link", name="What the words mean").click()
        until(page, "document.getElementById('words').open")
        text = page.inner_text("#words")
        for word in ("Update", "Avoidable", "Re-created", "Root cause", "inferred", "between 0 and 20", "@self"):
            self.assertIn(word, text)
        page.context.close()

    def test_the_capture_is_named_at_the_top(self):
        page = browser.open("sourced")
        text = page.inner_text(".capture")
        for part in ("run.ndjson", "2026-01-31 12:00:00 UTC", "iPhone17,1", "iOS 26.1", "Release", "0a1b2c3d"):
            self.assertIn(part, text)
        page.context.close()

    # Words of text that is laid out over two lines. Text between two 'wbr' is a node of its own, so a name that is broken where
    # it may be is none of them.
    BROKEN = """() => {
        const found = [];
        const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.parentElement.checkVisibility() || node.parentElement.closest("pre, svg, script, template")) continue;
            for (const word of node.data.matchAll(/[\\p{L}\\p{N}_]+/gu)) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
                if (tops.size > 1) found.push(word[0]);
            }
        }
        return found;
    }"""

    # Pages name absolute paths, so where lines end depends on where the tests are run: many widths stand for many places.
    def test_no_word_breaks_but_between_the_words_of_a_name(self):
        for name in ("small", "sourced", "session", "recording", "comparison", "findings", "gate"):
            page = browser.open(name, width=1600)
            if page.locator("#unfold-findings").count():
                page.click("#unfold-findings")
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            for width in (*range(340, 500, 10), 1600):
                with self.subTest(page=name, width=width):
                    page.set_viewport_size({"width": width, "height": 1000})
                    self.assertEqual(page.evaluate(self.BROKEN), [])
            page.context.close()
        page = browser.open("sourced", "#view=RecipeRow", width=390)
        self.assertEqual(page.evaluate(self.BROKEN), [])
        page.context.close()


class Printing(unittest.TestCase):
    def test_paper_is_light_whatever_the_theme_and_keeps_its_legends(self):
        page = browser.open("sourced", theme="dark")
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.emulate_media(media="print", color_scheme="dark")
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink').trim()"), "#1d1d1b")
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.swatch')).printColorAdjust"), "exact")
        self.assertTrue(page.locator(".legend").is_visible())
        page.screenshot(path=SCREENSHOTS / "sourced-print-dark.png", full_page=True)
        page.context.close()

    def test_paper_has_no_controls(self):
        page = browser.open("sourced")
        page.emulate_media(media="print")
        for selector in (".top", ".copy", ".brush-controls", ".filters"):
            self.assertFalse(any(element.is_visible() for element in page.locator(selector).all()), selector)
        self.assertTrue(page.locator("#findings").is_visible())
        self.assertGreater(len(page.pdf()), 10_000)
        page.context.close()


class Hostile(unittest.TestCase):
    def test_names_are_text_and_nothing_else(self):
        for script in (True, False):
            page = browser.open("hostile", script=script)
            if script:
                kinds = page.evaluate("""() => [...new Set([...document.querySelectorAll('#report *, #pages *')]
                    .map(e => e.tagName.toLowerCase()))].sort()""")
                for kind in ("script", "img", "iframe", "b", "object", "link", "style"):
                    if kind != "script":
                        self.assertNotIn(kind, kinds)
                self.assertEqual(page.locator("script").count(), 3)
                self.assertEqual(page.evaluate(
                    "[...document.querySelectorAll('*')].flatMap(e => [...e.attributes]).filter(a => a.name.startsWith('on')).length"), 0)
                self.assertEqual(page.evaluate(
                    "[...document.querySelectorAll('a[href]')].filter(a => !a.getAttribute('href').startsWith('#')).length"), 0)
            self.assertGreater(page.get_by_text("</script></details>").count(), 0)
            self.assertEqual(page.complaints, [])
            page.context.close()

    def test_every_page_of_it_opens(self):
        page = browser.open("hostile")
        links = page.eval_on_selector_all("#view-table tbody th a", "links => links.map(l => l.getAttribute('href'))")
        self.assertGreater(len(links), 10)
        for link in links:
            page.evaluate("hash => { location.hash = hash; }", link)
            until(page, "document.documentElement.classList.contains('on-page')")
            self.assertEqual(page.locator(".page.current").count(), 1, link)
            page.evaluate("location.hash = '#views'")
            until(page, "!document.documentElement.classList.contains('on-page')")
        self.assertEqual(page.complaints, [])
        page.context.close()


class Accessibility(unittest.TestCase):
    """What axe-core finds by the rules of WCAG 2.2 A and AA, contrast included, and its best practices."""

    def check(self, page, where):
        result = Axe().run(page, options={"resultTypes": ["violations"]})
        found = [f"{violation['id']}: {violation['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
                 for violation in result.response["violations"] for node in violation["nodes"][:3]]
        self.assertEqual(found, [], where)

    def test_no_violation_in_any_theme_at_any_width(self):
        for name in ("small", "sourced", "session", "recording", "findings", "gate"):
            for theme in THEMES:
                for width in WIDTHS:
                    with self.subTest(page=name, theme=theme, width=width):
                        page = browser.open(name, width=width, theme=theme)
                        self.check(page, name)
                        page.context.close()

    def test_no_violation_on_pages_and_in_the_help(self):
        for theme in THEMES:
            page = browser.open("sourced", "#view=RecipeList", theme=theme)
            self.check(page, "page")
            page.click("#help-button")
            self.check(page, "help")
            page.context.close()

    def test_no_violation_without_script(self):
        page = browser.open("sourced", theme="dark")
        page.evaluate("document.documentElement.classList.remove('js')")
        self.check(page, "without script")
        page.context.close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
