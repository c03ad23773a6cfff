package org.jshmem.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes a test of each setup that {@link ShmemTest} asks for; the PEs have the same tests, and run them. */
final class ShmemTestExtension implements TestTemplateInvocationContextProvider {
    /** Made by JUnit. */
    ShmemTestExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        final ShmemTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), ShmemTest.class)
                .orElseThrow();
        return Setup.of(test).map(ShmemTestExtension::invocation);
    }

    private static TestTemplateInvocationContext invocation(Setup setup) {
        return new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int invocationIndex) {
                return setup.displayName();
            }

            @Override
            public List<Extension> getAdditionalExtensions() {
                return List.of(TestedPe.isHere() ? new PeInvocation() : new JobInvocation(setup));
            }
        };
    }
}
