/** Reports of a run: as JUnit XML, as JSON, and as a page for a browser. */
package org.jshmem.tck.report;
