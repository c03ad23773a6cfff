/** Put and get, strided and in blocks. */
package org.jshmem.tck.rma;
