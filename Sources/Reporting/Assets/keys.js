// Keys for everything, and the help that lists them.
const help = document.getElementById("help");
document.getElementById("help-button").addEventListener("click", () => help.showModal());
function closeHelp() {
  help.close();
  // The browser takes the focus out of what is gone with the next frame; a key that comes before that means the page.
  if (help.contains(document.activeElement)) document.activeElement.blur();
}
document.getElementById("help-close").addEventListener("click", closeHelp);
// At once, so that nothing takes the focus back later.
help.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  closeHelp();
});
// A click beside the dialog closes it.
help.addEventListener("click", (event) => { if (event.target === help) closeHelp(); });

const isOnPage = () => document.documentElement.classList.contains("on-page");
let chosen = null;

// The next link of the table, or the next page in the order of the table.
function step(direction) {
  const rows = [...(document.getElementById("view-table")?.tBodies[0].rows ?? [])].filter((row) => !row.hidden && row.querySelector("a"));
  if (rows.length === 0) return;
  const isHere = isOnPage()
    ? (row) => row.cells[0].querySelector("a")?.getAttribute("href") === location.hash
    : (row) => row === (document.activeElement.closest?.("#view-table tbody tr") ?? chosen);
  const index = rows.findIndex(isHere);
  const row = rows[Math.max(0, Math.min(rows.length - 1, index < 0 ? 0 : index + direction))];
  const target = row.cells[0].querySelector("a");
  if (!target) return;
  if (isOnPage()) {
    location.hash = target.getAttribute("href");
    return;
  }
  chosen?.classList.remove("chosen");
  chosen = row;
  row.classList.add("chosen");
  target.focus();
  row.scrollIntoView({ block: "nearest" });
}

// A frame in which the filter is looked after, and for how long it is, in milliseconds.
let keeping = 0;
const longestKeeping = 1000;

// Without the browser's own jump: that takes the focus away, in some later frame, from whatever has it by then.
function goToFilter() {
  if (location.hash !== "#views") {
    history.pushState(null, "", "#views");
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
  const filter = document.getElementById("filter-name");
  filter?.focus();
  // Whatever the browser still has to do for a dialog that was closed just before may take the focus away.
  const end = performance.now() + longestKeeping;
  const keep = () => {
    if (document.activeElement === document.body) filter?.focus();
    if (performance.now() < end) keeping = requestAnimationFrame(keep);
  };
  keep();
}

// Whoever goes on elsewhere is left there.
document.addEventListener("pointerdown", () => cancelAnimationFrame(keeping));
document.addEventListener("keydown", (event) => {
  cancelAnimationFrame(keeping);
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.key === "Escape") {
    document.dispatchEvent(new Event("whyredraw:escape"));
    document.activeElement?.blur?.();
    return;
  }
  // Whoever types means letters.
  if (event.target.closest?.("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
  const sections = [...document.querySelectorAll(".top nav a")];
  switch (event.key) {
    case "?": help.showModal(); break;
    case "/": goToFilter(); break;
    case "t": document.dispatchEvent(new Event("whyredraw:theme")); break;
    case "j": step(1); break;
    case "k": step(-1); break;
    case "b": if (isOnPage()) location.hash = "#views"; break;
    default:
      if (/^[1-9]$/.test(event.key) && sections[event.key - 1]) sections[event.key - 1].click();
      else return;
  }
  event.preventDefault();
});
