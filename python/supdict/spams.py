# SPDX-License-Identifier: BSD-3-Clause
"""The functions of SPAMS that supdict can compute, under the names and conventions of SPAMS.

    import supdict.spams as spams

runs programs that were written for it, as far as the table in docs/python.md goes. Signals and
atoms are columns; codes are ``scipy.sparse.csc_matrix``. SPAMS halves the squared error, so its
``lambda1`` is ``kappa / 2`` and its ``lambda2`` is ``ridge``. What is not served raises
NotImplementedError and names what to use instead. Unlike SPAMS, every code is optimal: ``lasso``
and ``lassoWeighted`` warn where one is not. All of it is deterministic but learning for a time.
"""
import numpy as np
import scipy.sparse as sp

from . import _supdict
from ._arrays import signals
from ._bounded_codes import codes_within
from ._coding import sparse_encode
from ._learning_by_batches import learn

L1COEFFS = 0
L2ERROR = 1
PENALTY = 2
SPARSITY = 3
L2ERROR2 = 4
PENALTY2 = 5

# The weight of the l1 norm that stands for none, as a share of the one that makes all codes zero.
_NO_PENALTY = 1e-7

__all__ = [
    "L1COEFFS", "L2ERROR", "L2ERROR2", "PENALTY", "PENALTY2", "SPARSITY", "archetypalAnalysis",
    "cd", "lasso", "lassoWeighted", "nmf", "omp", "trainDL",
]


def lasso(
    X,
    D=None,
    Q=None,
    q=None,
    return_reg_path=False,
    L=-1,
    lambda1=None,
    lambda2=0.0,
    mode=PENALTY,
    pos=False,
    ols=False,
    numThreads=-1,
    max_length_path=-1,
    verbose=False,
    cholesky=False,
):
    """Codes of the columns x of X under the atoms in the columns of D.

    mode 0: min ``||x - D a||^2`` with ``||a||_1 <= lambda1``; mode 1: min ``||a||_1`` with
    ``||x - D a||^2 <= lambda1``; mode 2: min ``1/2 ||x - D a||^2 + lambda1 ||a||_1 + lambda2/2
    ||a||^2``. With ``pos`` over a >= 0. ``cholesky`` and ``verbose`` have no effect.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    _refuse(return_reg_path, "return_reg_path", "calls of lasso for several lambda1")
    _refuse(Q is not None or q is not None, "Q and q", "D")
    _refuse(ols, "ols", "numpy.linalg.lstsq on the atoms of each code")
    _refuse(max_length_path > 0, "max_length_path", "a larger lambda1")
    X, D = _columns(X, D)
    lambda1 = _needed(lambda1, "lambda1")
    if mode == PENALTY:
        codes = _encode(X, D, lambda1, lambda2, pos, numThreads)
    elif mode in (L1COEFFS, L2ERROR):
        _refuse(lambda2 > 0, f"lambda2 in mode {mode}", "mode 2")
        codes = codes_within(lambda1, X, D, mode == L1COEFFS, bool(pos), numThreads)
    else:
        _refuse_mode("lasso", mode)
    return _sparse(_at_most(L, codes))


def lassoWeighted(
    X, D, W, L=-1, lambda1=None, mode=PENALTY, pos=False, numThreads=-1, verbose=False
):
    """The mode 2 of :func:`lasso` with ``lambda1 sum_i W[i, j] |a_i|`` for the signal j.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    if mode != PENALTY:
        _refuse_mode("lassoWeighted", mode)
    X, D = _columns(X, D)
    W = np.ascontiguousarray(np.asarray(W, dtype=np.float64).T)
    if W.shape != (len(X), len(D)):
        raise ValueError(
            f"W is {W.shape[1]}x{W.shape[0]}; expected {len(D)}x{len(X)}, atoms x signals"
        )
    codes = _encode(X, D, _needed(lambda1, "lambda1"), 0, pos, numThreads, atom_weights=W)
    return _sparse(_at_most(L, codes))


