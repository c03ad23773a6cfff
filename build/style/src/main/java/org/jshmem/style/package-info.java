/** The form of the project's sources. */
package org.jshmem.style;
