/** What the cases of all chapters move and compare: values, models, local memory. */
package org.jshmem.tck.data;
