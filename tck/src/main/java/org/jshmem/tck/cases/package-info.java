/** The bodies of the cases; {@code CaseTable} of the parent package lists the classes. */
package org.jshmem.tck.cases;
