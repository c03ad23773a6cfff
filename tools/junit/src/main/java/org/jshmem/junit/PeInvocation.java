package org.jshmem.junit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * On a PE, ends the job as soon as the test has failed. What JUnit would do next, such as methods with
 * {@code AfterEach}, mostly frees symmetric memory, which is collective, and the other PEs may wait elsewhere for what
 * the failed one no longer does.
 */
final class PeInvocation implements AfterTestExecutionCallback, InvocationInterceptor, AfterEachCallback {
    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        endIfFailed(context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        endIfFailed(context); // in a method with BeforeEach, or an earlier one of these
        invocation.proceed();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        endIfFailed(context);
    }

    private static void endIfFailed(ExtensionContext context) throws Exception {
        if (context.getExecutionException().isPresent()) {
            TestedPe.failed(context.getExecutionException().get());
        }
    }
}
