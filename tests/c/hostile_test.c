// SPDX-License-Identifier: BSD-3-Clause
// The C interface under calls that no documentation allows: each is an error with a message, and
// never a crash.
//   hostile_test MODEL
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "check.h"

#define N_FEATURES 9
#define N_SIGNALS 4

int n_failed = 0;

static float numbers[N_FEATURES * N_SIGNALS];

static SupdictMatrix signals(void) {
  return supdict_floats(numbers, N_FEATURES, N_SIGNALS);
}

static void test_nothing(SupdictModel* model) {
  SupdictModel* made = NULL;
  SupdictCoder* coder = NULL;
  SupdictPart part;
  int32_t labels[N_SIGNALS];
  const SupdictMatrix X = signals();
  const SupdictClassification unwanted = {NULL, NULL, NULL, NULL};
  const SupdictCodes no_codes = {NULL, NULL, NULL, NULL, NULL, NULL};
  CHECK_ERROR(supdict_model_load(NULL, NULL, &made), SUPDICT_ERROR_VALUE, "path is NULL");
  CHECK_ERROR(supdict_model_load("x", NULL, NULL), SUPDICT_ERROR_VALUE, "model is NULL");
  CHECK_ERROR(supdict_model_parse(NULL, 8, NULL, NULL, &made), SUPDICT_ERROR_VALUE, "bytes");
  CHECK_ERROR(supdict_model_parse(NULL, 0, NULL, NULL, &made), SUPDICT_ERROR_FORMAT, "the model");
  CHECK_ERROR(supdict_label(NULL, &X, labels), SUPDICT_ERROR_VALUE, "model is NULL");
  CHECK_ERROR(supdict_label(model, NULL, labels), SUPDICT_ERROR_VALUE, "X is NULL");
  CHECK_ERROR(supdict_label(model, &X, NULL), SUPDICT_ERROR_VALUE, "labels is NULL");
  CHECK_ERROR(supdict_classify(model, &X, NULL), SUPDICT_ERROR_VALUE, "out is NULL");
  CHECK_OK(supdict_classify(model, &X, &unwanted));
  CHECK_ERROR(supdict_part(NULL, 0, &part), SUPDICT_ERROR_VALUE, "model is NULL");
  CHECK_ERROR(supdict_part(model, 0, NULL), SUPDICT_ERROR_VALUE, "out is NULL");
  CHECK_OK(supdict_part_contents(model, 0, NULL, NULL));
  CHECK_ERROR(supdict_costs(model, 0, &X, NULL), SUPDICT_ERROR_VALUE, "out is NULL");
  CHECK_ERROR(supdict_preprocess(model, &X, NULL), SUPDICT_ERROR_VALUE, "signals is NULL");
  CHECK_ERROR(supdict_model_with_kappa(NULL, 1, &made), SUPDICT_ERROR_VALUE, "model is NULL");
  CHECK_ERROR(supdict_part_coder(model, 0, NULL), SUPDICT_ERROR_VALUE, "coder is NULL");
  CHECK_ERROR(supdict_lasso_coder(NULL, 1, NULL, &coder), SUPDICT_ERROR_VALUE, "D is NULL");
  CHECK_ERROR(supdict_lasso(NULL, &X, &no_codes), SUPDICT_ERROR_VALUE, "coder is NULL");
  CHECK(made == NULL && coder == NULL);
  CHECK(supdict_model_description(NULL) == NULL && supdict_model_class_name(NULL, 0) == NULL);
  CHECK(supdict_model_features(NULL) == 0 && supdict_coder_atoms(NULL) == 0);
  supdict_model_free(NULL);
  supdict_coder_free(NULL);
}

