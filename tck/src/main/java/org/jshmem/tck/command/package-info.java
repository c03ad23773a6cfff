/** The command {@code tck}: runs, lists and shows cases. */
package org.jshmem.tck.command;
