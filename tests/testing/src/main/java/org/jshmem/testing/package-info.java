/** What the tests of all modules share. */
package org.jshmem.testing;
