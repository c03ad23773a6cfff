package org.jshmem.testing;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Leaves methods with the tag {@value Draw#DRAWN} to the build whose part they are in. JUnit finds it as a service. */
public final class DrawFilter implements PostDiscoveryFilter {
    private final Draw draw = Draw.ofThisBuild();

    /** As JUnit makes it. */
    public DrawFilter() {}

    @Override
    public FilterResult apply(TestDescriptor test) {
        final boolean isOfAnotherPart = test.getTags().contains(TestTag.create(Draw.DRAWN))
                && test.getSource().orElse(null) instanceof MethodSource method
                && !draw.has(method.getClassName() + "." + method.getMethodName());
        return FilterResult.includedIf(!isOfAnotherPart);
    }
}
