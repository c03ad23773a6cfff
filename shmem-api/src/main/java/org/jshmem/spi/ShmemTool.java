package org.jshmem.spi;

import java.util.List;
import java.util.ServiceLoader;
import org.jshmem.ShmemException;

/**
 * A tool between the program and the runtime, in place of C's {@code pshmem_} names (spec: Profiling Interface). It can
 * watch, change or replace every operation.
 *
 * <p>{@link ServiceLoader} finds the tools, and {@code -Djshmem.tool=name} or {@code SHMEM_TOOL=name} selects them by
 * name. Of several names, separated by commas, the first is next to the program. Without that setting no tool class is
 * loaded, and the program calls the runtime directly.
 *
 * <p>A tool returns a provider that stands before the runtime's, usually a {@link ForwardingProvider} with
 * {@link ForwardingContext}s and {@link ForwardingTeam}s. These report every operation before and after it, and a tool
 * can override any of their methods.
 */
public abstract class ShmemTool {
    /** Called by the service loader. */
    protected ShmemTool() {}

    /**
     * The name that selects the tool.
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
