// What is filtered and zoomed stands in the address, behind '?': whoever is sent it sees the same.
const fields = new Map();
for (const field of document.querySelectorAll("#finding-filters :is(input, select), form.filters :is(input, select)")) {
  const name = field.id || field.dataset.findingFilter || field.dataset.filter;
  if (name) fields.set(`${field.dataset.filter ? "view-" : ""}${name.replace("filter-", "")}`, field);
}
const windows = new Map();
let isFilling = true;

function write() {
  if (isFilling) return;
  const query = new URLSearchParams();
  for (const [name, field] of fields) {
    if (field.type === "checkbox" ? field.checked : field.value) query.set(name, field.type === "checkbox" ? "1" : field.value);
  }
  for (const [run, text] of windows) query.set(`window${run}`, text);
  const text = query.toString();
  // A browser may refuse to change the address of a file; then it says less, and all else works.
  try { history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`); } catch { /* See above. */ }
}

document.addEventListener("whyredraw:window", (event) => {
  const run = event.target.dataset.run;
  if (event.detail) windows.set(run, `${event.detail.from}-${event.detail.to}`);
  else windows.delete(run);
  write();
});
for (const field of fields.values()) {
  field.addEventListener("input", write);
  field.addEventListener("change", write);
}
// What Escape clears is cleared here, too, once it is.
document.addEventListener("whyredraw:escape", () => setTimeout(write));

const given = new URLSearchParams(location.search);
for (const [name, field] of fields) {
  if (!given.has(name)) continue;
  if (field.type === "checkbox") field.checked = true;
  else field.value = given.get(name);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
for (const figure of document.querySelectorAll(".figure[data-run]")) {
  const [from, to] = (given.get(`window${figure.dataset.run}`) ?? "").split("-").map(Number);
  if (to > from) figure.dispatchEvent(new CustomEvent("whyredraw:show", { detail: { from, to } }));
}
isFilling = false;
