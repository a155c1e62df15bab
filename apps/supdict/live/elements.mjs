// SPDX-License-Identifier: BSD-3-Clause
// The live page: a signal is drawn, picked or typed, and the library in this page classifies it.
// wasm/supdict.mjs and these files, in the order of assets.cpp, are one script.

const $ = (id) => document.getElementById(id);

/** An element; names with a dash, and `role`, are attributes, the others properties. */
function element(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name === "role" || name.includes("-")) made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}

function show(number) {
  return Number.isFinite(number) ? Number(number.toPrecision(4)).toString() : "-";
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

/** Text for screen readers: the last one of a quick sequence. */
class Speaker {
  constructor(target) {
    this.target = target;
    this.timer = 0;
  }

  say(text) {
    const QUIET = 400; // milliseconds without another text
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.target.textContent !== text) this.target.textContent = text;
    }, QUIET);
  }
}

/** A row of a list: a name, a bar, a text. */
function bar(name, share, text, isBest) {
  const fill = element("i");
  fill.style.width = `${100 * Math.min(1, Math.max(0, share))}%`;
  return element("div", { className: isBest ? "bar best" : "bar", role: "listitem" },
    element("span", { textContent: name, title: name }),
    element("span", { className: "track", "aria-hidden": "true" }, fill),
    element("span", { textContent: text }));
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
