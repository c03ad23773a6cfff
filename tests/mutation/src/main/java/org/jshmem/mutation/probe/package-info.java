/** What is put into the product's class files to see which lines run. */
package org.jshmem.mutation.probe;
