package org.jshmem.launcher;

import java.util.List;
import java.util.Map;

/**
 * What the command line asked for, syntactically checked.
 *
 * @param action what to do
 * @param npes number of PEs; 0 where the action starts none
 * @param classPath the user's class path as written, or null for the default
 * @param jvmOptions options of every PE's JVM, in the order given
 * @param environment variables set for every PE, in the order given
 * @param tagOutput whether every line of output carries its PE and stream
 * @param timeoutSeconds time limit of the job; 0 for none
 * @param cache the start cache to use or to make, as written, or null
 * @param program the class, example name or {@code -jar file}, followed by the program's arguments
 */
record LaunchOptions(
        Action action,
        int npes,
        String classPath,
        List<String> jvmOptions,
        Map<String, String> environment,
        boolean tagOutput,
        long timeoutSeconds,
        String cache,
        List<String> program) {

    /** What one run of the launcher does. */
    enum Action {
        RUN,
        TRAIN,
        SHOW,
        PRINT_JAVA_OPTIONS,
        LIST_EXAMPLES,
        HELP,
        VERSION
    }
}
