// SPDX-License-Identifier: BSD-3-Clause
// The C interface: trained models for programs in C and in every language that can call C.
//
//   SupdictModel *model = NULL;
//   if (supdict_model_load("digits.model", NULL, &model) != SUPDICT_OK) {
//     fprintf(stderr, "%s\n", supdict_last_error());
//   }
//   const SupdictMatrix X = supdict_floats(pixels, 784, n_signals);
//   supdict_label(model, &X, labels);
//   supdict_model_free(model);
//
// - Functions that can fail return a SupdictStatus. supdict_last_error() then says what was wrong,
//   where, and what was expected. Nothing is thrown, printed or ended. Outputs of a call that fails
//   are undefined, except that a new handle is NULL.
// - Matrices are column-major with one signal per column, as in the rest of the library: a C array
//   of n_signals rows is the same bytes. The caller owns all arrays. A pointer of an output struct
//   that is NULL means that this output is not wanted.
// - Handles are immutable: any number of threads may use one at once, except to free it.
//   Freeing NULL does nothing.
// - A function never changes: what is new gets a new name. The names carry a version in the shared
//   library (src/c/symbols.map).
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "supdict/export.hpp"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SupdictStatus {
  SUPDICT_OK = 0,
  SUPDICT_ERROR_OPTION = 1,    ///< an option is unknown or out of its bounds
  SUPDICT_ERROR_SHAPE = 2,     ///< sizes do not fit
  SUPDICT_ERROR_VALUE = 3,     ///< NULL, NaN, infinite, or outside its domain
  SUPDICT_ERROR_FILE = 4,      ///< a file cannot be read
  SUPDICT_ERROR_FORMAT = 5,    ///< bytes are not what they claim to be
  SUPDICT_ERROR_DEVICE = 6,    ///< a GPU is not there, or has failed
  SUPDICT_ERROR_MEMORY = 7,    ///< there is not enough memory
  SUPDICT_ERROR_INTERNAL = 8,  ///< a mistake of the library; please report it
} SupdictStatus;

/// The type of the numbers of a matrix; its value is their size in bytes.
typedef enum SupdictScalar {
  SUPDICT_FLOAT = 4,
  SUPDICT_DOUBLE = 8,
} SupdictScalar;

/// A matrix that is only read. Entry (i, j) is values[j * stride + i].
typedef struct SupdictMatrix {
  const void* values;
  int64_t rows;
  int64_t cols;
  int64_t stride;  ///< from column to column, in numbers; 0: rows
  int32_t scalar;  ///< a SupdictScalar
} SupdictMatrix;

static inline SupdictMatrix supdict_floats(const float* values, int64_t rows, int64_t cols) {
  const SupdictMatrix matrix = {values, rows, cols, 0, SUPDICT_FLOAT};
  return matrix;
}
static inline SupdictMatrix supdict_doubles(const double* values, int64_t rows, int64_t cols) {
  const SupdictMatrix matrix = {values, rows, cols, 0, SUPDICT_DOUBLE};
  return matrix;
}

/// Version of the library that is linked or loaded: "0.1.0".
SUPDICT_EXPORT const char* supdict_version(void);
/// What was wrong in the last call of this thread that failed; "" before. Valid until the next call
/// of this thread that fails.
SUPDICT_EXPORT const char* supdict_last_error(void);

// ---- Models -------------------------------------------------------------------------------------

/// A trained classifier, validated and prepared.
typedef struct SupdictModel SupdictModel;

/// Loads a model file. `options` is NULL or a JSON object, {"threads": 1, "tolerance": 1e-4}:
///   precision                          "float" (default) or "double": the numbers it computes with
///   threads                            0 (default): every core
///   device                             "cpu" (default), "auto", "cuda" or "cuda:N"
///   solver, tolerance, max_iterations  of sparse coding, as in docs/parameters.md
SUPDICT_EXPORT SupdictStatus supdict_model_load(const char* path, const char* options,
                                                SupdictModel** model);
/// The same from the bytes of a file; `name` stands for the file in messages, and may be NULL.
SUPDICT_EXPORT SupdictStatus supdict_model_parse(const void* bytes, size_t size, const char* name,
                                                 const char* options, SupdictModel** model);
/// The same dictionaries with another weight of sparsity: lambda1 = kappa lambda0 in every part.
SUPDICT_EXPORT SupdictStatus supdict_model_with_kappa(const SupdictModel* model, double kappa,
                                                      SupdictModel** changed);
SUPDICT_EXPORT void supdict_model_free(SupdictModel* model);

