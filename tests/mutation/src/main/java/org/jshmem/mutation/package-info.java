/** Plants small defects in product code, one at a time, and says which of them the kit and the tests see. */
package org.jshmem.mutation;
