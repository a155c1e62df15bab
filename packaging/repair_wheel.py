#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes a wheel of this machine one for other machines.

    packaging/repair_wheel.py build/wheel/supdict-*-linux_x86_64.whl --out dist

Shared libraries that are not on every Linux are put into the wheel under names of their own, with their
licences, and its tag names the glibc that all of it needs (manylinux_2_X). These are the rules of auditwheel,
which Debian does not have. Needs patchelf, ldd, objdump and dpkg.
"""
import argparse
import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import tempfile
import zipfile

# What every Linux with glibc has. The last three come with GCC's run-time library.
EVERYWHERE = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|util|resolv)|libgcc_s|libstdc\+\+)"
                        r"\.so[.0-9]*$")
# The first glibc of distributions whose libstdc++ has these symbols (PEP 600, rules of auditwheel).
GLIBC_OF_GLIBCXX = [((3, 4, 19), 17), ((3, 4, 24), 24), ((3, 4, 25), 28), ((3, 4, 28), 31),
                    ((3, 4, 29), 34), ((3, 4, 30), 35), ((3, 4, 32), 38), ((3, 4, 33), 40)]
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the same bytes each time


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def libraries_of(path):
    """name -> path of the shared libraries that it loads, directly or not."""
    found = {}
    for line in output_of("ldd", str(path)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+) \(", line)
        if match:
            found[match[1]] = pathlib.Path(match[2]).resolve()
        elif "not found" in line:
            raise SystemExit(f"repair_wheel: {path.name} needs {line.strip()}")
    return {name: place for name, place in found.items() if not EVERYWHERE.match(name)}


def needed_by(path):
    return re.findall(r"NEEDED\s+(\S+)", output_of("objdump", "-p", str(path)))


def glibc_of(path):
    """Minor version of the oldest glibc 2 with which this can be loaded."""
    text = output_of("objdump", "-T", str(path))
    minors = [int(minor) for minor in re.findall(r"\bGLIBC_2\.(\d+)", text)]
    for version in re.findall(r"\bGLIBCXX_([0-9.]+)", text):
        numbers = tuple(map(int, version.split(".")))
        minors.append(next(minor for bound, minor in GLIBC_OF_GLIBCXX if numbers <= bound))
    return max(minors, default=17)


def own_name(name, path):
    """A name that no other package has in its wheel."""
    stem, dot, rest = name.partition(".so")
    return f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}{dot}{rest}"


def bundle(tree, extension):
    """Copies libraries into supdict.libs; returns the files that were made or changed."""
    folder = tree / "supdict.libs"
    found = libraries_of(extension)
    names = {name: own_name(name, path) for name, path in found.items()}
    changed = [extension]
    for name, path in found.items():
        folder.mkdir(exist_ok=True)
        copy = folder / names[name]
        shutil.copy(path, copy)
        copy.chmod(0o755)
        output_of("patchelf", "--set-soname", copy.name, str(copy))
        changed.append(copy)
    for path in changed:
        for name in needed_by(path):
            if name in names:
                output_of("patchelf", "--replace-needed", name, names[name], str(path))
        place = "$ORIGIN" if path.parent == folder else "$ORIGIN/../supdict.libs"
        output_of("patchelf", "--force-rpath", "--set-rpath", place, str(path))
    return changed, found


def package_of(path):
    """The Debian package of a library, which may be known under the path without /usr."""
    for place in (str(path), str(path).removeprefix("/usr")):
        done = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    raise SystemExit(f"repair_wheel: no package has {path}, so its licence is not known")


def add_licences(info, libraries):
    folder = info / "licenses"
    folder.mkdir(exist_ok=True)
    for package in sorted({package_of(path) for path in libraries.values()}):
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")


def set_tag(info, platform):
    path = info / "WHEEL"
    text = re.sub(r"^(Tag: \S+-\S+)-linux_(\w+)$", rf"\1-{platform}", path.read_text(), flags=re.M)
    path.write_text(text)


def write_wheel(tree, info, target):
    files = sorted(path for path in tree.rglob("*") if path.is_file() and path.name != "RECORD")
    record = []
    for path in files:
        data = path.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{path.relative_to(tree).as_posix()},sha256={digest},{len(data)}\n")
    record.append(f"{info.name}/RECORD,,\n")
    (info / "RECORD").write_text("".join(record))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [*files, info / "RECORD"]:
            entry = zipfile.ZipInfo(path.relative_to(tree).as_posix(), ZIP_TIME)
            entry.external_attr = (path.stat().st_mode & 0xFFFF) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def repair(wheel, out):
    name = re.fullmatch(r"(.+)-linux_(\w+)\.whl", wheel.name)
    if name is None:
        raise SystemExit(f"repair_wheel: {wheel.name} is not tagged linux_...; expected a new wheel")
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tree)
        info = next(tree.glob("*.dist-info"))
        extensions = list(tree.rglob("*.so"))
        if len(extensions) != 1:
            raise SystemExit(f"repair_wheel: {len(extensions)} extension modules; expected one")
        output_of("strip", "--strip-unneeded", str(extensions[0]))
        changed, libraries = bundle(tree, extensions[0])
        add_licences(info, libraries)
        platform = f"manylinux_2_{max(map(glibc_of, changed))}_{name[2]}"
        set_tag(info, platform)
        out.mkdir(parents=True, exist_ok=True)
        target = out / f"{name[1]}-{platform}.whl"
        write_wheel(tree, info, target)
    print(f"repair_wheel: {target}, with {', '.join(sorted(libraries)) or 'nothing added'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER")
    arguments = parser.parse_args()
    repair(arguments.wheel, arguments.out)


if __name__ == "__main__":
    main()