/// All about the model as a JSON object: method, strategy, labels, preprocessing, parts, notes.
/// NULL for NULL; valid as long as the model.
SUPDICT_EXPORT const char* supdict_model_description(const SupdictModel* model);
/// Sizes; 0 for NULL.
SUPDICT_EXPORT int64_t supdict_model_features(const SupdictModel* model);  ///< of a raw signal
SUPDICT_EXPORT int64_t supdict_model_classes(const SupdictModel* model);
SUPDICT_EXPORT int64_t supdict_model_parts(const SupdictModel* model);
/// The name of a class, 0 .. classes - 1; NULL for any other number. Valid as long as the model.
SUPDICT_EXPORT const char* supdict_model_class_name(const SupdictModel* model, int64_t label);

// ---- Predictions: of raw signals X, features x m ------------------------------------------------

typedef struct SupdictClassification {
  int32_t* labels;        ///< m: class numbers
  double* probabilities;  ///< classes x m
  double* scores;         ///< classes x m, larger is better
  uint8_t* certified;     ///< m: 1 where the label is proven to be that of the exact costs
} SupdictClassification;

/// The class number of each signal, and nothing else, in the least time.
SUPDICT_EXPORT SupdictStatus supdict_label(const SupdictModel* model, const SupdictMatrix* X,
                                           int32_t* labels);
SUPDICT_EXPORT SupdictStatus supdict_classify(const SupdictModel* model, const SupdictMatrix* X,
                                              const SupdictClassification* out);

// ---- Parts: a dictionary and the classes it tells apart -----------------------------------------

typedef struct SupdictPart {
  int64_t features;  ///< of a preprocessed signal
  int64_t atoms;
  int64_t classes;
  double lambda0;
  double lambda1;
} SupdictPart;

/// Parts are numbered 0 .. parts - 1, member after member.
SUPDICT_EXPORT SupdictStatus supdict_part(const SupdictModel* model, int64_t part,
                                          SupdictPart* out);
/// `classes`: the class number of each local class, -1 for the rest; `dictionary`: features x
/// atoms. Either may be NULL.
SUPDICT_EXPORT SupdictStatus supdict_part_contents(const SupdictModel* model, int64_t part,
                                                   int32_t* classes, double* dictionary);

/// Costs of m signals under the classes of one part: part classes x m. lower <= optimum <= upper,
/// rounding included.
typedef struct SupdictCosts {
  double* costs;
  double* lower;
  double* upper;
} SupdictCosts;
SUPDICT_EXPORT SupdictStatus supdict_costs(const SupdictModel* model, int64_t part,
                                           const SupdictMatrix* X, const SupdictCosts* out);

/// What parts and coders see of raw signals: `signals` is part features x m.
SUPDICT_EXPORT SupdictStatus supdict_preprocess(const SupdictModel* model, const SupdictMatrix* X,
                                                double* signals);

// ---- Sparse coding of preprocessed signals ------------------------------------------------------

/// A dictionary, prepared.
typedef struct SupdictCoder SupdictCoder;

/// Codes under a part of a model, with its options. It may outlive the model.
SUPDICT_EXPORT SupdictStatus supdict_part_coder(const SupdictModel* model, int64_t part,
                                                SupdictCoder** coder);
/// Lasso codes under any dictionary D, features x atoms; options as of a model.
SUPDICT_EXPORT SupdictStatus supdict_lasso_coder(const SupdictMatrix* D, double kappa,
                                                 const char* options, SupdictCoder** coder);
SUPDICT_EXPORT void supdict_coder_free(SupdictCoder* coder);
/// Sizes; 0 for NULL. A coder of the lasso alone has no classes.
SUPDICT_EXPORT int64_t supdict_coder_features(const SupdictCoder* coder);
SUPDICT_EXPORT int64_t supdict_coder_atoms(const SupdictCoder* coder);
SUPDICT_EXPORT int64_t supdict_coder_classes(const SupdictCoder* coder);

/// Codes of m signals under h hypotheses, h = 1 for the lasso.
typedef struct SupdictCodes {
  double* codes;          ///< atoms x (h m): column j h + i is signal j under hypothesis i
  double* values;         ///< h x m: the objective, as computed
  double* lower;          ///< h x m: lower <= optimum <= upper, rounding included
  double* upper;          ///< h x m
  int32_t* iterations;    ///< h x m
  uint8_t* is_converged;  ///< h x m: 0 where the tolerance was not reached
} SupdictCodes;

/// ||x - D alpha||^2 + kappa ||alpha||_1; under a part kappa = lambda1 / lambda0.
SUPDICT_EXPORT SupdictStatus supdict_lasso(const SupdictCoder* coder, const SupdictMatrix* signals,
                                           const SupdictCodes* out);
/// Supervised codes under the local classes `hypotheses`; NULL and 0: all classes in order.
SUPDICT_EXPORT SupdictStatus supdict_encode(const SupdictCoder* coder, const SupdictMatrix* signals,
                                            const int32_t* hypotheses, int64_t n_hypotheses,
                                            const SupdictCodes* out);

#ifdef __cplusplus
}
#endif
