// SPDX-License-Identifier: BSD-3-Clause
// The live page as people use it. tests/wasm/page_test.sh makes the pages.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { browser, coloured, label, open, pages, settled, slide, text } from "./page_session.mjs";

const shots = process.env.SUPDICT_SHOTS;
// With a bar, as many of the digits in the data have one.
const SEVEN = [[[0.3, 0.1], [0.7, 0.1], [0.55, 0.5], [0.45, 0.9]], [[0.35, 0.5], [0.75, 0.5]]];
const ONE = [[[0.5, 0.15], [0.5, 0.85]]];

test("a drawn seven is a seven, a drawn one a one, with mouse, finger and pen", async () => {
  const milliseconds = await open("digits");
  assert.ok(milliseconds < 5000, `${milliseconds} ms until the first label`);
  for (const [lines, name, pointer] of [[SEVEN, "7", "mouse"], [ONE, "1", "touch"],
    [SEVEN, "7", "pen"]]) {
    await browser.click("#clear");
    await browser.draw("#pad", lines, pointer);
    await settled();
    assert.equal(await label(), name, pointer);
    assert.equal(await coloured(), 0, "no mark of the keys");
  }
  await browser.screenshot(`${shots}/digits-1280.png`);
  assert.deepEqual(await browser.complaints(), []);
});

test("a digit is drawn with the keys", async () => {
  await open("digits");
  await browser.click("#clear");
  await browser.run("document.querySelector('#pad').focus()");
  const [right, up, down] = ["\uE014", "\uE013", "\uE015"];
  await browser.type("#pad", `${right.repeat(2)}${up.repeat(8)} ${down.repeat(7)} `);
  await settled();
  assert.equal(await label(), "1");
  assert.equal(await coloured(), 1, "the pen of the keys");
});

test("examples, noise, occlusion and kappa change what is seen", async () => {
  await open("digits");
  const first = await text("#hypotheses");
  assert.match(first, /cost between \S+ and \S+, \S+ apart/);
  assert.match(first, /atom \d+: /);
  const certain = await text("#probabilities");
  await slide("noise", 0.6);
  assert.notEqual(await text("#probabilities"), certain);
  await slide("noise", 0);
  assert.equal(await text("#probabilities"), certain);
  await slide("occlusion", 0.5);
  assert.notEqual(await text("#probabilities"), certain);
  await slide("occlusion", 0);
  const atoms = () => browser.run("return document.querySelectorAll('.pictures figure').length");
  const before = await atoms();
  await slide("kappa", 2);
  assert.ok(await atoms() < before, "fewer atoms with a larger kappa");
  await slide("kappa", 0);
  assert.equal(await atoms(), before);
  await browser.run("const p = document.querySelector('#pick'); p.value = '4';" +
    "p.dispatchEvent(new Event('change'))");
  await settled();
  assert.notEqual(await text("#hypotheses"), first);
});

test("the certificate closes", async () => {
  await open("digits");
  await browser.click("#watch");
  await browser.waitFor("return document.querySelectorAll('#closing .bar').length >= 3");
  await browser.waitFor("return document.querySelector('#closing .bar.best')");
  const widths = await browser.run("return [...document.querySelectorAll('#closing .bar')]" +
    ".map((bar) => parseFloat(bar.lastChild.textContent))");
  assert.ok(widths.at(-1) < widths[0], `${widths}`);
  // With the intervals of both classes, apart from each other in the end, and all of it spoken.
  const [first, second] = await browser.run("const row = [...document.querySelectorAll('#closing .bar')].at(-1);" +
    "return ['.first', '.second'].map((kind) => { const b = row.querySelector(kind).getBoundingClientRect();" +
    "return [b.left, b.right]; })");
  assert.ok(first[1] < second[0], `${first} ${second}`);
  await browser.waitFor("return / proven$/.test(document.querySelector('#closing-says').textContent)");
  await browser.screenshot(`${shots}/closing-1280.png`);
  await slide("kappa", 1);
  assert.equal(await text("#closing"), "", "what was watched is another model's");
});

test("curves are dragged", async () => {
  await open("curves");
  const name = await label();
  const before = await text("#hypotheses");
  assert.match(before, /If it is early.*If it is late.*If it is middle/);
  assert.ok(["early", "middle", "late"].includes(name));
  await browser.draw("#pad", [[[0.1, 0.9], [0.5, 0.1], [0.9, 0.9]]]);
  await settled();
  assert.notEqual(await text("#hypotheses"), before);
  assert.equal(await label(), "middle");
  await browser.screenshot(`${shots}/curves-1280.png`);
});

test("a curve does not run away from a pointer at the edge", async () => {
  await open("curves");
  await browser.draw("#pad", [[[0.2, 0.02], [0.3, 0.01], [0.4, 0.02], [0.2, 0.01], [0.4, 0.02]]]);
  await settled();
  await browser.run("document.querySelector('#pad').focus()");
  const right = "\uE014";
  await browser.type("#pad", right.repeat(12));
  const said = await browser.waitFor(
    "return /^feature 13: (.*)/.exec(document.querySelector('#pad-says').textContent)?.[1]");
  const most = await browser.run("const { range, rows } = JSON.parse(document.querySelector('#signals').textContent);" +
    "return Math.max(range[1], ...rows[0])");
  assert.ok(Math.abs(said - most) < 1e-3 * most, `${said} at the top, of at most ${most}`);
});

