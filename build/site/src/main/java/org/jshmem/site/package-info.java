/** The site of the project: documents, samples and Javadoc as pages for a browser. */
package org.jshmem.site;
