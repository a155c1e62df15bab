// SPDX-License-Identifier: BSD-3-Clause
// A headless Chromium for tests, driven through chromedriver.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

async function driverPort(driver) {
  let said = "";
  for await (const chunk of driver.stdout) {
    said += chunk;
    const port = /started successfully on port (\d+)/.exec(said);
    if (port) return port[1];
  }
  throw new Error(`chromedriver has ended: ${said}`);
}

export class Browser {
  static async open() {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "supdict-browser-"));
    browser.driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
    browser.root = `http://127.0.0.1:${await driverPort(browser.driver)}`;
    const answer = await browser.ask("POST", "/session", { capabilities: { alwaysMatch: {
      browserName: "chrome", "goog:loggingPrefs": { browser: "ALL" },
      "goog:chromeOptions": { args: [...FLAGS, `--user-data-dir=${browser.folder}`] } } } });
    browser.root += `/session/${answer.sessionId}`;
    return browser;
  }

  async ask(method, path, body) {
    const answer = await fetch(this.root + path,
      { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  async close() {
    await this.ask("DELETE", "").catch(() => {});
    this.driver.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  go(url) { return this.ask("POST", "/url", { url }); }

  size(width, height) { return this.ask("POST", "/window/rect", { width, height }); }

  run(script, ...args) { return this.ask("POST", "/execute/sync", { script, args }); }

  /** A command of Chromium's own protocol. */
  own(cmd, params = {}) { return this.ask("POST", "/goog/cdp/execute", { cmd, params }); }

  dark(isDark) {
    return this.own("Emulation.setEmulatedMedia",
      { features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }] });
  }

  /** What a screen reader is told: role, name and description of everything it meets. */
  async spoken() {
    const { nodes } = await this.own("Accessibility.getFullAXTree");
    const property = (node, name) => node.properties?.find((p) => p.name === name)?.value.value;
    return nodes.filter((node) => !node.ignored).map((node) => ({
      role: node.role?.value, name: node.name?.value ?? "",
      live: property(node, "live"),
      isFocusable: property(node, "focusable") === true,
      description: node.description?.value ?? "" }));
  }

  /** What the browser complains about. */
  async complaints() {
    const entries = await this.ask("POST", "/se/log", { type: "browser" });
    return entries.filter((entry) => entry.level === "SEVERE").map((entry) => entry.message);
  }

  async waitFor(script, seconds = 20) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      const found = await this.run(script);
      if (found) return found;
      await new Promise((resume) => { setTimeout(resume, 50); });
    }
    throw new Error(`after ${seconds} s there is no: ${script}`);
  }

  async element(css) {
    const found = await this.ask("POST", "/element", { using: "css selector", value: css });
    return found[ELEMENT];
  }

  async click(css) { return this.ask("POST", `/element/${await this.element(css)}/click`, {}); }

  async type(css, text) {
    return this.ask("POST", `/element/${await this.element(css)}/value`, { text });
  }

  /** Draws lines through points of the unit square, as a finger, a pen or a mouse does. */
  async draw(css, lines, pointerType = "mouse") {
    const box = await this.run("const b = document.querySelector(arguments[0]);" +
      "b.scrollIntoView({block: 'center'}); const r = b.getBoundingClientRect();" +
      "return [r.left, r.top, r.width, r.height]", css);
    const at = ([x, y], duration) => ({ type: "pointerMove", duration,
      x: Math.round(box[0] + x * box[2]), y: Math.round(box[1] + y * box[3]) });
    const actions = lines.flatMap(([first, ...rest]) => [at(first, 0),
      { type: "pointerDown", button: 0 }, ...rest.map((point) => at(point, 60)),
      { type: "pointerUp", button: 0 }]);
    await this.ask("POST", "/actions",
      { actions: [{ type: "pointer", id: "pen", parameters: { pointerType }, actions }] });
    await this.ask("DELETE", "/actions");
  }

  async screenshot(path) {
    writeFileSync(path, Buffer.from(await this.ask("GET", "/screenshot"), "base64"));
  }
}
