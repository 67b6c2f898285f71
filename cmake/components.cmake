# SPDX-License-Identifier: BSD-3-Clause
# The optional components. docs/internals/components.md lists the folders of each.
option(EMUQ_PAMI "Build PAMI, the message layer" ON)
option(EMUQ_APENET "Build APEnet+, the cards of a 3-D torus, and apenet-link" ON)
option(EMUQ_BGPM "Build BGPM, the performance-counter library" ON)
option(EMUQ_HOSTS "Build partitions over several hosts" ON)
option(EMUQ_MMIO "Build the backend mmio and emuq-device" ON)
option(EMUQ_TIMED "Build the backend timed, the network model and emuq-net" ON)
option(EMUQ_FAULTS "Build fault injection (EMUQ_FAULTS of a job)" ON)
option(EMUQ_TRACE "Build recordings of messages and emuq-trace" ON)
option(EMUQ_SPIN "Build spin timers, which interrupt loops over memory (EMUQ_SPIN of a job)" ON)
option(EMUQ_PROVIDER "Build the provider of libfabric, for MPI libraries" ON)
option(EMUQ_BTL "Build the byte transfer layer of Open MPI on APEnet+ cards" ON)
option(EMUQ_TOOLS "Build the programs emuq-*" ON)

# <emuq_components.h>: the same for C.
foreach(component PAMI APENET BGPM HOSTS MMIO TIMED FAULTS TRACE SPIN PROVIDER TOOLS)
  set(EMUQ_HAVE_${component} ${EMUQ_${component}})
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/emuq_components.h.in ${EMUQ_GENERATED_INCLUDE}/emuq_components.h)