static void test_shapes(SupdictModel* model) {
  int32_t labels[N_SIGNALS];
  const float* values = numbers;
  const int64_t huge = INT64_MAX / 2;
  const struct {
    SupdictMatrix X;
    SupdictStatus status;
    const char* word;
  } cases[] = {
      {{values, N_FEATURES - 1, 1, 0, SUPDICT_FLOAT}, SUPDICT_ERROR_SHAPE, "8 features"},
      {{values, -1, 1, 0, SUPDICT_FLOAT}, SUPDICT_ERROR_SHAPE, "-1x1"},
      {{values, N_FEATURES, -3, 0, SUPDICT_FLOAT}, SUPDICT_ERROR_SHAPE, "9x-3"},
      {{values, N_FEATURES, huge, 0, SUPDICT_FLOAT}, SUPDICT_ERROR_SHAPE, "no memory"},
      {{values, huge, huge, 0, SUPDICT_DOUBLE}, SUPDICT_ERROR_SHAPE, "no memory"},
      {{values, N_FEATURES, 2, N_FEATURES - 1, SUPDICT_FLOAT}, SUPDICT_ERROR_SHAPE, "stride"},
      {{values, N_FEATURES, 2, -N_FEATURES, SUPDICT_FLOAT}, SUPDICT_ERROR_SHAPE, "stride"},
      {{values, N_FEATURES, 1, 0, 0}, SUPDICT_ERROR_OPTION, "scalar"},
      {{NULL, N_FEATURES, 1, 0, SUPDICT_FLOAT}, SUPDICT_ERROR_VALUE, "X is NULL"},
      {{(const char*)values + 1, N_FEATURES, 1, 0, SUPDICT_FLOAT}, SUPDICT_ERROR_VALUE, "bytes"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    CHECK_ERROR(supdict_label(model, &cases[i].X, labels), cases[i].status, cases[i].word);
  }
  const SupdictMatrix none = supdict_floats(NULL, N_FEATURES, 0);
  CHECK_OK(supdict_label(model, &none, NULL));
}

static void test_values(SupdictModel* model) {
  SupdictModel* made = NULL;
  SupdictCoder* coder = NULL;
  int32_t labels[1];
  float bad[N_FEATURES] = {0};
  const SupdictMatrix X = supdict_floats(bad, N_FEATURES, 1);
  const SupdictCodes no_codes = {NULL, NULL, NULL, NULL, NULL, NULL};
  const int64_t parts = supdict_model_parts(model);
  SupdictPart part;
  bad[4] = NAN;
  CHECK_ERROR(supdict_label(model, &X, labels), SUPDICT_ERROR_VALUE, "row 4");
  bad[4] = INFINITY;
  CHECK_ERROR(supdict_label(model, &X, labels), SUPDICT_ERROR_VALUE, "inf");
  bad[4] = 0;
  CHECK_ERROR(supdict_part(model, -1, &part), SUPDICT_ERROR_OPTION, "part is -1");
  CHECK_ERROR(supdict_part(model, parts, &part), SUPDICT_ERROR_OPTION, "expected 0 to");
  CHECK_ERROR(supdict_part_coder(model, INT64_MAX, &coder), SUPDICT_ERROR_OPTION, "part is");
  CHECK_ERROR(supdict_model_with_kappa(model, NAN, &made), SUPDICT_ERROR_VALUE, "kappa");
  CHECK_ERROR(supdict_model_with_kappa(model, 0, &made), SUPDICT_ERROR_VALUE, "kappa");
  CHECK_ERROR(supdict_lasso_coder(&X, -1, NULL, &coder), SUPDICT_ERROR_VALUE, "kappa");
  CHECK(made == NULL && coder == NULL);
  CHECK(supdict_model_class_name(model, -1) == NULL);
  CHECK(supdict_model_class_name(model, supdict_model_classes(model)) == NULL);

  CHECK_OK(supdict_part_coder(model, 0, &coder));
  const int32_t wrong[1] = {99};
  CHECK_ERROR(supdict_encode(coder, &X, wrong, 1, &no_codes), SUPDICT_ERROR_VALUE, "99");
  CHECK_ERROR(supdict_encode(coder, &X, NULL, 1, &no_codes), SUPDICT_ERROR_VALUE, "hypotheses");
  CHECK_ERROR(supdict_encode(coder, &X, wrong, -1, &no_codes), SUPDICT_ERROR_SHAPE, "-1");
  supdict_coder_free(coder);
}

static void test_options(const char* path) {
  const struct {
    const char* options;
    const char* word;
  } cases[] = {
      {"", "options"},
      {"[1]", "JSON object"},
      {"{\"tolerence\": 1}", "did you mean 'tolerance'"},
      {"{\"tolerance\": 0}", "tolerance"},
      {"{\"tolerance\": \"small\"}", "tolerance"},
      {"{\"max_iterations\": 1e99}", "max_iterations"},
      {"{\"threads\": -1}", "threads"},
      {"{\"precision\": \"half\"}", "precision"},
      {"{\"solver\": \"magic\"}", "solver"},
      {"{\"device\": \"tpu\"}", "device"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    SupdictModel* model = NULL;
    CHECK_ERROR(supdict_model_load(path, cases[i].options, &model), SUPDICT_ERROR_OPTION,
                cases[i].word);
    CHECK(model == NULL);
    supdict_model_free(model);
  }
}

/// Every damaged file is refused, or gives a model that works.
static void test_damage(const char* bytes, size_t size) {
  char* copy = malloc(size);
  int n_refused = 0;
  int n_tried = 0;
  for (size_t i = 0; copy != NULL && i < 400; ++i) {
    SupdictModel* model = NULL;
    const size_t at = i * size / 400;
    memcpy(copy, bytes, size);
    copy[at] = (char)(copy[at] ^ (1 << (i % 8)));
    const size_t length = i % 3 == 0 ? at : size;  // cut off there, or whole
    const SupdictStatus status = supdict_model_parse(copy, length, "a.model", NULL, &model);
    ++n_tried;
    if (status == SUPDICT_OK) {
      int32_t labels[N_SIGNALS];
      const SupdictMatrix X = signals();
      CHECK_OK(supdict_label(model, &X, labels));
      supdict_model_free(model);
    } else {
      ++n_refused;
      CHECK(status == SUPDICT_ERROR_FORMAT && model == NULL);
      CHECK(strstr(supdict_last_error(), "a.model") != NULL);
    }
  }
  free(copy);
  CHECK(n_tried == 400 && n_refused > 300);
}

struct Shared {
  const SupdictModel* model;
  int32_t expected[N_SIGNALS];
  int number;
  int n_wrong;
};

/// Each thread has an error of its own, and all use one model.
static void* work(void* argument) {
  struct Shared* shared = argument;
  char message[64];
  SupdictPart part;
  snprintf(message, sizeof message, "part is %d", 100 + shared->number);
  for (int i = 0; i < 200; ++i) {
    int32_t labels[N_SIGNALS];
    const SupdictMatrix X = signals();
    shared->n_wrong +=
        supdict_part(shared->model, 100 + shared->number, &part) != SUPDICT_ERROR_OPTION;
    shared->n_wrong += supdict_label(shared->model, &X, labels) != SUPDICT_OK;
    shared->n_wrong += memcmp(labels, shared->expected, sizeof labels) != 0;
    shared->n_wrong += strstr(supdict_last_error(), message) == NULL;
  }
  return NULL;
}

static void test_threads(const SupdictModel* model) {
  enum { kThreads = 4 };
  pthread_t threads[kThreads];
  struct Shared shared[kThreads];
  const SupdictMatrix X = signals();
  for (int i = 0; i < kThreads; ++i) {
    shared[i] = (struct Shared){.model = model, .number = i};
    CHECK_OK(supdict_label(model, &X, shared[i].expected));
    CHECK(pthread_create(&threads[i], NULL, work, &shared[i]) == 0);
  }
  for (int i = 0; i < kThreads; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(shared[i].n_wrong == 0);
  }
}

static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  char* bytes = malloc(1 << 20);
  *size = bytes == NULL ? 0 : fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: hostile_test MODEL\n");
    return 2;
  }
  for (int i = 0; i < N_FEATURES * N_SIGNALS; ++i) numbers[i] = (float)((i * 37) % 11) / 4;
  size_t size = 0;
  char* bytes = read_file(argv[1], &size);
  SupdictModel* model = NULL;
  CHECK(supdict_last_error()[0] == '\0');
  CHECK_ERROR(supdict_model_load("/does/not/exist", NULL, &model), SUPDICT_ERROR_FILE,
              "/does/not/exist");
  CHECK_OK(supdict_model_parse(bytes, size, NULL, "{\"threads\": 2}", &model));
  if (model != NULL && bytes != NULL) {
    CHECK(supdict_model_features(model) == N_FEATURES);
    test_nothing(model);
    test_shapes(model);
    test_values(model);
    test_options(argv[1]);
    test_damage(bytes, size);
    test_threads(model);
  }
  supdict_model_free(model);
  free(bytes);
  if (n_failed == 0) puts("every hostile call was refused");
  return n_failed == 0 ? 0 : 1;
}
