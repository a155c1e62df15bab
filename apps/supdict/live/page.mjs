// SPDX-License-Identifier: BSD-3-Clause
// The page as a whole: what it is made of, and what happens after a change.

const MOST_NUMBERS = 24; // features that are shown as fields

async function unpacked(id) {
  const text = atob($(id).textContent.trim());
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Page {
  constructor(module, bytes, given) {
    this.given = given;
    this.model = new Model(module, bytes);
    this.about = this.model.description;
    this.names = this.about.labels;
    this.isRec = this.about.method === "rec";
    this.signal = new Signal(given, this.about.features, this.about.image);
    this.pad = new Pad($("pad"), this.signal, new Pictures(this.about.image), () => this.soon());
    this.costs = new Costs(this.model, new Pictures(this.about.coded_image));
    this.closing = new Closing(this.costs, (passes) => {
      const model = new Model(module, bytes, { solver: "cd", max_iterations: passes });
      if (this.kappa() !== null) model.setKappa(this.kappa());
      return model;
    });
    this.speaker = new Speaker($("spoken"));
    this.waiting = false;
    this.build();
    this.listen();
  }

  build() {
    const { about, model } = this;
    $("about").textContent = `${about.method}, ${about.strategy}, ` +
      `${model.parts.length === 1 ? "one dictionary" : `${model.parts.length} dictionaries`}, ` +
      `${this.names.length} classes, ${about.features} features` +
      `${this.signal.isImage ? `, images of ${about.image.join(" x ")}` : ""}; ${about.preprocessing}`;
    $("watch").hidden = this.isRec;
    const { rows, names } = this.given;
    $("pick-label").hidden = rows.length === 0;
    $("pick").append(element("option", { value: "", textContent: "choose" }),
      ...rows.map((_, i) => element("option", {
        value: `${i}`, textContent: names[i] === "" ? `signal ${i + 1}` : `${i + 1}: ${names[i]}` })));
    if (rows.length > 0) this.pick("0");
    if (!this.signal.isImage && this.signal.n <= MOST_NUMBERS) this.buildNumbers();
    this.readSliders();
  }

  buildNumbers() {
    $("numbers").append(...Array.from({ length: this.signal.n }, (_, i) => {
      const input = element("input", { type: "number", step: "any" });
      input.addEventListener("input", () => {
        if (!Number.isFinite(input.valueAsNumber)) return;
        this.signal.x[i] = input.valueAsNumber;
        this.soon();
      });
      return element("label", {}, `feature ${i + 1}`, input);
    }));
  }

  listen() {
    $("clear").addEventListener("click", () => {
      this.signal.clear();
      this.pad.clear();
      $("pick").value = "";
      this.soon();
    });
    $("pick").addEventListener("change", () => {
      if ($("pick").value !== "") this.pick($("pick").value);
      this.soon();
    });
    for (const id of ["noise", "occlusion", "kappa"]) {
      $(id).addEventListener("input", () => guarded(() => {
        if (id === "kappa") this.model.setKappa(this.kappa());
        this.readSliders();
        this.soon();
      }));
    }
    $("part").addEventListener("change", () => this.soon());
    $("watch").addEventListener("click", () =>
      guarded(() => this.closing.watch(this.model, this.signal.seen())));
    matchMedia("(prefers-color-scheme:dark)").addEventListener("change", () => this.soon());
  }

  pick(row) {
    $("pick").value = row;
    this.signal.take(Number(row));
  }

  /** As the slider says; null: as the model was trained. */
  kappa() {
    const power = Number($("kappa").value);
    return power === 0 ? null : this.about.members[0].kappa * 2 ** power;
  }

  readSliders() {
    this.signal.noise = Number($("noise").value);
    this.signal.occlusion = Number($("occlusion").value);
    const rounded = (share) => `${Math.round(100 * share)} %`;
    const texts = { noise: rounded(this.signal.noise), occlusion: rounded(this.signal.occlusion),
                    kappa: show(this.kappa() ?? this.about.members[0].kappa) };
    for (const [id, text] of Object.entries(texts)) {
      $(id).nextElementSibling.textContent = text;
      $(id).setAttribute("aria-valuetext", text);
    }
  }

  /** Once before the next picture of the screen. */
  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      guarded(() => this.update());
    });
  }

  update() {
    const x = this.signal.seen();
    this.pad.show(x);
    this.showNumbers();
    this.closing.clear();
    if (this.signal.isEmpty()) {
      this.showNothing("Nothing is drawn yet.");
      return;
    }
    try {
      this.answer(x);
    } catch (error) {
      this.showNothing("");
      throw error;
    }
  }

  answer(x) {
    const before = performance.now();
    const found = this.model.classify(x);
    $("time").textContent = `classified in ${show(performance.now() - before)} ms, in this page`;
    this.showFound(found);
    this.costs.show(x, found);
    this.hideAnswer(false);
  }

  showNothing(why) {
    this.showLabel("", why, "");
    this.hideAnswer(true);
  }

  hideAnswer(isHidden) {
    for (const id of ["probabilities", "time", "costs"]) $(id).hidden = isHidden;
  }

  showNumbers() {
    $("numbers").querySelectorAll("input").forEach((input, i) => {
      if (input !== document.activeElement) input.value = show(this.signal.x[i]);
    });
  }

  showFound({ labels, probabilities, certified }) {
    const name = this.names[labels[0]];
    const words = certified[0] ? "certified: the bounds prove that no other class costs less"
      : "not certified";
    this.showLabel(name, this.isRec ? "" : words, certified[0] ? "yes" : "no");
    $("probabilities").replaceChildren(...this.names.map((other, l) =>
      bar(other, probabilities[l], percent(probabilities[l]), l === labels[0])));
    this.speaker.say(`${name}, ${percent(probabilities[labels[0]])}` +
      `${this.isRec ? "" : `, ${certified[0] ? "" : "not "}certified`}`);
  }

  showLabel(name, words, kind) {
    $("label").textContent = name;
    $("certified").textContent = words;
    $("certified").className = kind;
  }
}

await guarded(async () => {
  const [wasm, bytes] = await Promise.all([unpacked("module"), unpacked("model")]);
  const page = new Page(await WebAssembly.compile(wasm), bytes,
                        JSON.parse($("signals").textContent));
  page.update();
  document.querySelector("main").hidden = false;
  document.body.dataset.ready = `${Math.round(performance.now())}`;
});
