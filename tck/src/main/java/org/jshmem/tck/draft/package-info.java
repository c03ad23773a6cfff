/** Cases of proposals for the version of the specification after 1.6. */
package org.jshmem.tck.draft;
