/**
 * Histories: PEs do random operations on shared words and write down what they called, what they got, and when. Each
 * word's history is then judged: {@link org.jshmem.tck.history.Order} looks for an order of the operations that a word
 * could have seen. Where there is none, the operations were not atomic, or one had completed and was not seen.
 */
package org.jshmem.tck.history;
