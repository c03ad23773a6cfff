package org.jshmem.junit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * On a PE, leaves out what would follow a failed test. It would free symmetric memory, mostly, which is collective, and
 * the other PEs may wait elsewhere for what the failed one no longer does.
 */
final class PeInvocation implements InvocationInterceptor {
    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        if (context.getExecutionException().isPresent()) {
            invocation.skip();
        } else {
            invocation.proceed();
        }
    }
}
