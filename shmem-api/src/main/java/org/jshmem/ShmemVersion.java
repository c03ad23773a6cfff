package org.jshmem;

/**
 * The version of the OpenSHMEM specification that the library implements.
 *
 * @param major the major version
 * @param minor the minor version
 */
public record ShmemVersion(int major, int minor) {
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
