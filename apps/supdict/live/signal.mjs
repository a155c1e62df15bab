// SPDX-License-Identifier: BSD-3-Clause
// The signal that is classified, and how drawing, noise and occlusion change it.

const USUAL_SHARE = 5 / 7; // of the image that a drawing takes, where there is no example

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

/** Where the ink is: its box, and the middle of its mass. */
function placeOf(ink, height, width) {
  let [top, bottom, left, right, mass, my, mx] = [height, -1, width, -1, 0, 0, 0];
  const faint = ink.reduce((a, b) => Math.max(a, b), 0) / 8;
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

class Signal {
  /** `given`: range, start and rows, as the command writes them into the page. */
  constructor(given, n, [height, width]) {
    Object.assign(this, { n, height, width, isImage: height > 0 && width > 0, rows: given.rows });
    [this.low, this.high] = given.range;
    this.start = Float64Array.from(given.start.length ? given.start : new Array(n).fill(this.low));
    this.normals = normals(n);
    this.noise = 0;
    this.occlusion = 0;
    this.usualShare = this.shareOfExamples();
    this.clear();
  }

  /** How much of an image is taken by what it shows. */
  shareOfExamples() {
    const shares = this.isImage ? this.rows.map((row) => placeOf(
      row.map((value) => value - this.low), this.height, this.width))
      .filter((place) => place.mass > 0).map((place) => place.share) : [];
    if (shares.length === 0) return USUAL_SHARE;
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  clear() {
    this.x = this.start.slice();
    this.isDrawn = this.isImage;
  }

  take(row) {
    this.x = Float64Array.from(this.rows[row]);
    this.isDrawn = false;
  }

  /** An image on which nothing has been drawn. */
  isEmpty() {
    return this.isDrawn && this.noise === 0 && this.x.every((value, i) => value === this.start[i]);
  }

  isHidden(i) {
    if (!this.isImage) return Math.abs((i + 0.5) / this.n - 0.5) < this.occlusion / 2;
    const side = Math.sqrt(this.occlusion) / 2;
    return Math.abs((Math.floor(i / this.width) + 0.5) / this.height - 0.5) < side &&
           Math.abs((i % this.width + 0.5) / this.width - 0.5) < side;
  }

  /** What is classified: the signal as it was given, with noise and occlusion. */
  seen() {
    let x = this.x;
    if (this.isDrawn) {
      const ink = centred(x.map((value) => value - this.low), this.height, this.width,
                          this.usualShare);
      x = ink.map((value) => value + this.low);
    }
    const size = this.noise * (this.high - this.low) / 2;
    return x.map((value, i) => {
      if (this.isHidden(i)) return this.start[i];
      const noisy = value + size * this.normals[i];
      return this.isImage ? Math.min(this.high, Math.max(this.low, noisy)) : noisy;
    });
  }

  /** Ink around a point of the unit square. */
  ink(v, u) {
    if (!this.isDrawn) this.clear();
    const { height, width, low, high } = this;
    const radius = Math.max(0.55, Math.max(height, width) / 28);
    for (let i = 0; i < this.x.length; ++i) {
      const d2 = (Math.floor(i / width) + 0.5 - v * height) ** 2 + (i % width + 0.5 - u * width) ** 2;
      const value = low + (high - low) * Math.min(1, 1.6 * Math.exp(-d2 / (1.3 * radius ** 2)));
      if (value > this.x[i] && d2 < (3 * radius) ** 2) this.x[i] = value;
    }
  }

  /** The curve pulled to a point of the unit square, on an axis. */
  pull(v, u, [low, high]) {
    const i = Math.min(this.n - 1, Math.max(0, Math.floor(u * this.n)));
    this.x[i] = low + Math.min(1, Math.max(0, (0.95 - v) / 0.9)) * (high - low);
  }
}
