package org.jshmem.mutation.bytecode;

import java.util.Map;

/**
 * One possible change of a method's code.
 *
 * @param operator the name of the operator
 * @param what the change, for a reader
 * @param rewrites by the index of the element
 */
record Edit(String operator, String what, Map<Integer, Rewrite> rewrites) {
    static Edit of(String operator, String what, int index, Rewrite rewrite) {
        return new Edit(operator, what, Map.of(index, rewrite));
    }
}
