/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file agree.h
 * @brief Private to the kernel shim: whether the hosts of a job agree on what has to be the same.
 */
#ifndef EMUQ_START_AGREE_H
#define EMUQ_START_AGREE_H

/** Bytes of a digest, with its zero. */
#define EMUQ_DIGEST_BYTES 89u

/** Writes a digest of what has to be the same on all hosts: what a partition is made from (settings, map file
 * and build), and when a silent host is lost. */
void emuq_job_digest(char digest[EMUQ_DIGEST_BYTES]);

/** The first thing that differs between two digests, for a message; NULL: nothing does. */
const char *emuq_job_difference(const char *one, const char *other);

#endif /* EMUQ_START_AGREE_H */
