/**
 * What turns the modules' jars into something that starts soon; runs in the build only, but for the training program.
 */
package org.jshmem.distribution;
