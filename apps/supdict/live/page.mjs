// SPDX-License-Identifier: BSD-3-Clause
// The live page: a signal is drawn, picked or typed, and the library in this page classifies it.
// wasm/supdict.mjs comes before this text in the same script.

const MOST_NUMBERS = 24; // features that are shown as fields
const MOST_ATOMS = 8; // atoms that are shown of a code
const USUAL_SHARE = 5 / 7; // of the image that a drawing takes, where there is no example
const $ = (id) => document.getElementById(id);

async function unpacked(id) {
  const text = atob($(id).textContent.trim());
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function element(tag, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
}

function show(number) {
  return Number.isFinite(number) ? Number(number.toPrecision(4)).toString() : "-";
}

/** Standard normal numbers, the same each time. */
function normals(count) {
  let state = 20080612;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Float64Array.from({ length: count }, () =>
    Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()));
}

class Pictures {
  constructor([height, width]) {
    this.height = height;
    this.width = width;
    this.isImage = height > 0 && width > 0;
  }

  /** Values between low and high, dark to light; a curve if they are no image. */
  canvas(values, low, high, name) {
    const canvas = element("canvas", { role: "img", ariaLabel: name });
    if (this.isImage) this.pixels(canvas, values, low, high);
    else this.curve(canvas, values, low, high);
    return canvas;
  }

  pixels(canvas, values, low, high) {
    canvas.style.imageRendering = "pixelated";
    canvas.width = this.width;
    canvas.height = this.height;
    const context = canvas.getContext("2d");
    const image = context.createImageData(this.width, this.height);
    for (let i = 0; i < this.width * this.height; ++i) {
      const grey = 255 * (values[i] - low) / (high - low || 1);
      image.data.set([grey, grey, grey, 255], 4 * i);
    }
    context.putImageData(image, 0, 0);
  }

  curve(canvas, values, low, high) {
    canvas.width = 400;
    canvas.height = 200;
    const context = canvas.getContext("2d");
    context.strokeStyle = getComputedStyle(document.body).color;
    context.lineWidth = 3;
    context.beginPath();
    values.forEach((value, i) => {
      const x = canvas.width * (i + 0.5) / values.length;
      const y = canvas.height * (0.95 - 0.9 * (value - low) / (high - low || 1));
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.stroke();
  }
}

/** Where the ink is: its box, and the middle of its mass. */
function placeOf(ink, height, width) {
  let [top, bottom, left, right, mass, my, mx] = [height, -1, width, -1, 0, 0, 0];
  const faint = Math.max(...ink) / 8;
  ink.forEach((value, i) => {
    if (value <= faint) return;
    const [y, x] = [Math.floor(i / width), i % width];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    mass += value;
    my += value * y;
    mx += value * x;
  });
  const share = Math.max((bottom - top + 1) / height, (right - left + 1) / width);
  return { mass, share, y: my / mass, x: mx / mass };
}

/** What is drawn, moved and scaled as the images of the model are: its mass in the middle. */
function centred(ink, height, width, usualShare) {
  const place = placeOf(ink, height, width);
  if (place.mass === 0) return ink;
  const factor = place.share / usualShare;
  const at = (y, x) => (y >= 0 && y < height && x >= 0 && x < width ? ink[y * width + x] : 0);
  return ink.map((_, i) => {
    const y = place.y + factor * (Math.floor(i / width) - (height - 1) / 2);
    const x = place.x + factor * (i % width - (width - 1) / 2);
    const [y0, x0] = [Math.floor(y), Math.floor(x)];
    const [v, u] = [y - y0, x - x0];
    return (1 - v) * ((1 - u) * at(y0, x0) + u * at(y0, x0 + 1)) +
           v * ((1 - u) * at(y0 + 1, x0) + u * at(y0 + 1, x0 + 1));
  });
}

class Page {
  constructor(module, bytes, given) {
    this.module = module;
    this.bytes = bytes;
    this.given = given;
    this.model = new Model(module, bytes);
    this.about = this.model.description;
    this.names = this.about.labels;
    this.pictures = new Pictures(this.about.image);
    this.n = this.about.features;
    [this.low, this.high] = given.range;
    this.start = Float64Array.from(given.start.length ? given.start : new Array(this.n).fill(this.low));
    this.noise = normals(this.n);
    this.pen = { y: 0.3, x: 0.3, down: false };
    this.waiting = false;
    this.kappa = this.about.members[0].kappa;
    this.usualShare = this.shareOfExamples();
    this.clear();
  }

  /** How much of an image is taken by what it shows. */
  shareOfExamples() {
    const { isImage, height, width } = this.pictures;
    if (!isImage || this.given.rows.length === 0) return USUAL_SHARE;
    const shares = this.given.rows.map((row) =>
      placeOf(row.map((value) => value - this.low), height, width).share);
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  clear() {
    this.x = this.start.slice();
    this.drawn = this.pictures.isImage;
    this.pen.down = false;
  }

  /** What is classified: the signal as it was given, with noise and occlusion. */
  signal() {
    const { height, width, isImage } = this.pictures;
    let x = this.x;
    if (this.drawn) {
      const ink = centred(x.map((value) => value - this.low), height, width, this.usualShare);
      x = ink.map((value) => value + this.low);
    }
    const noise = Number($("noise").value) * (this.high - this.low) / 2;
    const share = Number($("occlusion").value);
    return x.map((value, i) => {
      const [v, u] = isImage
        ? [(Math.floor(i / width) + 0.5) / height, (i % width + 0.5) / width]
        : [0.5, (i + 0.5) / this.n];
      const side = isImage ? Math.sqrt(share) / 2 : share / 2;
      const hidden = Math.abs(u - 0.5) < side && Math.abs(v - 0.5) < Math.max(side, isImage ? 0 : 1);
      const noisy = value + noise * this.noise[i];
      if (hidden) return this.start[i];
      return isImage ? Math.min(this.high, Math.max(this.low, noisy)) : noisy;
    });
  }

  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      guarded(() => this.update());
    });
  }

