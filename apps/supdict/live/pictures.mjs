// SPDX-License-Identifier: BSD-3-Clause
// Signals as pictures: grey pixels of an image, or a curve.

const LARGE_CURVE = 440; // pixels across
const SMALL_CURVE = 180;

class Pictures {
  constructor([height, width]) {
    this.height = height;
    this.width = width;
    this.isImage = height > 0 && width > 0;
  }

  /** A figure of values between low and high, dark to light. Its caption is its text. */
  figure(values, low, high, caption) {
    const canvas = element("canvas", { "aria-hidden": "true" });
    if (this.isImage) this.pixels(canvas, values, low, high);
    else this.curve(canvas, values, low, high, SMALL_CURVE);
    return element("figure", {}, canvas, element("figcaption", { textContent: caption }));
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

  curve(canvas, values, low, high, width = LARGE_CURVE) {
    canvas.width = width;
    canvas.height = width / 2;
    const context = canvas.getContext("2d");
    context.strokeStyle = getComputedStyle(document.body).color;
    context.lineWidth = 3;
    context.beginPath();
    values.forEach((value, i) => {
      const [x, y] = this.place(canvas, i, value, values.length, low, high);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.stroke();
  }

  place(canvas, i, value, n, low, high) {
    return [canvas.width * (i + 0.5) / n,
      canvas.height * (0.95 - 0.9 * (value - low) / (high - low || 1))];
  }

  /** Where the keys are: a pixel of the unit square, or a point of the curve. */
  markPixel(canvas, pen) {
    const context = canvas.getContext("2d");
    context.fillStyle = pen.down ? "#e0562a" : "#3f8ae0";
    context.fillRect(Math.floor(pen.x * this.width), Math.floor(pen.y * this.height), 1, 1);
  }

  markPoint(canvas, i, values, low, high) {
    const context = canvas.getContext("2d");
    context.fillStyle = "#e0562a";
    context.beginPath();
    context.arc(...this.place(canvas, i, values[i], values.length, low, high), 7, 0, 7);
    context.fill();
  }
}

/** The interval of a curve's axis: what is usual, and what is there. */
function spanOf(values, low, high) {
  const least = values.reduce((a, b) => Math.min(a, b), low);
  const most = values.reduce((a, b) => Math.max(a, b), high);
  return [least, most > least ? most : least + 1];
}
