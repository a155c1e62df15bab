// SPDX-License-Identifier: BSD-3-Clause
// The WebAssembly module against the numbers of the native library on the same models.
//   SUPDICT_WASM=supdict.wasm SUPDICT_NATIVE=results.json node --test tests/wasm/module_test.mjs
// The results are what tests/wasm/native_results.py prints.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Model, SupdictError } from "../../wasm/supdict.mjs";

const [wasm, results] = [process.env.SUPDICT_WASM, process.env.SUPDICT_NATIVE];
const module = await WebAssembly.compile(readFileSync(wasm));
const cases = JSON.parse(readFileSync(results, "utf8"));

// Both stop at a relative gap of 1e-6; sums run in another order.
const SAME = { float: 2e-4, double: 1e-6 };

function close(found, expected, bound, what) {
  assert.equal(found.length, expected.length, what);
  for (let i = 0; i < found.length; ++i) {
    const difference = Math.abs(found[i] - expected[i]);
    assert.ok(difference <= bound * Math.max(1, Math.abs(expected[i])),
      `${what}[${i}]: ${found[i]}, natively ${expected[i]}`);
  }
}

test("there are models of every kind", () => {
  const kinds = new Set(cases.map((native) => `${native.method} ${native.strategy}`));
  assert.ok(cases.length >= 8 && kinds.size >= 4, [...kinds].join(", "));
});

for (const native of cases) {
  test(`${native.name} in ${native.precision} gives the native results`, () => {
    const model = new Model(module, readFileSync(native.path), { precision: native.precision });
    const bound = SAME[native.precision];
    const X = Float64Array.from(native.signals.flat());
    const found = model.classify(X);
    assert.deepEqual([...found.labels], native.labels);
    close(found.probabilities, native.probabilities.flat(), bound, "probability");
    close(found.scores, native.scores.flat(), bound, "score");
    assert.equal(model.parts.length, native.costs.length);
    native.costs.forEach((costs, part) => {
      const own = model.costs(part, X);
      close(own.costs, costs.flat(), bound, `cost of part ${part}`);
      for (let i = 0; i < own.costs.length; ++i) {
        if (native.method === "rec") continue;
        assert.ok(own.lower[i] <= costs.flat()[i] * (1 + bound) + bound, "lower bound");
        assert.ok(own.upper[i] >= costs.flat()[i] * (1 - bound) - bound, "upper bound");
      }
    });
  });
}

test("codes explain their signals", () => {
  const native = cases.find((entry) => entry.method !== "rec" && entry.precision === "double");
  const model = new Model(module, readFileSync(native.path), { precision: "double" });
  const x = model.preprocess(Float64Array.from(native.signals[0]));
  const part = model.parts[0];
  const { dictionary, classes } = model.contents(0);
  const { codes, values, lower, upper } = model.encode(0, x);
  assert.equal(classes.length, part.classes);
  for (let l = 0; l < part.classes; ++l) {
    let residual = 0;
    let l1 = 0;
    for (let i = 0; i < part.features; ++i) {
      let r = x[i];
      for (let a = 0; a < part.atoms; ++a) {
        r -= dictionary[a * part.features + i] * codes[l * part.atoms + a];
      }
      residual += r * r;
    }
    for (let a = 0; a < part.atoms; ++a) l1 += Math.abs(codes[l * part.atoms + a]);
    const known = part.lambda0 * residual + part.lambda1 * l1;
    assert.ok(known > 0 && known <= values[l] + 1e-9, "the class term is not negative");
    assert.ok(lower[l] <= values[l] && values[l] <= upper[l] + 1e-9);
  }
});

test("a lasso code costs what its bounds say, also of a model without class terms", () => {
  const native = cases.find((entry) => entry.method === "rec" && entry.precision === "double");
  const model = new Model(module, readFileSync(native.path), { precision: "double" });
  const x = model.preprocess(Float64Array.from(native.signals[0]));
  const part = model.parts[0];
  const { dictionary } = model.contents(0);
  const { codes, values, lower, upper } = model.lasso(0, x);
  const residual = x.slice();
  codes.forEach((code, a) => {
    for (let i = 0; i < part.features; ++i) residual[i] -= code * dictionary[a * part.features + i];
  });
  const cost = residual.reduce((sum, r) => sum + r * r, 0) +
    part.lambda1 / part.lambda0 * codes.reduce((sum, code) => sum + Math.abs(code), 0);
  assert.ok(codes.some((code) => code !== 0));
  close(values, [cost], SAME.double, "cost");
  assert.ok(lower[0] <= cost + 1e-12 && cost <= upper[0] + 1e-12, `${lower} ${cost} ${upper}`);
});

test("a larger kappa gives sparser codes, and the first one comes back", () => {
  const native = cases.find((entry) => entry.method !== "rec");
  const model = new Model(module, readFileSync(native.path));
  const x = model.preprocess(Float64Array.from(native.signals[0]));
  const nonzeros = () => model.encode(0, x).codes.reduce((sum, code) => sum + (code !== 0), 0);
  const before = nonzeros();
  const kappa = model.parts[0].lambda1 / model.parts[0].lambda0;
  model.setKappa(kappa * 20);
  assert.ok(nonzeros() < before);
  model.setKappa(kappa);
  assert.equal(nonzeros(), before);
  model.setKappa(kappa * 20);
  model.setKappa(null);
  assert.equal(nonzeros(), before);
});

test("what the library refuses is an error, and the model goes on", () => {
  const native = cases[0];
  const bytes = readFileSync(native.path);
  assert.throws(() => new Model(module, bytes.subarray(0, 100)), SupdictError);
  assert.throws(() => new Model(module, bytes, { tolerence: 1 }),
    (error) => error.status === 1 && error.message.includes("did you mean 'tolerance'"));
  const model = new Model(module, bytes);
  const X = Float64Array.from(native.signals.flat());
  const before = model.classify(X);
  const bad = X.slice();
  bad[3] = NaN;
  for (let again = 0; again < 20; ++again) {
    assert.throws(() => model.classify(bad),
      (error) => error.status === 3 && error.message.includes("row 3"));
  }
  assert.throws(() => model.classify(X.subarray(1)), (error) => error.status === 2);
  assert.throws(() => model.setKappa(-1), (error) => error.message.includes("kappa"));
  assert.deepEqual(model.classify(X), before);
});

test("damaged models are refused, or work", () => {
  const native = cases[0];
  const bytes = new Uint8Array(readFileSync(native.path));
  let refused = 0;
  for (let i = 0; i < 100; ++i) {
    const copy = bytes.slice();
    copy[Math.floor(i * bytes.length / 100)] ^= 1 << (i % 8);
    try {
      new Model(module, copy).classify(Float64Array.from(native.signals[0]));
    } catch (error) {
      assert.ok(error instanceof SupdictError, String(error));
      // An error keeps its first status, because nothing is caught (wasm/runtime.cpp).
      assert.ok(error.status >= 1 && error.status <= 5, error.message);
      ++refused;
    }
  }
  assert.ok(refused > 20, `${refused} of 100`);
});
