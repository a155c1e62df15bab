// SPDX-License-Identifier: BSD-3-Clause
// The certificate that closes: the bounds of the two least costs after more and more passes.

const PASSES = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
const CLOSED = 1.5; // times the width of the bounds of the costs that the page shows
const LEAST_ROOM = 1e-4; // of an axis, of the costs: room for intervals of equal costs
const PAUSE = 120; // milliseconds between two steps

function widest({ lower, upper }) {
  return Math.max(...upper.map((bound, l) => bound - lower[l]));
}

class Closing {
  /** `modelAfter(passes)` gives the model with a solver that stops then. */
  constructor(costs, modelAfter) {
    this.costs = costs;
    this.modelAfter = modelAfter;
    this.run = 0;
    this.speaker = new Speaker($("closing-says"));
  }

  clear() {
    this.run += 1;
    $("closing").replaceChildren();
  }

  async watch(model, x) {
    this.clear();
    const { run, costs: { part } } = this;
    const axis = this.axisOf(model.costs(part, x));
    const rows = element("div", { role: "list", "aria-labelledby": "closing-title" });
    $("closing").append(this.legend(axis), rows);
    for (const passes of PASSES) {
      const bounds = this.modelAfter(passes).costs(part, x);
      const row = this.rowOf(passes, bounds, axis);
      rows.append(row.element);
      this.speaker.say(row.text);
      await new Promise((resume) => { setTimeout(resume, PAUSE); });
      if (run !== this.run || row.isClosed) return;
    }
  }

  name(l) {
    return this.costs.nameOf(this.costs.classesOf[this.costs.part][l]);
  }

  legend(axis) {
    const key = (kind, l) => element("span", { className: `key ${kind}`, textContent: this.name(l) });
    const text = element("p", { className: "soft", id: "closing-title" },
      "Where the cost must lie, after so many passes of coordinate descent, if it is ",
      key("first", axis.first));
    if (axis.second !== undefined) text.append(" and if it is ", key("second", axis.second));
    text.append(`; from ${show(axis.low)} to ${show(axis.high)}. ` +
      "The label is proven when no other interval begins before the least one ends.");
    return text;
  }

  /** Around the two least costs. */
  axisOf({ lower, upper }) {
    const [first, second] = [...upper.keys()].sort((a, b) => upper[a] - upper[b]);
    const most = upper[second ?? first];
    const room = Math.max(most - lower[first], LEAST_ROOM * Math.abs(most)) * 0.75;
    return { first, second, low: lower[first] - room, high: most + room,
             width: widest({ lower, upper }) };
  }

  rowOf(passes, bounds, axis) {
    const { lower, upper } = bounds;
    const { first, second } = axis;
    const isProven = lower.every((bound, l) => l === first || bound > upper[first]);
    const width = widest(bounds);
    const track = element("span", { className: "track", "aria-hidden": "true" },
      this.interval("first", lower[first], upper[first], axis));
    if (second !== undefined) {
      track.append(this.interval("second", lower[second], upper[second], axis));
    }
    const said = `${width.toExponential(1)} ${isProven ? "proven" : "open"}`;
    return {
      element: element("div", { className: isProven ? "bar best" : "bar", role: "listitem" },
        element("span", { textContent: `${passes}` }), track,
        element("span", { textContent: said })),
      text: `After ${passes} passes bounds are ${width.toExponential(1)} apart, ${isProven ? "" : "not "}proven`,
      isClosed: isProven && width <= CLOSED * axis.width,
    };
  }

  interval(kind, lower, upper, { low, high }) {
    const inside = (value) => 100 * Math.min(1, Math.max(0, (value - low) / (high - low)));
    const fill = element("i", { className: kind });
    fill.style.left = `${inside(lower)}%`;
    fill.style.width = `${inside(upper) - inside(lower)}%`;
    return fill;
  }
}
