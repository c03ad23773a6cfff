package org.jshmem.threads.job;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the classes of one PE: the API, its provider, the program. The JDK's and those that PEs share come from
 * outside, all others from here.
 */
public final class PeLoader extends URLClassLoader {
    private static final String SHARED = PeLoader.class.getPackageName() + ".";

    static {
        registerAsParallelCapable();
    }

    private final Job job;
    private final int pe;

    /**
     * @param job what it is a PE of
     * @param pe its number
     * @param classPath where its classes are
     */
    public PeLoader(Job job, int pe, URL... classPath) {
        super("PE " + pe, classPath, ClassLoader.getPlatformClassLoader());
        this.job = job;
        this.pe = pe;
    }

    /** What it is a PE of. */
    public Job job() {
        return job;
    }

    /** Its number. */
    public int pe() {
        return pe;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith(SHARED)
                ? Class.forName(name, resolve, PeLoader.class.getClassLoader())
                : super.loadClass(name, resolve);
    }
}
