// SPDX-License-Identifier: BSD-3-Clause
// Where the signal is drawn or dragged, with mouse, finger, pen or keys.

const STEPS_OF_LINE = 60; // points of a stroke across the whole pad
const STEPS_OF_VALUE = 50; // presses of a key from the bottom of a curve to its top
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Pad {
  /** `changed` is called after each change. */
  constructor(canvas, signal, pictures, changed) {
    Object.assign(this, { canvas, signal, pictures, changed });
    this.speaker = new Speaker($("pad-says"));
    this.pen = { y: 0.3, x: 0.3, down: false };
    this.point = 0; // of a curve, for the keys
    this.last = null; // of the stroke that goes on
    this.byKeys = false; // whether their place is shown
    this.describe();
    this.listen();
  }

  describe() {
    const { isImage, height, width } = this.signal;
    this.canvas.setAttribute("aria-label", isImage ? "Drawing area" : "Curve of the signal");
    $("pad-help").textContent = isImage
      ? "Draw with mouse, finger or pen. Keys: arrows move the pen, space lowers and lifts it."
      : "Drag the curve. Keys: left and right choose a feature, up and down change it.";
    const MOST_OF_SCREEN = 60; // percent of its height
    if (isImage) this.canvas.style.maxWidth = `${MOST_OF_SCREEN * width / height}vh`;
  }

  clear() {
    this.pen.down = false;
  }

  /** `seen` is what is classified: a drawing is shown as it was drawn, before it is centred. */
  show(seen) {
    const { signal, pictures, canvas } = this;
    const isMarked = this.byKeys && document.activeElement === canvas;
    if (signal.isImage) {
      const isDrawing = signal.isDrawn && signal.noise === 0 && signal.occlusion === 0;
      pictures.pixels(canvas, isDrawing ? signal.x : seen, signal.low, signal.high);
      if (isMarked) pictures.markPixel(canvas, this.pen);
      return;
    }
    // The axis stays where it is while the curve is dragged.
    if (this.last === null) this.span = spanOf(seen, signal.low, signal.high);
    pictures.curve(canvas, seen, ...this.span);
    if (isMarked) pictures.markPoint(canvas, this.point, seen, ...this.span);
  }

  line(from, to) {
    const { signal } = this;
    const most = signal.isImage ? STEPS_OF_LINE : Math.max(STEPS_OF_LINE, 2 * signal.n);
    const steps = 1 + Math.ceil(most * Math.hypot(to[0] - from[0], to[1] - from[1]));
    for (let s = 1; s <= steps; ++s) {
      const [v, u] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * s / steps);
      if (signal.isImage) signal.ink(v, u);
      else signal.pull(v, u, this.span);
    }
    this.changed();
  }

  listen() {
    const place = (event) => {
      const box = this.canvas.getBoundingClientRect();
      return [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width];
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.byKeys = false;
      this.canvas.setPointerCapture(event.pointerId);
      this.last = place(event);
      this.line(this.last, this.last);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (this.last === null) return;
      const now = place(event);
      this.line(this.last, now);
      this.last = now;
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.canvas.addEventListener(end, () => {
        this.last = null;
        this.changed();
      });
    }
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("blur", this.changed);
    this.canvas.addEventListener("focus", () => {
      this.byKeys = this.canvas.matches(":focus-visible");
      this.changed();
    });
  }

  key(event) {
    const isUsed = event.key in MOVES || (event.key === " " && this.signal.isImage);
    if (!isUsed || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.byKeys = true;
    if (this.signal.isImage) this.movePen(event.key);
    else this.movePoint(MOVES[event.key]);
    this.changed();
  }

  movePen(key) {
    const { height, width } = this.signal;
    const from = [this.pen.y, this.pen.x];
    if (key === " ") this.pen.down = !this.pen.down;
    else {
      const inside = (place) => Math.min(0.99, Math.max(0, place));
      this.pen.y = inside(this.pen.y + MOVES[key][0] / height);
      this.pen.x = inside(this.pen.x + MOVES[key][1] / width);
    }
    if (this.pen.down) this.line(from, [this.pen.y, this.pen.x]);
    this.speaker.say(`row ${1 + Math.floor(this.pen.y * height)}, column ` +
      `${1 + Math.floor(this.pen.x * width)}, pen ${this.pen.down ? "down" : "up"}`);
  }

  movePoint([up, right]) {
    const { signal, span } = this;
    this.point = Math.min(signal.n - 1, Math.max(0, this.point + right));
    signal.x[this.point] -= up * (span[1] - span[0]) / STEPS_OF_VALUE;
    this.speaker.say(`feature ${this.point + 1}: ${show(signal.x[this.point])}`);
  }
}
