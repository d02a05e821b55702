// One page for each view and source file: '#view=Name' and '#file=Path&line=5' show it alone, any other address shows the report.
const root = document.documentElement;
const title = document.title;
let place = 0;

function current() {
  const name = location.hash.slice(1);
  if (name.startsWith("file=")) return document.getElementById(name.split("&line=")[0]);
  if (!name.startsWith("view=")) return null;
  // The id is percent-encoded as the address is; somebody may have written the address by hand.
  return document.getElementById(name) ?? document.getElementById(encode(name));
}

// As the report encodes names: only letters, digits, '.', '-' and '_' stay, and '&scenario=' parts them.
function encode(name) {
  let text = name;
  try { text = decodeURIComponent(name); } catch { /* Then it is taken as it is. */ }
  const part = (value) => encodeURIComponent(value).replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const [view, scenario] = text.slice("view=".length).split("&scenario=");
  return `view=${part(view)}${scenario === undefined ? "" : `&scenario=${part(scenario)}`}`;
}

function show(isFirst) {
  const page = current();
  const wasOnPage = root.classList.contains("on-page") && !isFirst;
  document.querySelector(".page.current")?.classList.remove("current");
  if (page && !wasOnPage) place = isFirst ? 0 : lastPlace;
  root.classList.toggle("on-page", page !== null);
  if (page) {
    page.classList.add("current");
    // While the report is hidden its heading is, too: those of the page move up a level.
    for (const heading of page.querySelectorAll("h2, h3")) {
      heading.setAttribute("role", "heading");
      heading.setAttribute("aria-level", heading.tagName === "H2" ? "1" : "2");
    }
    document.title = `${page.querySelector("h2").textContent} – WhyRedraw`;
    const line = document.getElementById(location.hash.slice(1));
    if (!isFirst) page.focus({ preventScroll: true });
    if (line && line !== page) line.scrollIntoView({ block: "center", behavior: "instant" });
    else window.scrollTo({ top: 0, behavior: "instant" });
    return;
  }
  document.title = title;
  const id = location.hash.slice(1);
  const target = id ? document.getElementById(id) : null;
  // Back where the reader left off, unless the address says where to go.
  if (wasOnPage && id === "views") window.scrollTo({ top: place, behavior: "instant" });
  else if (wasOnPage && target) target.scrollIntoView({ behavior: "instant" });
}

// The hash changes after the browser has scrolled, so where the reader was has to be known before.
let lastPlace = 0;
window.addEventListener("scroll", () => { if (!root.classList.contains("on-page")) lastPlace = window.scrollY; }, { passive: true });
window.addEventListener("hashchange", () => show(false));
show(true);
