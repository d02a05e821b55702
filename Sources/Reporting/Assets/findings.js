// Findings fold and unfold, are searched by severity, rule, file and text, and unfold when an address names them or paper is printed.
const cards = [...document.querySelectorAll("article.finding")];
const fold = (card) => card.querySelector("details");
const form = document.getElementById("finding-filters");

function unfoldTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("article.finding")) fold(target).open = true;
  if (target?.matches("details")) target.open = true;
}

if (form) {
  const text = document.getElementById("filter-findings");
  const choices = [...form.querySelectorAll("[data-finding-filter]")];
  const count = document.getElementById("finding-count");
  const all = document.getElementById("unfold-findings");
  const texts = new Map(cards.map((card) => [card, card.textContent.toLowerCase()]));
  const shown = () => cards.filter((card) => !card.hidden);

  // A finding may be in several files, which are told by number; of the others it has one, which may hold anything.
  const values = (card, filter) => (filter === "files" ? card.dataset.files.split("\n") : [card.dataset[filter]]);

  const matches = (card, words) =>
    words.every((word) => texts.get(card).includes(word)) &&
    choices.every((choice) => choice.value === "" || values(card, choice.dataset.findingFilter).includes(choice.value));

  function label() {
    const found = shown();
    all.disabled = found.length === 0;
    all.textContent = found.length > 0 && found.every((card) => fold(card).open) ? "Collapse all" : "Expand all";
  }

  function filter() {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const card of cards) card.hidden = !matches(card, words);
    const found = shown().length;
    const none = found === 0 ? "; nothing matches all of these filters, Esc clears them" : "";
    count.textContent = `${found.toLocaleString("en")} of ${cards.length.toLocaleString("en")} findings shown${none}`;
    label();
  }

  function clear() {
    text.value = "";
    for (const choice of choices) choice.value = "";
    filter();
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  all.addEventListener("click", () => {
    const isOpen = all.textContent === "Expand all";
    for (const card of shown()) fold(card).open = isOpen;
    label();
  });
  for (const card of cards) fold(card).addEventListener("toggle", label);
  document.addEventListener("whyredraw:escape", () => { if (text.value || shown().length === 0) clear(); });
  // What an address names has to be there, whatever was filtered.
  window.addEventListener("hashchange", () => {
    if (document.getElementById(location.hash.slice(1))?.hidden) clear();
  });
  filter();
}

window.addEventListener("hashchange", unfoldTarget);
unfoldTarget();

let folded = [];
window.addEventListener("beforeprint", () => {
  folded = cards.filter((card) => !fold(card).open);
  for (const card of folded) fold(card).open = true;
});
window.addEventListener("afterprint", () => { for (const card of folded) fold(card).open = false; });
