"use strict";
// Draws the explanation in #data: beliefs by their distance from the one that is explained, sources last.

const data = JSON.parse(document.getElementById("data").textContent);
const beliefs = new Map(data.beliefs.map((belief) => [belief.id, belief]));
const WIDTH = 250, HEIGHT = 76, ACROSS = 110, BETWEEN = 22;
const SVG = "http://www.w3.org/2000/svg";

function make(parent, name, attributes = {}, text = null) {
  const element = parent.namespaceURI === SVG || name === "svg"
    ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  return parent.appendChild(element);
}

function cut(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

function credence(value) {
  return value === null ? "no credence" : value.toFixed(3);
}

function kind(leg) {
  if (leg.status !== "accepted" || leg.weight === 0) return "idle";
  return leg.direction === "+" ? "for" : "against";
}

// Nodes and edges ----------------------------------------------------------------------------

function sourceKey(leg) {
  return beliefs.has(leg.belief_id) ? leg.belief_id : "source " + leg.source_id;
}

function layers() {
  const depth = new Map([[data.belief, 0]]);
  const queue = [data.belief];
  const edges = [];
  const sources = new Map();
  for (const id of queue) {
    for (const leg of beliefs.get(id).legs) {
      const key = sourceKey(leg);
      edges.push({ from: id, to: key, leg });
      if (!beliefs.has(key)) sources.set(key, leg);
      else if (!depth.has(key)) { depth.set(key, depth.get(id) + 1); queue.push(key); }
    }
  }
  for (const edge of edges) {
    if (sources.has(edge.to)) {
      depth.set(edge.to, Math.max(depth.get(edge.to) || 0, depth.get(edge.from) + 1));
    }
  }
  return { depth, edges, sources };
}

function place({ depth, edges }) {
  const columns = [];
  for (const [key, at] of depth) (columns[at] = columns[at] || []).push(key);
  const places = new Map();
  const tallest = Math.max(...columns.map((column) => column.length)) * (HEIGHT + BETWEEN);
  columns.forEach((column, at) => {
    const wish = new Map(column.map((key, index) => {
      const above = edges.filter((edge) => edge.to === key && places.has(edge.from));
      const sum = above.reduce((total, edge) => total + places.get(edge.from).y, 0);
      return [key, above.length ? sum / above.length : index];
    }));
    column.sort((one, other) => wish.get(one) - wish.get(other));
    const start = (tallest - column.length * (HEIGHT + BETWEEN)) / 2;
    column.forEach((key, index) => {
      places.set(key, { x: at * (WIDTH + ACROSS) + 4, y: start + index * (HEIGHT + BETWEEN) + 4 });
    });
  });
  return { places, width: columns.length * (WIDTH + ACROSS) - ACROSS + 8, height: tallest + 8 };
}

// Drawing ------------------------------------------------------------------------------------

function drawEdge(svg, edge, places) {
  const from = places.get(edge.from), to = places.get(edge.to);
  const x = from.x + WIDTH, y = from.y + HEIGHT / 2, v = to.y + HEIGHT / 2;
  const u = to.x > from.x ? to.x : to.x + WIDTH;
  const bend = to.x > from.x ? ACROSS * 0.6 : -ACROSS * 0.6;
  const path = `M ${x} ${y} C ${x + ACROSS * 0.6} ${y}, ${u - bend} ${v}, ${u} ${v}`;
  const width = kind(edge.leg) === "idle" ? 1.5 : Math.min(8, 1.5 + Math.abs(edge.leg.log_odds) * 1.5);
  const line = make(svg, "path", { class: `edge ${kind(edge.leg)}`, d: path, "stroke-width": width });
  make(line, "title", {}, describe(edge.leg));
  edge.line = line;
}

function drawNode(svg, key, at, source) {
  const belief = beliefs.get(key);
  const missing = source && source.source_kind === null && source.belief_id === null;
  const name = belief ? belief.claim : source.source_id || "no source";
  const group = make(svg, "g", {
    class: `node ${belief ? "belief" : "source"}${missing ? " missing" : ""}`,
    transform: `translate(${at.x} ${at.y})`, tabindex: 0, role: "button", "aria-label": name,
  });
  make(group, "title", {}, name);
  make(group, "rect", { class: "frame", width: WIDTH, height: HEIGHT, rx: belief ? 10 : 2 });
  make(group, "text", { x: 14, y: 25 }, cut(name, 32));
  if (belief) drawCredence(group, belief);
  else make(group, "text", { class: "dim", x: 14, y: 48 }, cut(nature(source), 36));
  const choose = () => show(key, source);
  group.addEventListener("click", choose);
  group.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
  return group;
}

function drawCredence(group, belief) {
  const value = belief.credence === null ? 0 : belief.credence;
  const colour = value >= 0.8 ? " high" : value < 0.5 ? " low" : "";
  make(group, "text", { class: "dim", x: 14, y: 46 }, "credence " + credence(belief.credence));
  make(group, "rect", { class: "bar", x: 14, y: 57, width: WIDTH - 28, height: 5, rx: 2.5, opacity: 0.5 });
  make(group, "rect", { class: "bar" + colour, x: 14, y: 57, width: (WIDTH - 28) * value, height: 5, rx: 2.5 });
}

function nature(leg) {
  if (leg.belief_id !== null) return "a belief, not shown";
  if (leg.source_kind === null) return "nothing is known of it";
  return leg.source_text ? `${leg.source_kind}: ${leg.source_text}` : leg.source_kind;
}

// Details ------------------------------------------------------------------------------------

function describe(leg) {
  const says = leg.direction === "+" ? "supports" : "contradicts";
  const claimed = leg.tier === leg.counted_tier ? leg.tier : `${leg.counted_tier} (claimed: ${leg.tier})`;
  const worth = kind(leg) === "idle" ? leg.status : `log-odds ${leg.log_odds.toFixed(2)}`;
  const why = leg.reason ? `: ${data.reasons[leg.reason]}` : "";
  return `${says}, ${claimed}, weight ${leg.weight} of ${leg.claimed_weight}, ${worth}${why}`;
}

function show(key, source) {
  const details = document.getElementById("details");
  details.replaceChildren();
  const belief = beliefs.get(key);
  make(details, "h2", {}, belief ? belief.claim : source.source_id || "No source");
  if (belief) showBelief(details, belief);
  else make(details, "p", {}, nature(source));
  for (const [other, node] of nodes) node.classList.toggle("chosen", other === key);
  for (const edge of graph.edges) edge.line.classList.toggle("faded", edge.from !== key && edge.to !== key);
}

function showBelief(details, belief) {
  make(details, "p", {}, `credence ${credence(belief.credence)}, ${belief.grounded ? "grounded" : "not grounded"}`);
  make(details, "p", {}, `${belief.id} in ${belief.scope === null ? "no scope" : belief.scope}`);
  const list = make(details, "ul");
  for (const leg of belief.legs) {
    const item = make(list, "li", { class: kind(leg) });
    const cited = beliefs.get(leg.belief_id);
    make(item, "strong", {}, cited ? cited.claim : leg.source_id || "no source");
    make(item, "small", {}, describe(leg));
  }
  if (!belief.legs.length) make(details, "p", {}, "It rests on nothing.");
}

const root = beliefs.get(data.belief);
document.getElementById("claim").textContent = root.claim;
document.getElementById("summary").textContent = `credence ${credence(root.credence)}` +
  (data.complete ? "" : ` · the nearest ${data.beliefs.length} beliefs that it rests on`);
const graph = layers();
const { places, width, height } = place(graph);
const svg = document.getElementById("graph");
svg.setAttribute("width", width);
svg.setAttribute("height", height);
for (const edge of graph.edges) drawEdge(svg, edge, places);
const nodes = new Map([...places].map(([key, at]) => [key, drawNode(svg, key, at, graph.sources.get(key))]));
show(data.belief);
