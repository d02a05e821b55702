// In the cause graph, what is connected to the node under the pointer or with the focus stands out, in both directions.
const graph = document.getElementById("cause-graph");
if (graph) {
  const nodes = new Map([...graph.querySelectorAll(".node")].map((node) => [node.dataset.node, node]));
  const edges = [...graph.querySelectorAll(".edge")];

  function reach(start, key, other) {
    const found = new Set([start]);
    const queue = [start];
    while (queue.length > 0) {
      const node = queue.pop();
      for (const edge of edges) {
        if (edge.dataset[key] !== node) continue;
        edge.classList.add("near");
        if (!found.has(edge.dataset[other])) {
          found.add(edge.dataset[other]);
          queue.push(edge.dataset[other]);
        }
      }
    }
    return found;
  }

  function clear() {
    graph.classList.remove("tracing");
    for (const element of graph.querySelectorAll(".near")) element.classList.remove("near");
  }

  function trace(event) {
    const node = event.target.closest?.(".node");
    clear();
    if (!node) return;
    graph.classList.add("tracing");
    const found = [...reach(node.dataset.node, "from", "to"), ...reach(node.dataset.node, "to", "from")];
    for (const name of found) nodes.get(name)?.classList.add("near");
  }

  graph.addEventListener("pointerover", trace);
  graph.addEventListener("pointerleave", clear);
  graph.addEventListener("focusin", trace);
  graph.addEventListener("focusout", clear);
}