  update() {
    const x = this.signal();
    const before = performance.now();
    const found = this.model.classify(x);
    const seconds = (performance.now() - before) / 1000;
    this.showInput(x);
    this.showLabel(found);
    $("time").textContent = `classified in ${show(1000 * seconds)} ms, in this page`;
    this.showPart(x, found);
    $("closing").replaceChildren();
    document.body.dataset.label = this.names[found.labels[0]];
  }

  showInput(x) {
    const span = this.pictures.isImage ? [this.low, this.high] : this.spanOf(x);
    if (this.pictures.isImage) this.pictures.pixels($("pad"), this.drawn ? this.x : x, ...span);
    else this.pictures.curve($("pad"), x, ...span);
    if (document.activeElement === $("pad") && this.pictures.isImage) this.showPen();
    for (const input of $("numbers").querySelectorAll("input")) {
      if (input !== document.activeElement) input.value = show(this.x[input.dataset.index]);
    }
  }

  spanOf(x) {
    const low = Math.min(this.low, ...x);
    const high = Math.max(this.high, ...x);
    return [low, high > low ? high : low + 1];
  }

  showPen() {
    const context = $("pad").getContext("2d");
    context.fillStyle = this.pen.down ? "#e0562a" : "#3f8ae0";
    context.fillRect(Math.floor(this.pen.x * this.pictures.width),
                     Math.floor(this.pen.y * this.pictures.height), 1, 1);
  }

  showLabel({ labels, probabilities, certified }) {
    const rec = this.about.method === "rec";
    $("label").textContent = this.names[labels[0]];
    $("certified").textContent = rec ? "" : certified[0]
      ? "certified: the bounds prove that no other class costs less" : "not certified";
    $("certified").className = certified[0] ? "yes" : "no";
    $("probabilities").replaceChildren(...this.names.map((name, l) =>
      this.bar(name, probabilities[l], `${(100 * probabilities[l]).toFixed(1)} %`,
               l === labels[0])));
  }

