// Brushing and zooming of the timeline. The strips are pictures; to zoom is to look at a part of them, and the counts of the
// part come from the numbers that the page holds as JSON: [slice, reason, evaluations, …] per strip.
const holder = document.getElementById("timeline-data");
const runs = holder ? JSON.parse(holder.textContent) : [];
const number = (value) => value.toLocaleString("en");

// As the report writes durations.
function duration(nanoseconds) {
  if (nanoseconds >= 500 && nanoseconds < 999500) return `${Math.round(nanoseconds / 1e3)} µs`;
  const milliseconds = Math.floor(nanoseconds / 1e6);
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds}.${Math.floor((milliseconds % 1000) / 100)} s`;
  return `${number(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

for (const figure of document.querySelectorAll(".figure[data-run]")) {
  const run = runs[Number(figure.dataset.run)];
  const [all, ...plots] = figure.querySelectorAll(".plot");
  const counts = [...figure.querySelectorAll(".strip:not(.axis) .strip-count")].slice(1);
  const names = [...figure.querySelectorAll(".strip:not(.axis):not(.all) .strip-name")];
  const totals = counts.map((element) => element.textContent);
  const ticks = figure.querySelectorAll(".ticks span");
  const fromInput = figure.querySelector(".from");
  const toInput = figure.querySelector(".to");
  const reset = figure.querySelector(".reset");
  const output = figure.querySelector(".window");
  const height = all.viewBox.baseVal.height;
  const shade = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  shade.setAttribute("class", "window-shade");
  shade.setAttribute("height", height);
  const label = (slice) =>
    run.axis === "time" ? duration(slice * run.width) : number(run.start + slice * run.width);

  // Shows the slices from (and with) `from` to (and without) `to`.
  function show(from, to) {
    const isWhole = from === 0 && to === run.buckets;
    for (const plot of plots) plot.setAttribute("viewBox", `${from - 0.5} 0 ${to - from} ${height}`);
    fromInput.value = from;
    toInput.value = to;
    reset.disabled = isWhole;
    ticks.forEach((tick, index) => { tick.textContent = label(from + ((to - from) * index) / (ticks.length - 1)); });
    if (isWhole) {
      shade.remove();
      counts.forEach((element, index) => { element.textContent = totals[index]; });
      output.textContent = "";
      return;
    }
    shade.setAttribute("x", from - 0.5);
    shade.setAttribute("width", to - from);
    all.append(shade);
    let most = { index: -1, count: 0 };
    let sum = 0;
    run.strips.forEach((cells, index) => {
      let count = 0;
      for (let place = 0; place < cells.length; place += 3) {
        if (cells[place] >= from && cells[place] < to) count += cells[place + 2];
      }
      if (counts[index]) counts[index].textContent = number(count);
      if (count > most.count) most = { index, count };
      sum += count;
    });
    const top = most.index >= 0 ? `; most in ${names[most.index].textContent.trim()}: ${number(most.count)}` : "";
    output.textContent = `${label(from)} – ${label(to)}: ${number(sum)} evaluations${top}`;
  }

  const clamp = (slice) => Math.max(0, Math.min(run.buckets, slice));
  fromInput.addEventListener("input", () => {
    const from = Number(fromInput.value);
    show(from, Math.max(from + 1, Number(toInput.value)));
  });
  toInput.addEventListener("input", () => {
    const to = Number(toInput.value);
    show(Math.min(to - 1, Number(fromInput.value)), to);
  });
  reset.addEventListener("click", () => { show(0, run.buckets); fromInput.focus(); });
  document.addEventListener("whyredraw:escape", () => show(0, run.buckets));

  // Dragging over the strip of all views chooses a window, a click or tap without dragging shows everything.
  let start = null;
  const slice = (event) => {
    const box = all.getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * run.buckets;
  };
  all.addEventListener("pointerdown", (event) => {
    start = slice(event);
    all.setPointerCapture(event.pointerId);
  });
  all.addEventListener("pointermove", (event) => {
    if (start === null) return;
    const now = slice(event);
    const from = clamp(Math.floor(Math.min(start, now)));
    const to = clamp(Math.ceil(Math.max(start, now)));
    if (to > from) show(Math.min(from, run.buckets - 1), Math.max(to, from + 1));
  });
  all.addEventListener("pointerup", (event) => {
    if (start !== null && Math.abs(slice(event) - start) < run.buckets / 200) show(0, run.buckets);
    start = null;
  });
  all.addEventListener("pointercancel", () => { start = null; });
}
