// SPDX-License-Identifier: BSD-3-Clause
// A browser for the tests of a file, and what they ask of the live page.
import { after, before } from "node:test";
import { Browser } from "./webdriver.mjs";

export const pages = process.env.SUPDICT_PAGES;
export let browser = null;

before(async () => { browser = await Browser.open(); });
after(() => browser?.close());

/** Opens a page; milliseconds until its first label. */
export async function open(name, width = 1280) {
  await browser.size(width, 1400);
  await browser.go(`file://${pages}/${name}.html`);
  return Number(await browser.waitFor("return document.body.dataset.ready"));
}

export const label = () => browser.run("return document.querySelector('#label').textContent");
export const text = (css) => browser.run("return document.querySelector(arguments[0]).textContent", css);
/** After what has changed can be seen. */
export const settled = () => browser.run(
  "return new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))");

/** How many pixels of the pad are not grey. */
export const coloured = () => browser.run("const c = document.querySelector('#pad');" +
  "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;" +
  "let n = 0; for (let i = 0; i < d.length; i += 4) n += d[i] !== d[i + 2]; return n");

export async function slide(id, value) {
  await browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];" +
    "s.dispatchEvent(new Event('input'))", id, `${value}`);
  await settled();
}