  bar(name, share, text, best) {
    const fill = element("i");
    fill.style.width = `${100 * Math.min(1, Math.max(0, share))}%`;
    const row = element("div", { className: best ? "bar best" : "bar" },
                        element("span", { textContent: name, title: name }),
                        element("span", { className: "track", ariaHidden: "true" }, fill),
                        element("span", { textContent: text }));
    row.setAttribute("role", "listitem");
    return row;
  }

  /** The part that tells the two best classes apart, or the one that was chosen. */
  chosenPart({ scores, labels }) {
    if ($("part").value !== "auto") return Number($("part").value);
    const order = [...this.names.keys()].sort((a, b) => scores[b] - scores[a]);
    const best = labels[0];
    const second = order.find((l) => l !== best);
    const both = this.partClasses.findIndex((c) => c.includes(best) && c.includes(second));
    return both >= 0 ? both : this.partClasses.findIndex((c) => c.includes(best));
  }

  className(label) {
    return label < 0 ? "any other" : this.names[label];
  }

  showPart(x, found) {
    const number = this.chosenPart(found);
    const classes = this.partClasses[number];
    const costs = this.model.costs(number, x);
    const least = Math.min(...costs.upper);
    const rows = [];
    const seen = this.model.preprocess(x);
    const rec = this.about.method === "rec";
    const codes = rec ? null : this.model.encode(number, seen).codes;
    const { dictionary } = this.model.contents(number);
    classes.forEach((label, l) => {
      const width = costs.upper[l] - costs.lower[l];
      const interval = rec ? show(costs.costs[l])
        : `between ${costs.lower[l].toPrecision(7)} and ${costs.upper[l].toPrecision(7)}, ` +
          `${width.toExponential(1)} apart`;
      const row = element("div", { className: "hypothesis" },
        element("h3", { textContent: `If it is ${this.className(label)}` }),
        element("p", { className: "interval",
                       textContent: `cost ${interval}${costs.upper[l] === least ? ", the least" : ""}` }));
      if (!rec) row.append(this.explained(number, seen, dictionary, codes, l));
      rows.push(row);
    });
    $("hypotheses").replaceChildren(...rows);
    this.shownPart = number;
  }

  /** The signal, its reconstruction under a class, and the atoms in use with their weights. */
  explained(number, seen, dictionary, codes, l) {
    const { atoms, features } = this.model.parts[number];
    const code = codes.subarray(l * atoms, (l + 1) * atoms);
    const atom = (a) => dictionary.subarray(a * features, a * features + this.n);
    const reconstruction = new Float64Array(this.n);
    const used = [...code.keys()].filter((a) => code[a] !== 0)
      .sort((a, b) => Math.abs(code[b]) - Math.abs(code[a]));
    for (const a of used) atom(a).forEach((value, i) => { reconstruction[i] += code[a] * value; });
    const shown = seen.subarray(0, this.n);
    const span = [Math.min(...shown), Math.max(...shown)];
    const figure = (values, low, high, text) => element("figure", {},
      this.pictures.canvas(values, low, high, text), element("figcaption", { textContent: text }));
    const pictures = element("div", { className: "pictures" },
      figure(shown, ...span, "as it is seen"),
      figure(reconstruction, ...span, "reconstruction"));
    for (const a of used.slice(0, MOST_ATOMS)) {
      const size = atom(a).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      pictures.append(figure(atom(a), -size, size, `atom ${a}: ${show(code[a])}`));
    }
    if (used.length > MOST_ATOMS) {
      pictures.append(element("span", { className: "soft",
                                        textContent: `and ${used.length - MOST_ATOMS} more` }));
    }
    return pictures;
  }

