/** Foreign function calls. */
package org.jshmem.libfabric.ffm;
