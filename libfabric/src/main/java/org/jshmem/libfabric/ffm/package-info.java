/** Foreign functions. */
package org.jshmem.libfabric.ffm;
