package org.jshmem.tck.programs;

import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;

/**
 * A signal that comes with data.
 *
 * @param words has the signal's word
 * @param index which it is
 * @param signal the operand
 * @param operation sets or adds it
 * @param waits whether the put returns when the source may be changed
 */
record Notice(SymmetricLongs words, long index, long signal, SignalOp operation, boolean waits) {}
