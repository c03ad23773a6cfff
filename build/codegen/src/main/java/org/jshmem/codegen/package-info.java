/** Expands the hand-written masters of the typed API into Java sources at build time. */
package org.jshmem.codegen;
