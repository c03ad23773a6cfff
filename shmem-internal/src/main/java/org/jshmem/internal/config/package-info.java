/** The table of settings. */
package org.jshmem.internal.config;
