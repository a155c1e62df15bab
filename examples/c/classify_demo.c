// SPDX-License-Identifier: BSD-3-Clause
// Classifies one signal from C, and shows how probable each class is.
//   classify_demo MODEL NUMBER...
#include <stdio.h>
#include <stdlib.h>
#include <supdict/supdict.h>

static int fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, supdict_last_error());
  return 1;
}

static void print(const SupdictModel* model, int32_t label, const double* probabilities,
                  int certified) {
  printf("%s, %s\n", supdict_model_class_name(model, label),
         certified ? "certified" : "not certified");
  for (int64_t l = 0; l < supdict_model_classes(model); ++l) {
    printf("  %-12s %.4f\n", supdict_model_class_name(model, l), probabilities[l]);
  }
}

static int classify(const SupdictModel* model, int n_numbers, char** numbers) {
  const int64_t classes = supdict_model_classes(model);
  double* x = malloc((size_t)n_numbers * sizeof *x);
  double* probabilities = malloc((size_t)classes * sizeof *probabilities);
  int32_t label = 0;
  uint8_t certified = 0;
  int status = 1;
  if (x != NULL && probabilities != NULL) {
    for (int i = 0; i < n_numbers; ++i) x[i] = strtod(numbers[i], NULL);
    const SupdictMatrix X = supdict_doubles(x, n_numbers, 1);
    const SupdictClassification out = {&label, probabilities, NULL, &certified};
    if (supdict_classify(model, &X, &out) == SUPDICT_OK) {
      print(model, label, probabilities, certified);
      status = 0;
    } else {
      status = fail("cannot classify");
    }
  }
  free(probabilities);
  free(x);
  return status;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: classify_demo MODEL NUMBER...\n");
    return 2;
  }
  SupdictModel* model = NULL;
  if (supdict_model_load(argv[1], "{\"threads\": 1}", &model) != SUPDICT_OK) {
    return fail("cannot load the model");
  }
  const int status = classify(model, argc - 2, argv + 2);
  supdict_model_free(model);
  return status;
}
