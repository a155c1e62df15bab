// SPDX-License-Identifier: BSD-3-Clause
// What a dictionary costs under each of its classes: intervals, reconstructions, atoms in use.

const MOST_ATOMS = 8; // atoms that are shown of a code
const MOST_EXPLAINED = 10; // classes whose codes are shown: those of the least costs

function interval({ lower, upper }, l) {
  return `between ${lower[l].toPrecision(7)} and ${upper[l].toPrecision(7)}, ` +
    `${(upper[l] - lower[l]).toExponential(1)} apart`;
}

class Costs {
  constructor(model, pictures) {
    this.model = model;
    this.pictures = pictures;
    this.names = model.description.labels;
    this.isRec = model.description.method === "rec";
    this.classesOf = model.parts.map((_, number) => [...model.contents(number).classes]);
    this.offer();
  }

  /** The choice of dictionaries. */
  offer() {
    $("part").append(element("option", { value: "auto", textContent: "of the two best classes" }),
      ...this.classesOf.map((classes, number) => element("option", {
        value: `${number}`, textContent: `${number}: ${classes.length > 3 ? "all classes"
          : classes.map((l) => this.nameOf(l)).join(" against ")}` })));
    $("part-label").hidden = this.classesOf.length === 1;
  }

  nameOf(label) {
    return label < 0 ? "any other" : this.names[label];
  }

  /** The part that tells the two best classes apart, or the one that was chosen. */
  chosen({ scores, labels }) {
    if ($("part").value !== "auto") return Number($("part").value);
    const [best] = labels;
    const others = [...this.names.keys()].filter((l) => l !== best);
    const second = others.reduce((a, b) => (scores[b] > scores[a] ? b : a), others[0]);
    const both = this.classesOf.findIndex((c) => c.includes(best) && c.includes(second));
    return both >= 0 ? both : this.classesOf.findIndex((c) => c.includes(best));
  }

  show(x, found) {
    this.part = this.chosen(found);
    const { atoms } = this.model.parts[this.part];
    const costs = this.model.costs(this.part, x);
    const seen = this.model.preprocess(x);
    const least = costs.upper.indexOf(Math.min(...costs.upper));
    const rows = this.classesOf[this.part].map((label, l) =>
      this.row(`If it is ${this.nameOf(label)}`, this.costOf(costs, l, l === least)));
    if (this.isRec) {
      const { codes, ...bounds } = this.model.lasso(this.part, seen);
      rows.unshift(this.row("Its code, whatever it is", `cost ${interval(bounds, 0)}`,
                            this.explained(seen, codes)));
    } else {
      const { codes } = this.model.encode(this.part, seen);
      const order = [...rows.keys()].sort((a, b) => costs.upper[a] - costs.upper[b]);
      for (const l of order.slice(0, MOST_EXPLAINED)) {
        rows[l].append(this.explained(seen, codes.subarray(l * atoms, (l + 1) * atoms)));
      }
    }
    $("hypotheses").replaceChildren(...rows);
  }

  row(title, text, ...more) {
    return element("div", { className: "hypothesis" }, element("h3", { textContent: title }),
                   element("p", { className: "interval", textContent: text }), ...more);
  }

  /** The costs of a reconstructive model are its decision values, with the other sign. */
  costOf(costs, l, isLeast) {
    if (this.isRec) return `decision value ${show(-costs.costs[l])}${isLeast ? ", the largest" : ""}`;
    return `cost ${interval(costs, l)}${isLeast ? ", the least" : ""}`;
  }

  /** The signal, its reconstruction by a code, and the atoms in use with their weights. */
  explained(seen, code) {
    const { features } = this.model.parts[this.part];
    const { dictionary } = this.model.contents(this.part);
    const { isImage, height, width } = this.pictures;
    // Without a constant that may have been appended.
    const n = isImage ? height * width : Math.min(features, this.model.description.features);
    const atom = (a) => dictionary.subarray(a * features, a * features + n);
    const used = [...code.keys()].filter((a) => code[a] !== 0)
      .sort((a, b) => Math.abs(code[b]) - Math.abs(code[a]));
    const reconstruction = new Float64Array(n);
    for (const a of used) atom(a).forEach((value, i) => { reconstruction[i] += code[a] * value; });
    const shown = seen.subarray(0, n);
    const span = [Math.min(...shown), Math.max(...shown)];
    const row = element("div", { className: "pictures" },
      this.pictures.figure(shown, ...span, "as it is seen"),
      this.pictures.figure(reconstruction, ...span, "recon\u00adstruction"));
    for (const a of used.slice(0, MOST_ATOMS)) {
      const size = atom(a).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      row.append(this.pictures.figure(atom(a), -size, size, `atom ${a}: ${show(code[a])}`));
    }
    if (used.length > MOST_ATOMS) {
      row.append(element("span", { className: "soft",
                                   textContent: `and ${used.length - MOST_ATOMS} more` }));
    }
    return row;
  }
}
