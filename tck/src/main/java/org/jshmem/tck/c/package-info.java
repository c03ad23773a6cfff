/** What the kit knows of libraries of OpenSHMEM in C, which it can judge, too. */
package org.jshmem.tck.c;
