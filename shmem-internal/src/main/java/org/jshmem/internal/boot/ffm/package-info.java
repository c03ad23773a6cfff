/** The native library that some launchers need. */
package org.jshmem.internal.boot.ffm;