def cd(X, D, A0, lambda1=None, mode=PENALTY, itermax=100, tol=0.001, numThreads=-1):
    """The mode 2 of :func:`lasso` by coordinate descent from the codes A0.

    ``tol`` is the relative duality gap, ``itermax`` the most passes.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    if mode != PENALTY:
        _refuse_mode("cd", mode)
    X, D = _columns(X, D)
    start = A0.toarray() if sp.issparse(A0) else np.asarray(A0)
    codes = _encode(
        X, D, _needed(lambda1, "lambda1"), 0, False, numThreads,
        solver="cd", init=start.T, tol=tol, max_iter=int(itermax),
    )
    return _sparse(codes)


def omp(X, D, L=None, eps=None, lambda1=None, return_reg_path=False, numThreads=-1):
    """Orthogonal matching pursuit: L atoms for each column of X, chosen one by one.

    L is one number or one for each signal; by default as many as there are features or atoms. A
    code has fewer where the signal needs no more.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    instead = "sklearn.linear_model.orthogonal_mp(D, X, tol=eps), or lasso of this module"
    _refuse(eps is not None and np.any(np.asarray(eps) > 0), "eps", instead)
    _refuse(lambda1 is not None and np.any(np.asarray(lambda1) > 0), "lambda1", instead)
    _refuse(return_reg_path, "return_reg_path", "calls of omp for several L")
    X, D = _columns(X, D)
    limits = np.asarray(min(D.shape) if L is None else L)
    if limits.ndim > 1 or limits.size not in (1, len(X)) or not np.all(limits >= 0):
        raise ValueError(f"L is {L!r}; expected one count from 0, or {len(X)}, one for each signal")
    limits = np.broadcast_to(limits.ravel(), len(X)).astype(np.int64)
    codes = np.zeros((len(X), len(D)), X.dtype)
    for limit in np.unique(limits[limits > 0]):
        asked = limits == limit
        codes[asked] = sparse_encode(
            X[asked], D, 0.0, solver="omp", max_nonzeros=int(min(limit, len(D))), sparse=False,
            n_jobs=numThreads,
        )
    return _sparse(codes)


def archetypalAnalysis(X, *args, **kwargs):
    """Archetypal analysis is not served."""
    _refuse(True, "archetypalAnalysis", "nmf of this module")


def trainDL(
    X,
    return_model=False,
    model=None,
    in_memory=False,
    D=None,
    numThreads=-1,
    batchsize=-1,
    K=-1,
    lambda1=None,
    lambda2=10e-10,
    iter=-1,  # noqa: A002 - the name is that of SPAMS
    t0=1e-5,
    mode=PENALTY,
    posAlpha=False,
    posD=False,
    expand=False,
    modeD=0,
    whiten=False,
    clean=True,
    verbose=True,
    gamma1=0.0,
    gamma2=0.0,
    rho=1.0,
    iter_updateD=None,
    stochastic_deprecated=False,
    modeParam=0,
    batch=False,
    log_deprecated=False,
    logName="",
):
    """Learns K atoms in the unit ball from the columns of X, online.

    Minimises the mean of mode 2 of :func:`lasso`. With ``modeD=1`` atoms are sparse:
    ``||d||_2^2 + gamma1 ||d||_1 <= 1``. ``iter`` counts batches of ``batchsize`` (512)
    signals; where it is negative, learning ends after that many seconds, as in SPAMS, and the
    result depends on the machine. ``D`` holds the first atoms, ``model`` what an earlier call
    returned with ``return_model``. ``t0``, ``rho``, ``modeParam``, ``clean``, ``iter_updateD``,
    ``in_memory`` and ``verbose`` have no effect.

    Returns
    -------
    ndarray of shape (n_features, K), column-major; with ``return_model`` a pair with the model
    """
    if mode != PENALTY:
        _refuse_mode("trainDL", mode)
    _refuse(modeD not in (0, 1), f"modeD={modeD}", "modeD=1, sparse atoms, or modeD=0")
    _refuse(modeD == 0 and gamma1 > 0, "gamma1 with modeD=0", "modeD=1, sparse atoms")
    _refuse(gamma2 > 0, "gamma2", "modeD=1 with gamma1")
    _refuse(whiten, "whiten", "signals that were whitened before")
    _refuse(expand, "expand", "a larger K")
    X = _signals(X, "X")
    options = {
        "kappa": _kappa(_needed(lambda1, "lambda1"), X, X),
        "ridge": float(lambda2),
        "nonnegative": _not_negative(posAlpha, posD),
        "sparse_atoms": float(gamma1) if modeD == 1 else 0.0,
    }
    first = None if D is None or np.size(D) == 0 else _signals(D, "D", X.dtype)
    state = learn(X, options, first, model, K, len(X) if batch else batchsize, iter, numThreads)
    atoms = np.asfortranarray(state["dictionary"].T)
    return (atoms, state) if return_model else atoms


