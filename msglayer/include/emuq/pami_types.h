/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_types.h
 * @brief PAMI: data types and data functions (pami-collectives 8). Include pami.h.
 *
 * A type is a list of blocks (displacement, bytes) and an extent, repeated without end at distances of the
 * extent. Offsets in transfers count data bytes of the repetition. Complete types are constant and
 * thread-safe.
 */
#ifndef EMUQ_PAMI_TYPES_H
#define EMUQ_PAMI_TYPES_H

#ifdef __cplusplus
extern "C" {
#endif

/** @name Building types
 * PAMI_INVAL: the type is complete already, or not complete where required; PAMI_ENOMEM
 * @{
 */
/** Makes a type without blocks. */
pami_result_t PAMI_Type_create(pami_type_t *type);
/** Moves the cursor by @p offset; then @p count times adds a block of @p bytes and moves by @p stride. */
pami_result_t PAMI_Type_add_simple(pami_type_t type, size_t bytes, size_t offset, size_t count,
                                   size_t stride);
/** Moves the cursor by @p offset; then @p count times adds the blocks of the complete type @p subtype and
 * moves by @p stride. */
pami_result_t PAMI_Type_add_typed(pami_type_t type, pami_type_t subtype, size_t offset, size_t count,
                                  size_t stride);
/** Completes a type; the cursor becomes its extent. @param atom_size  divides every block: bytes that data
 * functions must not split, 1 to 128 */
pami_result_t PAMI_Type_complete(pami_type_t type, size_t atom_size);
/** Destroys a handle; transfers in progress keep the type. @param type set to null */
pami_result_t PAMI_Type_destroy(pami_type_t *type);
/** Queries PAMI_TYPE attributes of a complete type. */
pami_result_t PAMI_Type_query(pami_type_t type, pami_configuration_t configuration[], size_t num_configs);
/** Makes an image of a complete type, to be copied or sent; owned by the type. */
pami_result_t PAMI_Type_serialize(pami_type_t type, void **address, size_t *size);
/** Makes a complete type from a copy of an image. @return PAMI_INVAL: damaged image */
pami_result_t PAMI_Type_deserialize(pami_type_t *type, void *address, size_t size);
/** Moves @p size data bytes between layouts with a data function. Local, synchronous. */
pami_result_t PAMI_Type_transform_data(void *src_addr, pami_type_t src_type, size_t src_offset,
                                       void *dst_addr, pami_type_t dst_type, size_t dst_offset, size_t size,
                                       pami_data_function data_fn, void *cookie);
/** @} */

/** @name Predefined types
 * Complete and contiguous.
 * @{ */
extern pami_type_t PAMI_TYPE_BYTE;
extern pami_type_t PAMI_TYPE_SIGNED_CHAR;
extern pami_type_t PAMI_TYPE_UNSIGNED_CHAR;
extern pami_type_t PAMI_TYPE_SIGNED_SHORT;
extern pami_type_t PAMI_TYPE_UNSIGNED_SHORT;
extern pami_type_t PAMI_TYPE_SIGNED_INT;
extern pami_type_t PAMI_TYPE_UNSIGNED_INT;
extern pami_type_t PAMI_TYPE_SIGNED_LONG;
extern pami_type_t PAMI_TYPE_UNSIGNED_LONG;
extern pami_type_t PAMI_TYPE_SIGNED_LONG_LONG;
extern pami_type_t PAMI_TYPE_UNSIGNED_LONG_LONG;
extern pami_type_t PAMI_TYPE_FLOAT;
extern pami_type_t PAMI_TYPE_DOUBLE;
extern pami_type_t PAMI_TYPE_LONG_DOUBLE;
extern pami_type_t PAMI_TYPE_LOGICAL;  /**< Deprecated: PAMI_TYPE_LOGICAL4. */
extern pami_type_t PAMI_TYPE_LOGICAL1; /**< Nonzero means true, in all PAMI_TYPE_LOGICAL types. */
extern pami_type_t PAMI_TYPE_LOGICAL2;
extern pami_type_t PAMI_TYPE_LOGICAL4;
extern pami_type_t PAMI_TYPE_LOGICAL8;
extern pami_type_t PAMI_TYPE_SINGLE_COMPLEX; /**< Structure of real and imaginary part. */
extern pami_type_t PAMI_TYPE_DOUBLE_COMPLEX;
extern pami_type_t PAMI_TYPE_LOC_2INT; /**< C structure of value and index, like all PAMI_TYPE_LOC types. */
extern pami_type_t PAMI_TYPE_LOC_2FLOAT;
extern pami_type_t PAMI_TYPE_LOC_2DOUBLE;
extern pami_type_t PAMI_TYPE_LOC_SHORT_INT;
extern pami_type_t PAMI_TYPE_LOC_FLOAT_INT;
extern pami_type_t PAMI_TYPE_LOC_DOUBLE_INT;
extern pami_type_t PAMI_TYPE_LOC_LONG_INT;
extern pami_type_t PAMI_TYPE_LOC_LONGDOUBLE_INT;
/** @} */

/** @name Predefined data functions
 * Tokens, not callable. NULL means PAMI_DATA_COPY.
 * @{ */
extern pami_data_function PAMI_DATA_COPY;   /**< t = s */
extern pami_data_function PAMI_DATA_NOOP;   /**< No effect. */
extern pami_data_function PAMI_DATA_MAX;    /**< Maximum. */
extern pami_data_function PAMI_DATA_MIN;    /**< Minimum. */
extern pami_data_function PAMI_DATA_SUM;    /**< t + s */
extern pami_data_function PAMI_DATA_PROD;   /**< t * s */
extern pami_data_function PAMI_DATA_LAND;   /**< t && s */
extern pami_data_function PAMI_DATA_LOR;    /**< t || s */
extern pami_data_function PAMI_DATA_LXOR;   /**< !t != !s */
extern pami_data_function PAMI_DATA_BAND;   /**< t & s */
extern pami_data_function PAMI_DATA_BOR;    /**< t | s */
extern pami_data_function PAMI_DATA_BXOR;   /**< t ^ s */
extern pami_data_function PAMI_DATA_MAXLOC; /**< Pair with the larger value, or the smaller index. */
extern pami_data_function PAMI_DATA_MINLOC; /**< Pair with the smaller value, or the smaller index. */
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_TYPES_H */
