package org.jshmem.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the command line asked for, syntactically checked.
 *
 * @param action what to do
 * @param npes number of PEs; 0 where the action starts none
 * @param classPath the user's class path as written, or null for the default
 * @param modulePath the user's module path as written, or null
 * @param jvmOptions options of every PE's JVM, in the order given
 * @param environment variables set for every PE, in the order given
 * @param tagOutput whether every line of output carries its PE and stream
 * @param timeoutSeconds time limit of the job; 0 for none
 * @param watching how the job is watched, or null
 * @param tracing the trace that is written, or null
 * @param cache the start cache to use or to make, as written, or null
 * @param program the class, source file, example name, {@code -jar file} or {@code -m module}, followed by the
 *     program's arguments
 */
record LaunchOptions(
        Action action,
        int npes,
        String classPath,
        String modulePath,
        List<String> jvmOptions,
        Map<String, String> environment,
        boolean tagOutput,
        long timeoutSeconds,
        Watching watching,
        Tracing tracing,
        String cache,
        List<String> program) {

    /** The same for a program that was compiled, with what else is on its class path. */
    LaunchOptions withProgram(SourceFile compiled, List<Path> ofProgram) {
        final String path = Stream.concat(Stream.of(compiled.classes()), ofProgram.stream())
                .map(Path::toString)
                .collect(Collectors.joining(":"));
        final List<String> words = new ArrayList<>(program);
        words.set(0, compiled.mainClass());
        return withProgram(words, path);
    }

    /** The same for another program, with its class path. */
    LaunchOptions withProgram(List<String> words, String path) {
        return new LaunchOptions(
                action,
                npes,
                path,
                modulePath,
                jvmOptions,
                environment,
                tagOutput,
                timeoutSeconds,
                watching,
                tracing,
                cache,
                words);
    }

    /** The same with one more option of every JVM, and more variables. */
    LaunchOptions with(String jvmOption, Map<String, String> variables) {
        final List<String> options = new ArrayList<>(jvmOptions);
        options.add(jvmOption);
        final Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        return new LaunchOptions(
                action,
                npes,
                classPath,
                modulePath,
                options,
                all,
                tagOutput,
                timeoutSeconds,
                watching,
                tracing,
                cache,
                program);
    }

    /**
     * How a job is watched.
     *
     * @param port where its page is served, 0 for any free one, −1 for nowhere
     * @param report the file that the page is written to at the end, or null
     */
    record Watching(int port, String report) {}

    /**
     * The trace that the user asked for.
     *
     * @param file the trace
     * @param isAll whether every operation is recorded, however short
     */
    record Tracing(String file, boolean isAll) {}

    /** What one run of the launcher does. */
    enum Action {
        RUN,
        SHELL,
        TRAIN,
        SHOW,
        PRINT_JAVA_OPTIONS,
        LIST_EXAMPLES,
        HELP,
        VERSION
    }
}
