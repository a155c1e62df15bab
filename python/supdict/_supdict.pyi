# SPDX-License-Identifier: BSD-3-Clause
"""Types of the extension module. Signals are C-ordered arrays of float32 or float64."""
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np

Options = Dict[str, Any]
Summary = Dict[str, Any]
Supervised = Union["SupervisedFloat", "SupervisedDouble"]
Classifier = Union["ClassifierFloat", "ClassifierDouble"]
Workers = Tuple[int, str]  # threads, device

__version__: str
MOST_THREADS_ASKED_FOR: int
OPTIONS: Dict[str, List[Dict[str, Any]]]

def simd_level() -> str: ...
def device_problem(device: str) -> str: ...
def solvers() -> List[Dict[str, Any]]: ...
def class_order(names: List[str]) -> List[str]: ...

class SupervisedFloat:
    def __init__(
        self,
        decision: str,
        dictionary: np.ndarray,
        weights: np.ndarray,
        bias: np.ndarray,
        lambda0: float,
        lambda1: float,
        nonnegative: bool,
        ridge: float,
        atom_weights: List[float],
    ) -> None: ...

class SupervisedDouble(SupervisedFloat): ...

def lasso(
    X: np.ndarray,
    dictionary: np.ndarray,
    kappa: float,
    init: Optional[np.ndarray],
    weights: Optional[np.ndarray],
    options: Options,
    penalty: Options,
    workers: Workers,
    sparse: bool,
) -> Dict[str, Any]: ...
def supervised(
    X: np.ndarray,
    model: Supervised,
    hypotheses: List[int],
    init: Optional[np.ndarray],
    options: Options,
    workers: Workers,
) -> Dict[str, Any]: ...
def kappa_max(dictionary: np.ndarray, X: np.ndarray) -> float: ...
def learn_dictionary(
    X: np.ndarray,
    options: Options,
    coding: Options,
    workers: Workers,
    callback: Optional[Callable[[float], Any]],
) -> Tuple[Dict[str, Any], List[float], Optional[BaseException]]: ...
def start_dictionary(X: np.ndarray, options: Options) -> Dict[str, Any]: ...
def update_dictionary(
    state: Dict[str, Any], X: np.ndarray, options: Options, coding: Options, workers: Workers
) -> Dict[str, Any]: ...

class ClassifierFloat:
    class_names: List[str]
    @property
    def notes(self) -> Dict[str, str]: ...
    @property
    def prepared_bytes(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def strategy(self) -> str: ...
    @property
    def vote(self) -> str: ...
    @property
    def calibration(self) -> List[float]: ...
    @property
    def n_features(self) -> int: ...
    @property
    def preprocessing(self) -> Dict[str, Any]: ...
    @staticmethod
    def load(path: str) -> Classifier: ...
    def save(self, path: str) -> None: ...
    def parts(self) -> List[Dict[str, Any]]: ...
    def preprocess(self, X: np.ndarray) -> np.ndarray: ...
    def label(
        self, X: np.ndarray, options: Options, workers: Workers
    ) -> Tuple[np.ndarray, Summary]: ...
    def classify(self, X: np.ndarray, options: Options, workers: Workers) -> Dict[str, Any]: ...
    def encode(
        self, X: np.ndarray, options: Options, workers: Workers
    ) -> Tuple[np.ndarray, Summary]: ...

class ClassifierDouble(ClassifierFloat): ...

def train(
    X: np.ndarray,
    names: List[str],
    y: np.ndarray,
    options: Options,
    weights: Optional[np.ndarray],
    workers: Workers,
    callback: Optional[Callable[[Dict[str, Any]], Any]],
    log: str,
    checkpoint: str,
    resume: bool,
) -> Tuple[Optional[Classifier], Summary, Optional[BaseException]]: ...
class IncrementalFloat:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def n_updates(self) -> int: ...
    def update(
        self, X: np.ndarray, y: np.ndarray, weights: Optional[np.ndarray]
    ) -> Classifier: ...

class IncrementalDouble(IncrementalFloat): ...

def tune(
    X: np.ndarray,
    names: List[str],
    y: np.ndarray,
    options: Options,
    tuning: Options,
    workers: Workers,
    callback: Optional[Callable[[Dict[str, Any]], Any]],
    state: str,
    resume: bool,
) -> Tuple[Dict[str, Any], Optional[BaseException]]: ...
def read_dataset(path: str, options: Options) -> Dict[str, Any]: ...
def generated_textures(per_class: int, patch_size: int, seed: int) -> Dict[str, Any]: ...
