# SPDX-License-Identifier: BSD-3-Clause
"""Online dictionary learning with the arguments of SPAMS."""
import numpy as np

from ._learning_by_batches import learn
from ._spams_coding import lasso
from ._spams_columns import PENALTY, kappa_of, needed, refuse, rows


def trainDL(
    X,
    return_model=False,
    model=None,
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
    ``||d||_2^2 + gamma1 ||d||_1 <= 1``. ``iter`` counts batches of ``batchsize`` (512) signals;
    where it is negative, learning ends after that many seconds, as in SPAMS, and the result depends
    on the machine. ``D`` holds the first atoms. ``model`` is what an earlier call returned with
    ``return_model``: the sums A of ``a a'`` and B of ``x a'``, the number of batches ``iter`` and
    the atoms D, which it continues from unless D is given. ``t0``, ``rho``, ``modeParam``,
    ``clean``, ``iter_updateD`` and ``verbose`` have no effect.

    Returns
    -------
    ndarray of shape (n_features, K), column-major; with ``return_model`` a pair with the model
    """
    _refuse_what_is_not_learned(mode, modeD, gamma1, gamma2, whiten, expand)
    X = rows(X, "X")
    options = {
        "kappa": kappa_of(needed(lambda1, "lambda1"), X, X),
        "ridge": float(lambda2),
        "nonnegative": _not_negative(posAlpha, posD),
        "sparse_atoms": float(gamma1) if modeD == 1 else 0.0,
    }
    first = _start(X, D, model)
    state = learn(X, options, first, K, len(X) if batch else batchsize, iter, numThreads)
    atoms = np.asfortranarray(state["dictionary"].T)
    return (atoms, _model(state, atoms)) if return_model else atoms


def trainDL_Memory(
    X,
    D=None,
    numThreads=-1,
    batchsize=-1,
    K=-1,
    lambda1=None,
    iter=-1,  # noqa: A002 - the name is that of SPAMS
    t0=1e-5,
    mode=PENALTY,
    posD=False,
    expand=False,
    modeD=0,
    whiten=False,
    clean=True,
    gamma1=0.0,
    gamma2=0.0,
    rho=1.0,
    iter_updateD=1,
    stochastic_deprecated=False,
    modeParam=0,
    batch=False,
    log_deprecated=False,
    logName="",
):
    """:func:`trainDL`, without the memory for all codes that SPAMS spends here.

    Returns
    -------
    ndarray of shape (n_features, K), column-major
    """
    return trainDL(
        X, D=D, numThreads=numThreads, batchsize=batchsize, K=K, lambda1=lambda1, iter=iter,
        mode=mode, posD=posD, expand=expand, modeD=modeD, whiten=whiten, gamma1=gamma1,
        gamma2=gamma2, batch=batch,
    )


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
    modeParam=0,
    batch=False,
):
    """Non-negative matrix factorisation: ``X`` is about ``U V``, neither with negative entries.

    As :func:`trainDL` without a penalty. Columns of U are in the unit ball.

    Returns
    -------
    ndarray of shape (n_features, K), column-major; with ``return_lasso`` a pair (U, V) with
    V a csc_matrix of shape (K, n_signals)
    """
    return nnsc(X, return_lasso, model, 0, numThreads, batchsize, K, iter, t0, clean, rho,
                modeParam, batch)


def nnsc(
    X,
    return_lasso=False,
    model=None,
    lambda1=None,
    numThreads=-1,
    batchsize=-1,
    K=-1,
    iter=-1,  # noqa: A002 - the name is that of SPAMS
    t0=1e-5,
    clean=True,
    rho=1.0,
    modeParam=0,
    batch=False,
):
    """Non-negative sparse coding: :func:`nmf` with ``lambda1 ||V||_1``.

    Returns
    -------
    As :func:`nmf`
    """
    X = rows(X, "X").T
    if X.min(initial=0) < 0:
        raise ValueError(f"X has the value {X.min()}; expected no negative one")
    U = trainDL(X, model=model, numThreads=numThreads, batchsize=batchsize, K=K, iter=iter,
                lambda1=lambda1, lambda2=0, posAlpha=True, posD=True, batch=batch)
    if not return_lasso:
        return U
    return U, lasso(X, U, lambda1=lambda1, pos=True, numThreads=numThreads)


def _refuse_what_is_not_learned(mode, modeD, gamma1, gamma2, whiten, expand):
    if mode != PENALTY:
        raise NotImplementedError(
            f"supdict.spams.trainDL does not serve mode={mode}; it serves 2: learn with a lambda1, "
            "then code with lasso in the modes 0 and 1 or with omp"
        )
    refuse(modeD not in (0, 1), f"modeD={modeD}", "modeD=1, sparse atoms, or modeD=0")
    refuse(modeD == 0 and gamma1 > 0, "gamma1 with modeD=0", "modeD=1, sparse atoms")
    refuse(gamma2 > 0, "gamma2", "modeD=1 with gamma1")
    refuse(whiten, "whiten", "signals that were whitened before")
    refuse(expand, "expand", "a larger K")


def _start(X, D, model):
    """The state of the learner to begin with, or None."""
    given = D is not None and np.size(D) > 0
    if model is None and not given:
        return None
    if model is not None and not (isinstance(model, dict) and {"A", "B", "iter"} <= set(model)):
        raise ValueError("model is not what trainDL returns; expected a dict with A, B and iter")
    if not given:
        D = model.get("D")
    atoms = rows(D, "D", X.dtype)
    k, n = atoms.shape
    A, B = (np.zeros((k, k)), np.zeros((n, k))) if model is None else (model["A"], model["B"])
    return {
        "dictionary": atoms,
        "A": rows(A, "A", X.dtype),
        "B": rows(B, "B", X.dtype),
        "n_updates": 0 if model is None else int(model["iter"]),
        "n_replaced": 0,
    }


def _model(state, atoms):
    return {
        "A": np.asfortranarray(state["A"]),
        "B": np.asfortranarray(state["B"].T),
        "iter": state["n_updates"],
        "D": atoms,
    }


def _not_negative(codes, atoms):
    return ",".join(name for name, asked in (("codes", codes), ("atoms", atoms)) if asked) or "none"
