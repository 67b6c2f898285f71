# SPDX-License-Identifier: BSD-3-Clause
# A recipe for Spack: spack repo create REPO; copy this directory to REPO/packages; spack dev-build emuq@main
from spack.package import *


class Emuq(CMakePackage):
    """The messaging stack of the IBM Blue Gene/Q (Message Unit, SPI, PAMI) on ordinary Linux machines."""

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("shared", default=False, description="Build libemuq as a shared library")
    variant("pami", default=True, description="The message layer PAMI")
    variant("hosts", default=True, description="Nodes on several hosts")
    variant("timed", default=True, description="The timing model of the torus")
    variant("mmio", default=True, description="Devices with memory-mapped registers")
    variant("trace", default=True, description="Recordings and emuq-trace")
    variant("faults", default=True, description="Fault injection")
    variant("apenet", default=True, description="APEnet+ cards")
    variant("bgpm", default=True, description="Performance counters")
    variant("tools", default=True, description="Launcher and tools")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hwloc@2:")
    depends_on("libatomic-ops")
    depends_on("mimalloc@2:")
    depends_on("libfabric", when="+hosts")
    depends_on("libsodium", when="+hosts")
    depends_on("pmix", when="+hosts")
    depends_on("libdeflate", when="+apenet")

    generator("ninja")

    def cmake_args(self):
        components = ("pami", "hosts", "timed", "mmio", "trace", "faults", "apenet", "bgpm", "tools")
        arguments = [self.define_from_variant(f"EMUQ_{name.upper()}", name) for name in components]
        arguments.append(self.define_from_variant("BUILD_SHARED_LIBS", "shared"))
        arguments.append(self.define("BUILD_TESTING", self.run_tests))
        return arguments
