// SPDX-License-Identifier: BSD-3-Clause
// The live page as people use it. tests/wasm/page_test.sh makes the pages.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser } from "./webdriver.mjs";

const [pages, shots] = [process.env.SUPDICT_PAGES, process.env.SUPDICT_SHOTS];
// With a bar, as many of the digits in the data have one.
const SEVEN = [[[0.3, 0.1], [0.7, 0.1], [0.55, 0.5], [0.45, 0.9]], [[0.35, 0.5], [0.75, 0.5]]];
const ONE = [[[0.5, 0.15], [0.5, 0.85]]];
let browser = null;

before(async () => { browser = await Browser.open(); });
after(() => browser?.close());

async function open(name, width = 1280) {
  await browser.size(width, 1400);
  await browser.go(`file://${pages}/${name}.html`);
  return Number(await browser.waitFor("return document.body.dataset.ready"));
}
const label = () => browser.run("return document.querySelector('#label').textContent");
const text = (css) => browser.run("return document.querySelector(arguments[0]).textContent", css);
const settled = () => browser.run(
  "return new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))");

async function slide(id, value) {
  await browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];" +
    "s.dispatchEvent(new Event('input'))", id, `${value}`);
  await settled();
}

test("a drawn seven is a seven, a drawn one a one, with mouse, finger and pen", async () => {
  const milliseconds = await open("digits");
  assert.ok(milliseconds < 5000, `${milliseconds} ms until the first label`);
  for (const [lines, name, pointer] of [[SEVEN, "7", "mouse"], [ONE, "1", "touch"],
    [SEVEN, "7", "pen"]]) {
    await browser.click("#clear");
    await browser.draw("#pad", lines, pointer);
    await settled();
    assert.equal(await label(), name, pointer);
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
    ".map((bar) => Number(bar.lastChild.textContent))");
  assert.ok(widths.at(-1) < widths[0], `${widths}`);
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

test("numbers are typed", async () => {
  await open("table");
  assert.equal(await label(), "setosa");
  for (const [field, value] of [["0", "7.7"], ["1", "2.6"], ["2", "6.9"], ["3", "2.3"]]) {
    await browser.run("const i = document.querySelector(`#numbers input[data-index='${arguments[0]}']`);" +
      "i.value = arguments[1]; i.dispatchEvent(new Event('input'))", field, value);
  }
  await settled();
  assert.equal(await label(), "virginica");
  await browser.screenshot(`${shots}/table-1280.png`);
});

test("on a phone nothing is cut off", async () => {
  for (const name of ["digits", "curves", "table"]) {
    await open(name, 390);
    const [inside, wide] = await browser.run(
      "return [innerWidth, document.documentElement.scrollWidth]");
    assert.ok(wide <= inside, `${name}: ${wide} of ${inside} pixels`);
    await browser.screenshot(`${shots}/${name}-phone.png`);
  }
});

test("what can be used has a name, and the label is announced", async () => {
  await open("digits");
  assert.deepEqual(await browser.run(
    "return [...document.querySelectorAll('button, select, input, canvas')].filter((e) =>" +
    "!e.ariaLabel && !e.textContent.trim() && !(e.labels && e.labels.length)).map((e) => e.outerHTML)"),
  []);
  assert.equal(await browser.run(
    "return document.querySelector('#label').closest('[aria-live]') !== null"), true);
});

test("a damaged page says so", async () => {
  await browser.go(`file://${pages}/damaged.html`);
  const fault = await browser.waitFor("const f = document.querySelector('#fault');" +
    "return f.hidden ? '' : f.textContent");
  assert.ok(fault.length > 10, fault);
  assert.equal(await browser.run("return document.querySelector('main').hidden"), true);
});

test("a page is small", () => {
  for (const name of ["digits", "curves", "table"]) {
    assert.ok(statSync(`${pages}/${name}.html`).size < 4e6);
  }
});
