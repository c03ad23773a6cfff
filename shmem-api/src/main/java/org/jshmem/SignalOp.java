package org.jshmem;

/** How a put with signal updates its signal (spec: Signaling Operations). */
public enum SignalOp {
    /** The signal becomes the operand. */
    SET,
    /** The operand is added to the signal; no update is lost, however many PEs add. */
    ADD
}
