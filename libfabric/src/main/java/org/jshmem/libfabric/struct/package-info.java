/** The structures of libfabric's headers, field by field. */
package org.jshmem.libfabric.struct;
