// SPDX-License-Identifier: BSD-3-Clause
// The C interface (supdict/supdict.h) for JavaScript, over the module that `make wasm` builds.
//
//   const model = new Model(await WebAssembly.compile(wasm), bytesOfAModelFile);
//   model.classify(pixels).labels[0]
//
// Signals are Float64Arrays, one after the other. What the library refuses is a SupdictError.

const DOUBLE = 8;
const BYTES_OF_MATRIX = 40;
const BYTES_OF_PART = 40;

export class SupdictError extends Error {
  constructor(status, message) {
    super(message);
    this.name = "SupdictError";
    this.status = status;
  }
}

/** Text that ends with a zero byte. */
function textAt(memory, address) {
  const bytes = new Uint8Array(memory.buffer);
  return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
}

/** What the C library asks of its host: the time, no variables, no files. */
function hostOf(instanceOf) {
  const memory = () => instanceOf().exports.memory;
  const view = () => new DataView(memory().buffer);
  const zeros = (a, b) => {
    view().setUint32(a, 0, true);
    view().setUint32(b, 0, true);
    return 0;
  };
  const known = {
    clock_time_get: (_clock, _precision, out) => {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get: zeros,
    environ_get: () => 0,
    proc_exit: (status) => {
      throw new SupdictError(status, "the module has ended itself");
    },
  };
  const BAD_DESCRIPTOR = 8;
  return {
    wasi_snapshot_preview1: new Proxy(known, {
      get: (functions, name) => functions[name] ?? (() => BAD_DESCRIPTOR),
    }),
    supdict: {
      fail: (status, message) => {
        throw new SupdictError(status, textAt(memory(), message));
      },
    },
  };
}

export class Model {
  #module;
  #bytes;
  #options;
  #kappa = null;
  #exports;
  #handle;

  /** `module`: a WebAssembly.Module; `bytes`: a model file; `options`: as of supdict_model_load. */
  constructor(module, bytes, options = {}) {
    this.#module = module;
    this.#bytes = bytes;
    this.#options = options;
    this.#start();
    this.description = JSON.parse(this.#text(this.#exports.supdict_model_description(this.#handle)));
    this.parts = this.#readParts();
  }

  /** An error leaves an instance in the middle of a call: then a new one takes its place. */
  #start() {
    let instance = null;
    instance = new WebAssembly.Instance(this.#module, hostOf(() => instance));
    this.#exports = instance.exports;
    this.#exports._initialize();
    this.#handle = this.#made((out) => {
      const bytes = this.#copied(this.#bytes);
      const options = this.#copied(new TextEncoder().encode(`${JSON.stringify(this.#options)}\0`));
      this.#exports.supdict_model_parse(bytes, this.#bytes.length, 0, options, out);
      this.#exports.free(bytes);
      this.#exports.free(options);
    });
    if (this.#kappa !== null) this.#useKappa();
  }

  #useKappa() {
    const changed = this.#made((out) =>
      this.#exports.supdict_model_with_kappa(this.#handle, this.#kappa, out));
    this.#exports.supdict_model_free(this.#handle);
    this.#handle = changed;
  }

  /** Another weight of sparsity in all parts; null: what the model was trained with. */
  setKappa(kappa) {
    if (kappa === null) {
      this.#kappa = null;
      this.#start();
      return;
    }
    this.#guarded(() => {
      const before = this.#kappa;
      try {
        this.#kappa = kappa;
        this.#useKappa();
      } catch (error) {
        this.#kappa = before;
        throw error;
      }
    });
  }

  #guarded(work) {
    try {
      return work();
    } catch (error) {
      this.#start();
      if (error instanceof SupdictError) throw error;
      throw new SupdictError(8, `the module has failed: ${error.message}`);
    }
  }

  #allocated(size) {
    const address = this.#exports.malloc(Math.max(1, size));
    if (address === 0) throw new SupdictError(7, "there is not enough memory");
    return address;
  }

  #copied(bytes) {
    const address = this.#allocated(bytes.byteLength);
    new Uint8Array(this.#exports.memory.buffer, address).set(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return address;
  }

  /** The handle that make(address of a handle) leaves. */
  #made(make) {
    const out = this.#allocated(4);
    make(out);
    const handle = new DataView(this.#exports.memory.buffer).getUint32(out, true);
    this.#exports.free(out);
    return handle;
  }

  #text(address) {
    return textAt(this.#exports.memory, address);
  }

  /**
   * Calls a function with a matrix and a struct of output arrays, and returns the arrays.
   * `outputs`: [Type, length] or null, in the order of the struct.
   */
  #call(call, signals, rows, outputs) {
    if (!Number.isInteger(signals.length / rows)) {
      throw new SupdictError(2, `there are ${signals.length} numbers; expected a multiple of ${rows}`);
    }
    return this.#guarded(() => {
      const values = this.#copied(signals);
      const addresses = outputs.map((output) =>
        output === null ? 0 : this.#allocated(output[0].BYTES_PER_ELEMENT * output[1]));
      const struct = this.#copied(new Uint32Array(addresses));
      const matrix = this.#allocated(BYTES_OF_MATRIX);
      const view = new DataView(this.#exports.memory.buffer);
      view.setUint32(matrix, values, true);
      view.setBigInt64(matrix + 8, BigInt(rows), true);
      view.setBigInt64(matrix + 16, BigInt(signals.length / rows), true);
      view.setBigInt64(matrix + 24, 0n, true);
      view.setInt32(matrix + 32, DOUBLE, true);
      call(matrix, struct, addresses);
      const memory = this.#exports.memory.buffer;
      const results = outputs.map((output, i) =>
        output === null ? null : new output[0](memory.slice(
          addresses[i], addresses[i] + output[0].BYTES_PER_ELEMENT * output[1])));
      for (const address of [values, struct, matrix, ...addresses]) this.#exports.free(address);
      return results;
    });
  }

  #readParts() {
    const parts = [];
    for (let number = 0; number < Number(this.#exports.supdict_model_parts(this.#handle)); ++number) {
      const sizes = this.#allocated(BYTES_OF_PART);
      this.#exports.supdict_part(this.#handle, BigInt(number), sizes);
      const view = new DataView(this.#exports.memory.buffer);
      const [features, atoms, classes] = [0, 8, 16].map((at) =>
        Number(view.getBigInt64(sizes + at, true)));
      parts.push({ features, atoms, classes, lambda0: view.getFloat64(sizes + 24, true),
                   lambda1: view.getFloat64(sizes + 32, true) });
      this.#exports.free(sizes);
    }
    return parts;
  }

  #rawFeatures() {
    return this.description.features;
  }

  /** {labels, probabilities, scores, certified} of raw signals. */
  classify(signals) {
    const m = signals.length / this.#rawFeatures();
    const p = this.description.labels.length;
    const [labels, probabilities, scores, certified] = this.#call(
      (X, out) => this.#exports.supdict_classify(this.#handle, X, out), signals,
      this.#rawFeatures(),
      [[Int32Array, m], [Float64Array, p * m], [Float64Array, p * m], [Uint8Array, m]]);
    return { labels, probabilities, scores, certified };
  }

  /** {costs, lower, upper} of raw signals under the classes of a part. */
  costs(number, signals) {
    const size = this.parts[number].classes * signals.length / this.#rawFeatures();
    const [costs, lower, upper] = this.#call(
      (X, out) => this.#exports.supdict_costs(this.#handle, BigInt(number), X, out), signals,
      this.#rawFeatures(), [[Float64Array, size], [Float64Array, size], [Float64Array, size]]);
    return { costs, lower, upper };
  }

  /** What parts see of raw signals. */
  preprocess(signals) {
    const m = signals.length / this.#rawFeatures();
    return this.#call(
      (X, out, [values]) => this.#exports.supdict_preprocess(this.#handle, X, values), signals,
      this.#rawFeatures(), [[Float64Array, this.parts[0].features * m]])[0];
  }

  /** {classes, dictionary} of a part; the dictionary is features x atoms, atom after atom. */
  contents(number) {
    const part = this.parts[number];
    const [classes, dictionary] = this.#call(
      (_X, _out, [labels, atoms]) =>
        this.#exports.supdict_part_contents(this.#handle, BigInt(number), labels, atoms),
      new Float64Array(0), 1,
      [[Int32Array, part.classes], [Float64Array, part.features * part.atoms]]);
    return { classes, dictionary };
  }

  /** {codes, values, lower, upper} of preprocessed signals under all classes of a part. */
  encode(number, signals) {
    return this.#codes(number, signals, this.parts[number].classes, (coder, X, out) =>
      this.#exports.supdict_encode(coder, X, 0, 0n, out));
  }

  /** The same of the lasso, which knows no classes. */
  lasso(number, signals) {
    return this.#codes(number, signals, 1, (coder, X, out) =>
      this.#exports.supdict_lasso(coder, X, out));
  }

  #codes(number, signals, hypotheses, code) {
    const part = this.parts[number];
    const n = hypotheses * signals.length / part.features;
    const [codes, values, lower, upper] = this.#call((X, out) => {
      const coder = this.#made((handle) =>
        this.#exports.supdict_part_coder(this.#handle, BigInt(number), handle));
      code(coder, X, out);
      this.#exports.supdict_coder_free(coder);
    }, signals, part.features,
    [[Float64Array, part.atoms * n], [Float64Array, n], [Float64Array, n], [Float64Array, n], null,
     null]);
    return { codes, values, lower, upper };
  }
}
