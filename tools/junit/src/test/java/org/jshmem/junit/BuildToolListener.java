package org.jshmem.junit;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/** A listener and filter as build tools and IDEs add them to JUnit by service files. It kills a PE on which it runs. */
public final class BuildToolListener
        implements LauncherDiscoveryListener, LauncherSessionListener, PostDiscoveryFilter, TestExecutionListener {
    private static final int STATUS = 98;

    /** For the service loader. */
    public BuildToolListener() {}

    private static void mustNotBeOnAPe() {
        if (TestedPe.isHere()) {
            Runtime.getRuntime().halt(STATUS);
        }
    }

    @Override
    public void launcherDiscoveryStarted(LauncherDiscoveryRequest request) {
        mustNotBeOnAPe();
    }

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        mustNotBeOnAPe();
    }

    @Override
    public FilterResult apply(TestDescriptor test) {
        mustNotBeOnAPe();
        return FilterResult.included("any");
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        mustNotBeOnAPe();
    }
}
