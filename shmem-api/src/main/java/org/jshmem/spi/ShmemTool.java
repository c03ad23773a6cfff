package org.jshmem.spi;

import java.util.List;
import java.util.ServiceLoader;
import org.jshmem.ShmemException;

/**
 * A tool between the program and the runtime, in place of C's {@code pshmem_} names (spec: Profiling Interface): it can
 * watch, change or replace every operation.
 *
 * <p>Tools are found by {@link ServiceLoader}, and chosen by name: {@code -Djshmem.tool=name} or
 * {@code SHMEM_TOOL=name}; of several, separated by commas, the first is next to the program. Without that setting no
 * class of theirs is loaded, and the runtime is called directly.
 *
 * <p>A tool gives back a provider that stands before the runtime's, as a rule a {@link ForwardingProvider}, whose
 * contexts are {@link ForwardingContext}s and whose teams are {@link ForwardingTeam}s. Those tell of every operation
 * before and after, and any method of theirs can be overridden.
 */
public abstract class ShmemTool {
    /** Called by the service loader. */
    protected ShmemTool() {}

    /**
     * The name by which the tool is chosen.
     *
     * @return a word
     */
    public abstract String name();

    /**
     * Puts the tool before the runtime; called once, before the library is initialised.
     *
     * @param runtime the runtime, or the tool that comes after this one
     * @return what the program calls instead
     */
    public abstract ShmemProvider install(ShmemProvider runtime);

    /** The provider that the program calls: the runtime with the chosen tools before it. */
    static ShmemProvider before(ShmemProvider runtime) {
        final String names = System.getProperty("jshmem.tool", System.getenv("SHMEM_TOOL"));
        return names == null || names.isBlank() ? runtime : before(runtime, names.split(",", -1));
    }

    private static ShmemProvider before(ShmemProvider runtime, String[] names) {
        final List<ShmemTool> tools = ServiceLoader.load(ShmemTool.class, ShmemTool.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        ShmemProvider first = runtime;
        for (int i = names.length - 1; i >= 0; i--) {
            first = named(names[i].strip(), tools).install(first);
        }
        return first;
    }

    private static ShmemTool named(String name, List<ShmemTool> tools) {
        return tools.stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ShmemException("SHMEM_TOOL=" + name
                        + ": there is no such tool on the class path; "
                        + (tools.isEmpty()
                                ? "there is none at all"
                                : "there are "
                                        + tools.stream().map(ShmemTool::name).toList())));
    }
}
