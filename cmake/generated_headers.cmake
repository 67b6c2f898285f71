# SPDX-License-Identifier: BSD-3-Clause
# <hwi/include/bqc/dcr/...>: headers of the device control registers, generated from the table hwi/dcr/fields.csv.
set(EMUQ_GENERATED_INCLUDE ${PROJECT_BINARY_DIR}/include)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/hwi/dcr/fields.csv ${PROJECT_SOURCE_DIR}/hwi/dcr/make-headers)
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/hwi/dcr/make-headers ${EMUQ_GENERATED_INCLUDE}/hwi/include/bqc/dcr
                COMMAND_ERROR_IS_FATAL ANY)