  /** The bounds after more and more passes of coordinate descent. */
  async watch() {
    const x = this.signal();
    const number = this.shownPart;
    const table = element("div", { className: "bars" });
    $("closing").replaceChildren(
      element("p", { className: "soft", textContent: "Distance of the bounds of each class after so " +
        "many passes of coordinate descent, in powers of ten; the label is proven when the " +
        "intervals no longer overlap." }), table);
    for (const passes of [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]) {
      const model = new Model(this.module, this.bytes, { solver: "cd", max_iterations: passes });
      const { lower, upper } = model.costs(number, x);
      const widths = [...upper.keys()].map((l) => upper[l] - lower[l]);
      const best = [...upper.keys()].reduce((a, b) => (upper[b] < upper[a] ? b : a));
      const proven = [...lower.keys()].every((l) => l === best || lower[l] > upper[best]);
      const widest = Math.max(...widths);
      table.append(this.bar(`${passes}`, (Math.log10(Math.max(widest, 1e-8)) + 8) / 10,
                            widest.toExponential(1), proven));
      await new Promise((resume) => { setTimeout(resume, 0); });
      if (proven && widest < 1e-5) break;
    }
  }

  useKappa() {
    const power = Number($("kappa").value);
    this.model.setKappa(power === 0 ? null : this.kappa * 2 ** power);
  }

  showSliders() {
    const texts = { noise: (v) => `${Math.round(100 * v)} %`, occlusion: (v) => `${Math.round(100 * v)} %`,
                    kappa: (v) => show(this.kappa * 2 ** v) };
    for (const [id, text] of Object.entries(texts)) {
      $(id).nextElementSibling.textContent = text(Number($(id).value));
    }
  }

  build() {
    const { isImage, height, width } = this.pictures;
    $("about").textContent = `${this.about.method}, ${this.about.strategy}, ` +
      `${this.model.parts.length === 1 ? "one dictionary" : `${this.model.parts.length} dictionaries`}, ${this.names.length} classes, ${this.n} features` +
      `${isImage ? `, images of ${height} x ${width}` : ""}; ${this.about.preprocessing}`;
    $("pad").ariaLabel = isImage ? "Drawing area" : "Curve of the signal";
    $("pad-help").textContent = isImage
      ? "Draw with mouse, finger or pen. Keys: arrows move the pen, space lowers and lifts it."
      : "Drag the curve, or change the numbers.";
    this.partClasses = this.model.parts.map((_, number) => [...this.model.contents(number).classes]);
    $("part").append(element("option", { value: "auto", textContent: "of the two best classes" }),
      ...this.partClasses.map((classes, number) => element("option", {
        value: `${number}`, textContent: classes.length > 3 ? `${number}: all classes`
          : `${number}: ${classes.map((l) => this.className(l)).join(" against ")}` })));
    if (this.model.parts.length === 1) $("part-label").hidden = true;
    if (this.about.method === "rec") $("watch").hidden = true;
    this.buildExamples();
    if (!isImage && this.n <= MOST_NUMBERS) this.buildNumbers();
    this.listen();
  }

  buildExamples() {
    const { rows, names } = this.given;
    $("pick-label").hidden = rows.length === 0;
    $("pick").append(element("option", { value: "", textContent: "choose" }),
      ...rows.map((_, i) => element("option", {
        value: `${i}`, textContent: names[i] === "" ? `signal ${i + 1}` : `${i + 1}: ${names[i]}` })));
    if (rows.length > 0) this.pick(0);
  }

  pick(index) {
    $("pick").value = `${index}`;
    this.x = Float64Array.from(this.given.rows[index]);
    this.drawn = false;
  }

  buildNumbers() {
    $("numbers").append(...[...this.x.keys()].map((i) => {
      const input = element("input", { type: "number", step: "any" });
      input.dataset.index = i;
      input.addEventListener("input", () => {
        if (!Number.isFinite(input.valueAsNumber)) return;
        this.x[i] = input.valueAsNumber;
        this.soon();
      });
      return element("label", {}, `feature ${i + 1}`, input);
    }));
  }