def nmf(
    X,
    return_lasso=False,
    model=None,
    numThreads=-1,
    batchsize=-1,
    K=-1,
    iter=-1,  # noqa: A002 - the name is that of SPAMS
    t0=1e-5,
    clean=True,
    rho=1.0,
    batch=False,
):
    """Non-negative matrix factorisation: ``X`` is about ``U V``, neither with negative entries.

    As :func:`trainDL` without a penalty. Columns of U are in the unit ball.

    Returns
    -------
    ndarray of shape (n_features, K), column-major; with ``return_lasso`` a pair (U, V) with
    V a csc_matrix of shape (K, n_signals)
    """
    X = _signals(X, "X")
    if X.min(initial=0) < 0:
        raise ValueError(f"X has the value {X.min()}; expected no negative one")
    options = {"kappa": _kappa(0, X, X), "nonnegative": "codes,atoms"}
    state = learn(X, options, None, model, K, len(X) if batch else batchsize, iter, numThreads)
    U = np.asfortranarray(state["dictionary"].T)
    if not return_lasso:
        return U
    return U, lasso(X.T, U, lambda1=0, pos=True, numThreads=numThreads)


def _encode(X, D, lambda1, lambda2, pos, threads, **options):
    return np.asarray(sparse_encode(
        X, D, _kappa(lambda1, X, D), nonnegative=bool(pos), ridge=float(lambda2), n_jobs=threads,
        sparse=False, **options,
    ))


def _kappa(lambda1, X, D):
    """SPAMS has half the squared error, and takes 0 for no penalty."""
    if lambda1 > 0:
        return 2 * lambda1
    if D is X:
        return _NO_PENALTY * max(
            2 * float(np.linalg.norm(X, axis=1).max()), float(np.finfo(X.dtype).tiny)
        )
    return _NO_PENALTY * max(_supdict.kappa_max(D, X), float(np.finfo(X.dtype).tiny))


def _signals(X, name, dtype=None):
    """Columns as rows of a C-ordered array: no copy of a column-major one."""
    if X is None or np.ndim(X) != 2:
        raise ValueError(f"{name} is no matrix; expected one with a column for each signal or atom")
    return signals(np.asarray(X).T, dtype)


def _columns(X, D):
    X = _signals(X, "X")
    D = _signals(D, "D", X.dtype)
    if X.shape[1] != D.shape[1]:
        raise ValueError(
            f"X has {X.shape[1]} rows and D has {D.shape[1]}; expected the same number"
        )
    return X, D


def _needed(value, name):
    if value is None:
        raise ValueError(f"{name} is missing")
    value = float(value)
    if not value >= 0:
        raise ValueError(f"{name} is {value}; expected a number from 0")
    return value


def _not_negative(codes, atoms):
    return ",".join(name for name, asked in (("codes", codes), ("atoms", atoms)) if asked) or "none"


def _at_most(L, codes):
    """A limit that no code reaches is no limit."""
    most = np.count_nonzero(codes, axis=1).max(initial=0)
    _refuse(0 < L < most, f"L={L}, where a code has {most} non-zeros", "a larger lambda1")
    return codes


def _sparse(codes):
    return sp.csc_matrix(codes.T)


def _refuse(asked, what, instead):
    if asked:
        raise NotImplementedError(f"supdict.spams does not serve {what}; use {instead}")


def _refuse_mode(function, mode):
    served = "0, 1 and 2" if function == "lasso" else "2"
    raise NotImplementedError(
        f"supdict.spams.{function} does not serve mode={mode}; it serves {served}"
        + ("" if function == "lasso" else "; lasso serves 0, 1 and 2")
    )
