// Sorting of all tables, and filters of the table of views. The rows are those of the page; nothing is made anew.

// A cell's value: what the page says it sorts by, or the number or text in it.
function value(row, column, isNumber) {
  const cell = row.cells[column];
  const text = cell?.dataset.v ?? cell?.textContent ?? "";
  if (!isNumber) return text;
  const number = parseFloat(text.replaceAll(",", ""));
  return Number.isNaN(number) ? -Infinity : number;
}

// Ranks are words on the page, and numbers to sort by.
const isByNumber = (head) => head.classList.contains("number") || head.classList.contains("rank");

function sort(table, head, direction) {
  const column = head.cellIndex;
  const isNumber = isByNumber(head);
  const body = table.tBodies[0];
  const sign = direction === "ascending" ? 1 : -1;
  const rows = [...body.rows].map((row, index) => ({ row, index, value: value(row, column, isNumber) }));
  // Equal rows stay as they are, as in the report.
  rows.sort((a, b) => sign * (isNumber ? a.value - b.value || 0 : a.value.localeCompare(b.value, "en")) || a.index - b.index);
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  body.append(...rows.map((entry) => entry.row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  // One row is in any order already.
  for (const button of table.tHead.querySelectorAll("button.sort")) button.disabled = table.tBodies[0].rows.length < 2;
  table.tHead.addEventListener("click", (event) => {
    const head = event.target.closest("button.sort")?.closest("th");
    if (!head) return;
    const isNumber = isByNumber(head);
    const now = head.getAttribute("aria-sort");
    // Numbers begin with the most, names with A.
    const first = isNumber ? "descending" : "ascending";
    const second = isNumber ? "ascending" : "descending";
    sort(table, head, now === first ? second : first);
    table.dispatchEvent(new Event("sorted"));
  });
}

const table = document.getElementById("view-table");
if (table) {
  // This many rows at a time: laying out thousands would be felt.
  const step = matchMedia("(max-width: 640px)").matches ? 6 : 100;
  let most = step;
  const name = document.getElementById("filter-name");
  const framework = document.getElementById("filter-framework");
  const choices = [...document.querySelectorAll("[data-filter]")];
  const count = document.getElementById("view-count");
  const more = document.getElementById("more-views");
  const names = new Map([...table.tBodies[0].rows].map((row) => [row, row.cells[0].textContent.toLowerCase()]));

  const matches = (row, text) =>
    names.get(row).includes(text) &&
    (framework?.checked || !("framework" in row.dataset)) &&
    choices.every((choice) => choice.value === "" || row.dataset[choice.dataset.filter] === choice.value);

  function filter() {
    const text = name.value.trim().toLowerCase();
    let found = 0;
    for (const row of table.tBodies[0].rows) {
      const isShown = matches(row, text);
      if (isShown) found += 1;
      row.hidden = !isShown || found > most;
    }
    const shown = Math.min(found, most);
    count.textContent = `${shown.toLocaleString("en")} of ${names.size.toLocaleString("en")} views shown`;
    more.hidden = found <= most;
  }

  const restart = () => { most = step; filter(); };
  name.addEventListener("input", restart);
  framework?.addEventListener("change", restart);
  for (const choice of choices) choice.addEventListener("change", restart);
  table.addEventListener("sorted", filter);
  more.addEventListener("click", () => { most += 10 * step; filter(); });
  document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("beforeprint", () => { most = Infinity; filter(); });
  document.addEventListener("whyredraw:escape", () => { if (name.value) { name.value = ""; restart(); } });
  filter();
}
