package org.jshmem.tck.programs;

/** The forms of transfers. */
enum Form {
    /** Contiguous. */
    PUT("put"),
    /** The same without waiting. */
    PUT_NBI("putNbi"),
    /** Single elements with strides. */
    IPUT("iput"),
    /** Blocks with strides. */
    IBPUT("ibput"),
    /** Contiguous. */
    GET("get"),
    /** The same without waiting. */
    GET_NBI("getNbi"),
    /** Single elements with strides. */
    IGET("iget"),
    /** Blocks with strides. */
    IBGET("ibget");

    final String method;

    Form(String method) {
        this.method = method;
    }

    /** As in names of C. */
    String cName() {
        return method.replace("Nbi", "_nbi");
    }

    boolean isPut() {
        return ordinal() < GET.ordinal();
    }

    boolean waits() {
        return this != PUT_NBI && this != GET_NBI;
    }

    boolean isContiguous() {
        return this == PUT || this == PUT_NBI || this == GET || this == GET_NBI;
    }

    boolean hasBlocks() {
        return this == IBPUT || this == IBGET;
    }
}
