// Brushing and zooming of the timeline. The strips are pictures; to zoom is to look at a part of them, and the counts of the
// part come from the numbers that the page holds as JSON: [slice, reason, evaluations, …] per strip. Where the page knows single
// updates, [time since the one before, update, …], it lists them, and draws what is finer than a slice from them.
const holder = document.getElementById("timeline-data");
const runs = holder ? JSON.parse(holder.textContent) : [];
const number = (value) => value.toLocaleString("en");
const reasons = ["parent", "property", "dependency", "appearance"];

// As the report writes durations.
function duration(nanoseconds) {
  if (nanoseconds >= 500 && nanoseconds < 999500) return `${Math.round(nanoseconds / 1e3)} µs`;
  const milliseconds = Math.floor(nanoseconds / 1e6);
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds}.${Math.floor((milliseconds % 1000) / 100)} s`;
  return `${number(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

// A point in time to the millisecond: two updates of one second are told apart.
function instant(nanoseconds) {
  const milliseconds = Math.round(nanoseconds / 1e6);
  const minutes = Math.floor(milliseconds / 60000);
  return `${minutes ? `${number(minutes)} min ` : ""}${((milliseconds % 60000) / 1000).toFixed(3)} s`;
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// The evaluations of an update as the page holds them: how many are not listed, and then five numbers for each; those that are
// not listed come added up, without a cause.
function evaluations(update) {
  const all = [];
  for (let place = 1; place < update.length; place += 5) {
    const [subject, cause, reason, count, trigger] = update.slice(place, place + 5);
    all.push({ subject, cause, reason, count, trigger: trigger - 1 });
  }
  return all;
}

// Single updates with their places on the axis, in slices.
function moments(run) {
  const all = [];
  let time = 0;
  for (let place = 0; place < (run.moments?.length ?? 0); place += 2) {
    time += run.moments[place];
    all.push({ at: (time - run.start) / run.width, update: run.moments[place + 1] });
  }
  return all;
}

// The list of single updates of a figure.
function listing(figure, run, all) {
  const holder = figure.querySelector(".singles");
  if (!holder) return () => {};
  const step = 100;
  const body = holder.querySelector("tbody");
  const count = holder.querySelector(".singles-count");
  const more = holder.querySelector(".more-singles");
  const updates = run.updates.map(evaluations);
  let chosen = [];

  function view(evaluation) {
    const [name, page] = run.subjects[evaluation.subject];
    const link = element(page ? "a" : "span", name, "name");
    if (page) link.href = `#${page}`;
    return link;
  }

  function part(evaluation, update) {
    const item = element("li");
    item.append(element("span", "", `swatch ${reasons[evaluation.reason]}`), view(evaluation));
    if (evaluation.count > 1) item.append(` × ${number(evaluation.count)}`);
    item.append(" ", element("span", run.causes[evaluation.cause], "quiet"));
    const trigger = update[evaluation.trigger];
    if (trigger) item.append(element("span", ` from ${run.subjects[trigger.subject][0]}`, "quiet"));
    return item;
  }

  function row(moment) {
    const update = updates[moment.update];
    const left = run.updates[moment.update][0];
    const made = element("tr");
    const place = moment.at * run.width;
    made.append(element("td", run.axis === "time" ? instant(place) : number(run.start + place), "number"));
    for (const isRoot of [true, false]) {
      const list = element("ul");
      const listed = update.filter((one) => one.cause >= 0 && (one.trigger < 0) === isRoot);
      list.append(...listed.map((one) => part(one, update)));
      if (!isRoot && left > 0) list.append(element("li", `and ${number(left)} more`, "quiet"));
      const cell = element("td");
      cell.append(list.children.length > 0 ? list : element("span", "nothing else", "quiet"));
      made.append(cell);
    }
    return made;
  }

  function add() {
    const shown = body.rows.length;
    body.append(...chosen.slice(shown, shown + step).map(row));
    more.hidden = body.rows.length >= chosen.length;
    count.textContent = `${number(body.rows.length)} of ${number(chosen.length)} moments shown`;
  }

  function fill() {
    body.replaceChildren();
    if (holder.open) add();
  }

  more.addEventListener("click", add);
  holder.addEventListener("toggle", fill);
  return (from, to) => {
    chosen = all.filter((moment) => moment.at >= from && moment.at < to);
    fill();
  };
}

for (const figure of document.querySelectorAll(".figure[data-run]")) {
  const run = runs[Number(figure.dataset.run)];
  const [all, ...plots] = figure.querySelectorAll(".plot");
  const counts = [...figure.querySelectorAll(".strip:not(.axis) .strip-count")].slice(1);
  const names = [...figure.querySelectorAll(".strip:not(.axis):not(.all) .strip-name")];
  const everyCount = figure.querySelector(".strip.all .strip-count");
  const everyTotal = everyCount.textContent;
  const totals = counts.map((element) => element.textContent);
  // The strip of all views keeps its axis: it shows the whole run, whatever the others show.
  const ticks = figure.querySelectorAll(".axis.part .ticks span");
  const fromInput = figure.querySelector(".from");
  const toInput = figure.querySelector(".to");
  const zoomIn = figure.querySelector(".zoom-in");
  const zoomOut = figure.querySelector(".zoom-out");
  const reset = figure.querySelector(".reset");
  const output = figure.querySelector(".window");
  const height = all.viewBox.baseVal.height;
  const coarse = plots.map((plot) => [...plot.children]);
  const shade = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  shade.setAttribute("class", "window-shade");
  shade.setAttribute("height", height);

  const single = moments(run);
  const updates = (run.updates ?? []).map(evaluations);
  const list = listing(figure, run, single);
  // Slices of a drawing from single updates, and where those end.
  const fineSlices = 256;
  const known = single.length > 0 ? single[single.length - 1].at : 0;
  // What a reader wants to tell apart: a tenth of a millisecond, or an update.
  const narrowest = run.axis === "time" ? 1e5 / run.width : 1 / run.width;
  let shown = { from: 0, to: run.buckets };

  const label = (slice) => {
    const place = slice * run.width;
    if (run.axis !== "time") return number(Math.floor(run.start + place));
    return (shown.to - shown.from) * run.width < 5e9 && shown.to - shown.from < run.buckets ? instant(place) : duration(place);
  };

  // Whether the window is drawn and counted from single updates: only as far as all of them are known.
  const isFine = () => run.complete && shown.to - shown.from < fineSlices / 4 && (run.whole || shown.to <= known);

  // Evaluations by strip, and by slice of the fine drawing and reason.
  function fine() {
    const strips = plots.map(() => new Map());
    const places = new Map((run.stripSubjects ?? []).map((subject, index) => [subject, index]));
    const width = (shown.to - shown.from) / fineSlices;
    let updateCount = 0;
    for (const moment of single) {
      if (moment.at < shown.from || moment.at >= shown.to) continue;
      updateCount += 1;
      const slice = Math.floor((moment.at - shown.from) / width);
      for (const one of updates[moment.update]) {
        const cells = strips[places.get(one.subject)];
        if (!cells) continue;
        const key = slice * reasons.length + one.reason;
        cells.set(key, (cells.get(key) ?? 0) + one.count);
      }
    }
    return { strips, width, updateCount };
  }

  // Bars of the fine drawing, stacked by reason; heights are square roots, as in the coarse one.
  function draw(plot, cells, width) {
    const sums = new Map();
    for (const [key, count] of cells) {
      const slice = Math.floor(key / reasons.length);
      sums.set(slice, (sums.get(slice) ?? 0) + count);
    }
    const most = Math.max(1, ...sums.values());
    const used = new Map();
    const paths = reasons.map(() => "");
    for (const [key, count] of [...cells].sort((a, b) => a[0] - b[0])) {
      const slice = Math.floor(key / reasons.length);
      const whole = height * Math.sqrt(sums.get(slice) / most);
      const bar = (whole * count) / sums.get(slice);
      const below = used.get(slice) ?? 0;
      paths[key % reasons.length] += `M${shown.from - 0.5 + (slice + 0.5) * width} ${height - below}v-${bar}`;
      used.set(slice, below + bar);
    }
    plot.replaceChildren(...paths.map((data, reason) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", reasons[reason]);
      path.setAttribute("d", data);
      path.style.strokeWidth = width;
      return path;
    }));
  }

  function countSlices() {
    return run.strips.map((cells) => {
      let count = 0;
      for (let place = 0; place < cells.length; place += 3) {
        if (cells[place] + 1 > shown.from && cells[place] < shown.to) count += cells[place + 2];
      }
      return count;
    });
  }

  function tell(found, updateCount) {
    const sum = found.reduce((one, other) => one + other, 0);
    const most = found.indexOf(Math.max(...found));
    const top = sum > 0 ? `; most in ${names[most].textContent.trim()}: ${number(found[most])}` : "";
    const during = updateCount === null ? "" : ` in ${number(updateCount)} ${updateCount === 1 ? "moment" : "moments"}`;
    output.textContent = `${label(shown.from)} – ${label(shown.to)}: ${number(sum)} evaluations${during}${top}`;
  }

  // Shows the slices from (and with) `from` to (and without) `to`, which may lie inside of slices.
  function show(from, to) {
    const isWhole = from <= 0 && to >= run.buckets;
    shown = isWhole ? { from: 0, to: run.buckets } : { from, to };
    for (const plot of plots) plot.setAttribute("viewBox", `${shown.from - 0.5} 0 ${shown.to - shown.from} ${height}`);
    fromInput.value = Math.floor(shown.from);
    toInput.value = Math.ceil(shown.to);
    fromInput.setAttribute("aria-valuetext", label(shown.from));
    toInput.setAttribute("aria-valuetext", label(shown.to));
    figure.dispatchEvent(new CustomEvent("whyredraw:window", { bubbles: true, detail: isWhole ? null : shown }));
    figure.classList.toggle("zoomed", !isWhole);
    reset.disabled = isWhole;
    zoomOut.disabled = isWhole;
    zoomIn.disabled = (shown.to - shown.from) / 2 < (single.length > 0 ? narrowest : 1);
    ticks.forEach((tick, index) => { tick.textContent = label(shown.from + ((shown.to - shown.from) * index) / (ticks.length - 1)); });
    list(shown.from, shown.to);
    const detail = isFine() ? fine() : null;
    plots.forEach((plot, index) => {
      if (detail) draw(plot, detail.strips[index], detail.width);
      else plot.replaceChildren(...coarse[index]);
    });
    if (isWhole) {
      shade.remove();
      everyCount.textContent = everyTotal;
      counts.forEach((element, index) => { element.textContent = totals[index]; });
      output.textContent = "";
      return;
    }
    shade.setAttribute("x", shown.from - 0.5);
    shade.setAttribute("width", shown.to - shown.from);
    all.append(shade);
    const found = detail
      ? detail.strips.map((cells) => [...cells.values()].reduce((one, other) => one + other, 0)) : countSlices();
    counts.forEach((element, index) => { element.textContent = number(found[index] ?? 0); });
    // The strip of all views shows the whole run, to choose in; its number says so.
    everyCount.textContent = `${everyTotal} in all`;
    tell(found, detail ? detail.updateCount : null);
  }

  // Shows a multiple of it around the middle of what is shown.
  function zoom(factor) {
    const length = Math.min(run.buckets, (shown.to - shown.from) * factor);
    const middle = (shown.from + shown.to) / 2;
    const from = Math.max(0, Math.min(run.buckets - length, middle - length / 2));
    show(from, from + length);
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
  zoomIn.addEventListener("click", () => zoom(1 / 2));
  zoomOut.addEventListener("click", () => zoom(2));
  reset.addEventListener("click", () => { show(0, run.buckets); fromInput.focus(); });
  document.addEventListener("whyredraw:escape", () => show(0, run.buckets));

  // Dragging over the strip of all views chooses a window, a click or tap without dragging shows everything. Dragging over
  // another strip looks into what is shown.
  function choose(plot, isWhole, click) {
    let start = null;
    let window = null;
    const base = () => (isWhole() ? { from: 0, to: run.buckets } : shown);
    let scale = base();
    const slice = (event) => {
      const box = plot.getBoundingClientRect();
      return scale.from + ((event.clientX - box.left) / box.width) * (scale.to - scale.from);
    };
    plot.addEventListener("pointerdown", (event) => {
      scale = base();
      start = slice(event);
      plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener("pointermove", (event) => {
      if (start === null) return;
      const now = slice(event);
      window = { from: clamp(Math.min(start, now)), to: clamp(Math.max(start, now)) };
      if (!isWhole()) return;
      const from = Math.min(Math.floor(window.from), run.buckets - 1);
      show(from, Math.max(Math.ceil(window.to), from + 1));
    });
    plot.addEventListener("pointerup", (event) => {
      if (start !== null && Math.abs(slice(event) - start) < (scale.to - scale.from) / 200) click();
      else if (start !== null && window && !isWhole()) {
        const length = Math.max(window.to - window.from, single.length > 0 ? narrowest : 1);
        show(window.from, Math.min(run.buckets, window.from + length));
      }
      start = null;
      window = null;
    });
    plot.addEventListener("pointercancel", () => { start = null; });
  }
  // An address may hold a window.
  figure.addEventListener("whyredraw:show", (event) => {
    const { from, to } = event.detail;
    if (from >= 0 && to > from && to <= run.buckets) show(from, to);
  });
  choose(all, () => true, () => show(0, run.buckets));
  for (const plot of plots) choose(plot, () => false, () => {});
  show(0, run.buckets);
}
