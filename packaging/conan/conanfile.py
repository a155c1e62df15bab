# SPDX-License-Identifier: BSD-3-Clause
"""Conan 2, from the source tree this lies in:  conan create packaging/conan --build=missing"""
import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps

PARTS = ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*")


class SupdictConan(ConanFile):
    name = "supdict"
    version = "0.1.0"
    description = "Supervised dictionary learning"
    license = "BSD-3-Clause"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for part in PARTS:
            copy(self, part, root, self.export_sources_folder)

    def requirements(self):
        self.requires("eigen/3.4.0", transitive_headers=True)
        self.requires("nlohmann_json/3.11.2")
        self.requires("zlib/[>=1.2.13 <2]")
        self.requires("libpng/[>=1.6.39 <2]")
        self.requires("libjpeg-turbo/[>=2.1.5 <4]")
        self.requires("libzip/[>=1.7.3 <2]")

    def build_requirements(self):
        self.tool_requires("pkgconf/[>=2 <3]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SUPDICT_DEVELOPER"] = False
        toolchain.cache_variables["SUPDICT_COMMAND"] = False
        toolchain.cache_variables["BUILD_SHARED_LIBS"] = bool(self.options.shared)
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["supdict"]
        self.cpp_info.set_property("cmake_target_name", "supdict::supdict")
        self.cpp_info.system_libs = ["m", "pthread"]
