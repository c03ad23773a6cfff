package org.jshmem.testing;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves the tests with the tag {@value #FULL} to a build without {@code -Dquick}. Tests that the command line picks by
 * {@code -Dtest} run in any build. JUnit finds it as a service.
 */
public final class QuickFilter implements PostDiscoveryFilter {
    /** The tag of tests that take long. */
    public static final String FULL = "full";

    /** As JUnit makes it. */
    public QuickFilter() {}

    @Override
    public FilterResult apply(TestDescriptor test) {
        return FilterResult.includedIf(!isQuick() || !test.getTags().contains(TestTag.create(FULL)));
    }

    /**
     * Whether tests are to be quick.
     *
     * @return false, too, if the command line picks them
     */
    public static boolean isQuick() {
        return System.getProperty("quick") != null && System.getProperty("test") == null;
    }
}
