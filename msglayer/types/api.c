/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI_Type_...: arguments are checked here, the work is done elsewhere. */
#include "msglayer/core/context.h"
#include "msglayer/types/inside.h"

pami_result_t PAMI_Type_create(pami_type_t *type)
{
    if (type == NULL)
        return emuq_pami_result(PAMI_INVAL);
    emuq_pami_type_t *new = emuq_pami_type_new();
    if (new == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    *type = new;
    return emuq_pami_result(PAMI_SUCCESS);
}

pami_result_t PAMI_Type_add_simple(pami_type_t type, size_t bytes, size_t offset, size_t count, size_t stride)
{
    if (type == NULL)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(emuq_pami_type_add_simple(type, bytes, offset, count, stride));
}

pami_result_t PAMI_Type_add_typed(pami_type_t type, pami_type_t subtype, size_t offset, size_t count,
                                  size_t stride)
{
    if (type == NULL || subtype == NULL)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(emuq_pami_type_add_typed(type, subtype, offset, count, stride));
}

pami_result_t PAMI_Type_complete(pami_type_t type, size_t atom_size)
{
    if (type == NULL)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(emuq_pami_type_complete(type, atom_size));
}

pami_result_t PAMI_Type_destroy(pami_type_t *type)
{
    if (type == NULL || *type == NULL || ((const emuq_pami_type_t *)*type)->is_predefined)
        return emuq_pami_result(PAMI_INVAL);
    emuq_pami_type_release(*type);
    *type = PAMI_TYPE_NULL;
    return emuq_pami_result(PAMI_SUCCESS);
}

pami_result_t PAMI_Type_serialize(pami_type_t type, void **address, size_t *size)
{
    if (!emuq_pami_type_is_complete(type) || address == NULL || size == NULL)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(emuq_pami_type_serialize(type, address, size));
}

pami_result_t PAMI_Type_deserialize(pami_type_t *type, void *address, size_t size)
{
    emuq_pami_type_t *new;
    if (type == NULL || address == NULL)
        return emuq_pami_result(PAMI_INVAL);
    pami_result_t rc = emuq_pami_type_deserialize(&new, address, size);
    if (rc == PAMI_SUCCESS)
        *type = new;
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Type_query(pami_type_t handle, pami_configuration_t configuration[], size_t num_configs)
{
    const emuq_pami_type_t *type = handle;
    if (!emuq_pami_type_is_complete(handle) || (configuration == NULL && num_configs != 0))
        return emuq_pami_result(PAMI_INVAL);
    pami_result_t rc = PAMI_SUCCESS;
    for (size_t i = 0; i < num_configs; i++) {
        pami_attribute_value_t *value = &configuration[i].value;
        switch (configuration[i].name) {
        case PAMI_TYPE_DATA_SIZE:
            value->intval = type->size;
            break;
        case PAMI_TYPE_DATA_EXTENT:
            value->intval = (size_t)type->extent;
            break;
        case PAMI_TYPE_ATOM_SIZE:
            value->intval = type->atom;
            break;
        default:
            rc = PAMI_INVAL;
            break;
        }
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Type_transform_data(void *src_addr, pami_type_t src_type, size_t src_offset,
                                       void *dst_addr, pami_type_t dst_type, size_t dst_offset, size_t size,
                                       pami_data_function data_fn, void *cookie)
{
    if (!emuq_pami_type_is_complete(src_type) || !emuq_pami_type_is_complete(dst_type))
        return emuq_pami_result(PAMI_INVAL);
    emuq_pami_stream_t from = {src_type, src_addr, src_offset}, to = {dst_type, dst_addr, dst_offset};
    return emuq_pami_result(emuq_pami_type_transform(&from, &to, size, data_fn, cookie));
}
