/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file DescriptorWrapperXX.h
 * @brief Keeping track of a descriptor in C++ (spi-addressing-descriptors 5).
 */
#ifndef _MUSPI_DESCRIPTOR_WRAPPER_XX_H_
#define _MUSPI_DESCRIPTOR_WRAPPER_XX_H_

#include "spi/include/mu/DescriptorBaseXX.h"

/** Bookkeeping for a descriptor, before and after injection. Points to the descriptor. */
class MUSPI_DescriptorWrapper
{
  public:
    /** @param desc the descriptor, or NULL. The FIFO is -1; the getter returns 0xffff. */
    inline MUSPI_DescriptorWrapper(MUSPI_DescriptorBase *desc = NULL)
        : _desc(desc), _FIFO((uint16_t)-1), _sequenceNumber(0), _cb_done(NULL), _clientdata(NULL),
          _nextPtr(NULL), _prevPtr(NULL)
    {
    }

    /** Leaves the members uninitialised, for a later clone(). @param dummy ignored. */
    inline MUSPI_DescriptorWrapper(int dummy)
    {
        (void)dummy;
    }

    /** Sets the descriptor. */
    inline void setDescriptorPtr(MUSPI_DescriptorBase *desc)
    {
        _desc = desc;
    }
    /** @return the descriptor. */
    inline MUSPI_DescriptorBase *getDescriptorPtr()
    {
        return _desc;
    }

    /** Sets the number of the descriptor's FIFO; truncated to 16 bits. */
    inline void setFIFONum(int fnum)
    {
        _FIFO = (uint16_t)fnum;
    }
    /** @return the number of the descriptor's FIFO. */
    inline uint16_t getFIFONum() const
    {
        return _FIFO;
    }

    /** Sets the descriptor's number in the FIFO. */
    inline void setSequenceNumber(uint64_t sequenceNumber)
    {
        _sequenceNumber = sequenceNumber;
    }
    /** @return the descriptor's number in the FIFO. */
    inline uint64_t getSequenceNumber()
    {
        return _sequenceNumber;
    }

    /** Sets the completion callback; NULL: none. */
    inline void setDoneCallback(void (*cb_done)(void *), void *clientdata)
    {
        _cb_done = cb_done;
        _clientdata = clientdata;
    }
    /** @return 1 if there is a completion callback, else 0. */
    inline uint32_t isCallbackDesired()
    {
        return _cb_done != NULL;
    }
    /** Calls the completion callback; must not be NULL. */
    inline void performCallback()
    {
        _cb_done(_clientdata);
    }

    /** Sets the next element of the list. */
    inline void setNextPtr(MUSPI_DescriptorWrapper *nextPtr)
    {
        _nextPtr = nextPtr;
    }
    /** @return the next element of the list. */
    inline MUSPI_DescriptorWrapper *getNextPtr()
    {
        return _nextPtr;
    }
    /** Sets the previous element of the list. */
    inline void setPrevPtr(MUSPI_DescriptorWrapper *prevPtr)
    {
        _prevPtr = prevPtr;
    }
    /** @return the previous element of the list. */
    inline MUSPI_DescriptorWrapper *getPrevPtr()
    {
        return _prevPtr;
    }

    /** Copies this object to @p obj. */
    inline void clone(MUSPI_DescriptorWrapper &obj)
    {
        obj = *this;
    }

    /** Prints the descriptor's address and contents to standard output. */
    inline void dump()
    {
        _desc->dump();
    }

  protected:
    MUSPI_DescriptorBase *_desc;
    uint16_t _FIFO;
    uint64_t _sequenceNumber;
    void (*_cb_done)(void *);
    void *_clientdata;
    MUSPI_DescriptorWrapper *_nextPtr;
    MUSPI_DescriptorWrapper *_prevPtr;
};

#endif /* _MUSPI_DESCRIPTOR_WRAPPER_XX_H_ */
