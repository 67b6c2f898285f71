// SPDX-License-Identifier: BSD-3-Clause
// Runs the script of a page of emuq-trace without a browser, in a document that only stores its contents.
//   node page.js PAGE [RANKS]  prints all texts; a button and a selection are used as well.
//                              With RANKS: at most 64 rows at once, and selections show each of the ranks and nodes
"use strict";
const fs = require("fs"), vm = require("vm");

class Element {
  constructor(name) { this.name = name; this.children = []; this.attributes = {}; this.listeners = {}; this.own = ""; this.value = ""; }
  set textContent(text) { this.own = String(text); this.children = []; }
  get textContent() { return this.own + this.children.map(c => c.textContent).join("\n"); }
  get firstChild() { return this.children[0] || null; }
  get lastChild() { return this.children[this.children.length - 1] || null; }
  appendChild(child) { this.children.push(child); return child; }
  replaceChildren() { this.children = []; }
  addEventListener(event, listener) { this.listeners[event] = listener; }
  setAttribute(key, value) {
    if (Number.isNaN(value) || value === undefined) throw new Error(`${this.name}: ${key} is ${value}`);
    this.attributes[key] = value;
  }
  drawn() { return (this.name === "rect" || this.name === "line") + this.children.reduce((n, c) => n + c.drawn(), 0); }
}

const page = fs.readFileSync(process.argv[2], "utf8");
const places = new Map([...page.matchAll(/ id="([a-z_]+)"/g)].map(m => [m[1], new Element(m[1])]));
const document = {
  getElementById(id) { if (!places.has(id)) throw new Error(`the page has no ${id}`); return places.get(id); },
  createElement: name => new Element(name),
  createElementNS: (space, name) => new Element(name),
};
vm.runInNewContext(page.slice(page.indexOf("<script>") + 8, page.indexOf("</script>")), { document });

const before = places.get("timeline").drawn();
places.get("closer").listeners.click();
if (before === 0 || places.get("timeline").drawn() !== before) throw new Error("another scale draws other things");
places.get("measure").value = "packets";
places.get("measure").listeners.change();
for (const [id, place] of places) console.log(`== ${id}\n${place.textContent}`);

const ranks = Number(process.argv[3] ?? 0);
for (const [id, what, shown] of ranks ? [["rank_group", "rank", "timeline"], ["rank_group", "rank", "waits"], ["node_group", "node", "traffic"]] : []) {
  const chooser = places.get(id), seen = new Set();
  for (const { value } of chooser.children) {
    chooser.value = value;
    chooser.listeners.change();
    const lines = places.get(shown).textContent.split("\n");
    const names = lines.filter(l => new RegExp(`^${what}s? [0-9\u2013]+( to .*)?$`).test(l)).map(l => l.replace(/ to .*/, ""));
    if (new Set(names).size > 64) throw new Error(`${shown}: ${new Set(names).size} rows`);
    for (const name of names) if (/ [0-9]+$/.test(name)) seen.add(name);
  }
  if (seen.size !== ranks) throw new Error(`${shown}: ${seen.size} of ${ranks} reached`);
}