  /** Ink around a point of the unit square, or the curve pulled to it. */
  touch(v, u) {
    const { isImage, height, width } = this.pictures;
    if (!isImage) {
      const [low, high] = this.spanOf(this.signal());
      const i = Math.min(this.n - 1, Math.max(0, Math.floor(u * this.n)));
      this.x[i] = low + (0.95 - v) / 0.9 * (high - low);
      return;
    }
    if (!this.drawn) this.clear();
    const radius = Math.max(0.55, Math.max(height, width) / 28);
    for (let i = 0; i < this.x.length; ++i) {
      const d2 = (Math.floor(i / width) + 0.5 - v * height) ** 2 + (i % width + 0.5 - u * width) ** 2;
      const ink = this.low + (this.high - this.low) * Math.min(1, 1.6 * Math.exp(-d2 / (1.3 * radius ** 2)));
      if (ink > this.x[i] && d2 < (3 * radius) ** 2) this.x[i] = ink;
    }
  }

  line(from, to) {
    const steps = 1 + Math.ceil(60 * Math.hypot(to[0] - from[0], to[1] - from[1]));
    for (let s = 1; s <= steps; ++s) {
      this.touch(from[0] + (to[0] - from[0]) * s / steps, from[1] + (to[1] - from[1]) * s / steps);
    }
    this.soon();
  }

  listen() {
    const pad = $("pad");
    let last = null;
    const place = (event) => {
      const box = pad.getBoundingClientRect();
      return [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width];
    };
    pad.addEventListener("pointerdown", (event) => {
      pad.setPointerCapture(event.pointerId);
      last = place(event);
      this.line(last, last);
    });
    pad.addEventListener("pointermove", (event) => {
      if (last === null) return;
      const now = place(event);
      this.line(last, now);
      last = now;
    });
    for (const end of ["pointerup", "pointercancel"]) pad.addEventListener(end, () => { last = null; });
    pad.addEventListener("keydown", (event) => this.key(event));
    for (const change of ["focus", "blur"]) pad.addEventListener(change, () => this.soon());
    $("clear").addEventListener("click", () => {
      this.clear();
      $("pick").value = "";
      this.soon();
    });
    $("pick").addEventListener("change", () => {
      if ($("pick").value !== "") this.pick(Number($("pick").value));
      this.soon();
    });
    for (const id of ["noise", "occlusion", "kappa"]) {
      $(id).addEventListener("input", () => guarded(() => {
        if (id === "kappa") this.useKappa();
        this.showSliders();
        this.soon();
      }));
    }
    $("part").addEventListener("change", () => this.soon());
    $("watch").addEventListener("click", () => guarded(() => this.watch()));
    matchMedia("(prefers-color-scheme:dark)").addEventListener("change", () => this.soon());
  }

  key(event) {
    const { isImage, height, width } = this.pictures;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (!isImage || (event.key !== " " && !(event.key in moves))) return;
    event.preventDefault();
    const from = [this.pen.y, this.pen.x];
    if (event.key === " ") this.pen.down = !this.pen.down;
    else {
      const [dy, dx] = moves[event.key];
      this.pen.y = Math.min(0.99, Math.max(0, this.pen.y + dy / height));
      this.pen.x = Math.min(0.99, Math.max(0, this.pen.x + dx / width));
    }
    if (this.pen.down) this.line(from, [this.pen.y, this.pen.x]);
    this.soon();
  }
}

/** Runs work, and says what went wrong in the page. */
async function guarded(work) {
  $("fault").hidden = true;
  try {
    await work();
  } catch (error) {
    $("fault").textContent = error instanceof SupdictError ? error.message
      : `This browser cannot show the page: ${error.message}`;
    $("fault").hidden = false;
  }
}

await guarded(async () => {
  const [wasm, bytes] = await Promise.all([unpacked("module"), unpacked("model")]);
  const page = new Page(await WebAssembly.compile(wasm), bytes,
                        JSON.parse($("signals").textContent));
  page.build();
  page.showSliders();
  page.update();
  document.querySelector("main").hidden = false;
  document.body.dataset.ready = `${Math.round(performance.now())}`;
});