test("a curve is changed with the keys", async () => {
  await open("curves");
  const before = await text("#hypotheses");
  const [right, up] = ["\uE014", "\uE013"];
  await browser.run("document.querySelector('#pad').focus()");
  await browser.type("#pad", `${right.repeat(20)}${up.repeat(10)}`);
  await settled();
  assert.notEqual(await text("#hypotheses"), before);
  await browser.waitFor("return /^feature 21: /.test(document.querySelector('#pad-says').textContent)");
});

test("numbers are typed, and one that is none has no label", async () => {
  await open("table");
  assert.equal(await label(), "setosa");
  const typed = (field, value) => browser.run(
    "const i = document.querySelectorAll('#numbers input')[arguments[0]];" +
    "i.value = arguments[1]; i.dispatchEvent(new Event('input'))", field, value);
  await typed(0, "1e300");
  await settled();
  assert.match(await text("#fault"), /expected finite numbers/);
  assert.equal(await label(), "");
  for (const [field, value] of [[0, "7.7"], [1, "2.6"], [2, "6.9"], [3, "2.3"]]) {
    await typed(field, value);
  }
  await settled();
  assert.equal(await label(), "virginica");
  // A reconstructive model has one code, and values of decision functions.
  const rec = await text("#hypotheses");
  assert.match(rec, /^Its code, whatever it is.*cost between \S+ and .*atom \d+: /);
  assert.match(rec, /If it is virginica.*decision value \S+, the largest/);
  await browser.screenshot(`${shots}/table-1280.png`);
});

test("on a phone nothing is cut off", async () => {
  for (const name of ["digits", "curves", "table", "odd", "margin"]) {
    await open(name, 390);
    if (await browser.run("return document.querySelector('#watch').offsetParent !== null")) {
      await browser.click("#watch");
    }
    assert.equal(await browser.run("return document.querySelector('#fault').hidden"), true);
    const [inside, wide] = await browser.run(
      "return [innerWidth, document.documentElement.scrollWidth]");
    assert.ok(wide <= inside, `${name}: ${wide} of ${inside} pixels`);
    await browser.screenshot(`${shots}/${name}-phone.png`);
  }
});

test("in the dark there is no bright ground", async () => {
  await open("curves");
  await browser.dark(true);
  await settled();
  const [r, g, b] = await browser.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g)");
  await browser.screenshot(`${shots}/curves-dark.png`);
  await browser.dark(false);
  assert.ok(Math.max(r, g, b) < 64, `${r} ${g} ${b}`);
});

test("a screen reader hears what there is to use, and each answer once", async () => {
  await open("digits");
  await browser.waitFor("return document.querySelector('#spoken').textContent");
  const nodes = await browser.spoken();
  const roles = (role) => nodes.filter((node) => node.role === role);
  for (const node of nodes.filter((each) => each.isFocusable && each.role !== "RootWebArea")) {
    assert.ok(node.name.trim() !== "", `a ${node.role} has no name`);
  }
  const named = (role, name) => assert.ok(roles(role).some((node) => name.test(node.name)), `${role} ${name}`);
  named("application", /^Drawing area$/);
  assert.match(roles("application")[0].description, /arrows move the pen/);
  for (const name of [/^Noise/, /^Occlusion/, /^Sparsity/]) named("slider", name);
  for (const name of [/^The signal$/, /^What the model says$/, /^What each class costs$/]) named("heading", name);
  assert.equal(roles("listitem").length, 10);
  assert.deepEqual(roles("status").filter((node) => node.live !== "polite"), []);
  assert.match(await text("#spoken"), new RegExp(`^${await label()}, \\d+\\.\\d %, (not )?certified$`));
  await slide("noise", 0.4);
  assert.equal(await browser.run("return document.querySelector('#noise').ariaValueText"), "40 %");
});

test("labels are text, whatever they say", async () => {
  await open("odd");
  assert.equal(await browser.run("return document.title"), "odd.model");
  const shown = await text("#probabilities");
  for (const part of ["<img src=x onerror=", "</script><h1>&amp;</h1><!--", "{{model}} \u{1f600}"]) {
    assert.ok(shown.includes(part), part);
  }
  assert.equal(await browser.run("return document.querySelectorAll('main img, main h1').length"), 0);
  assert.deepEqual(await browser.complaints(), []);
});

test("an empty page waits for a drawing, and shows coded images with their margin", async () => {
  await open("margin");
  assert.equal(await label(), "");
  assert.match(await text("#answer"), /Nothing is drawn yet/);
  await browser.draw("#pad", SEVEN);
  await settled();
  assert.match(await label(), /^\d$/);
  const sizes = await browser.run("return [document.querySelector('#pad')," +
    "...document.querySelectorAll('.pictures canvas')].map((c) => `${c.height}x${c.width}`)");
  assert.equal(sizes[0], "8x8");
  assert.deepEqual([...new Set(sizes.slice(1))], ["10x12"]);
  await browser.click("#clear");
  await settled();
  assert.equal(await label(), "");
});

test("a damaged page says so", async () => {
  await browser.go(`file://${pages}/damaged.html`);
  const fault = await browser.waitFor("const f = document.querySelector('#fault');" +
    "return f.hidden ? '' : f.textContent");
  assert.ok(fault.length > 10, fault);
  assert.equal(await browser.run("return document.querySelector('main').hidden"), true);
});

test("a page is the packed model and little more", () => {
  const OWN = 0.65e6; // bytes: the packed module, the script, examples of 8 x 8 pixels
  for (const name of ["digits", "curves", "table"]) {
    const model = gzipSync(readFileSync(`${pages}/${name}.model`)).length * 4 / 3;
    const size = statSync(`${pages}/${name}.html`).size;
    assert.ok(size < OWN + model, `${name}: ${size} bytes, ${model} of them the model`);
  }
});
