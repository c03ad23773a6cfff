package org.jshmem.threads;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.threads.job.Job;
import org.jshmem.threads.job.PeLoader;

/**
 * Runs a program with PEs as threads of this JVM: {@code RunThreads -np 4 [-cp PATH] Main [arguments]}. The class path
 * is that of the JVM unless given; in arguments {@code {pe}} stands for the number of the PE.
 *
 * <p>The JVM ends when all PEs have; with status 1 as soon as one has thrown an exception.
 */
public final class RunThreads {
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;

    private RunThreads() {}

    /**
     * Runs it.
     *
     * @param args see the class
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        int next = 0;
        int nPes = 1;
        String classPath = System.getProperty("java.class.path");
        while (next + 1 < args.length && args[next].startsWith("-")) {
            switch (args[next]) {
                case "-np" -> nPes = Integer.parseInt(args[next + 1]);
                case "-cp" -> classPath = args[next + 1];
                default -> refuse("no option " + args[next]);
            }
            next += 2;
        }
        if (next == args.length || nPes < 1) {
            refuse("usage: RunThreads -np N [-cp PATH] Main [arguments]");
        }
        run(new Job(nPes), urls(classPath), args[next], List.of(args).subList(next + 1, args.length));
    }

    private static void refuse(String reason) {
        System.err.println("RunThreads: " + reason);
        System.exit(WRONG_USE);
    }

    private static void run(Job job, URL[] classPath, String main, List<String> arguments) throws InterruptedException {
        final List<Thread> pes = new ArrayList<>();
        for (int pe = 0; pe < job.world().size(); pe++) {
            final PeLoader loader = new PeLoader(job, pe, classPath);
            final String number = Integer.toString(pe);
            final String[] own = arguments.stream()
                    .map(argument -> argument.replace("{pe}", number))
                    .toArray(String[]::new);
            final Thread thread = new Thread(() -> call(loader, main, own), "PE " + pe);
            thread.setContextClassLoader(loader);
            pes.add(thread);
        }
        pes.forEach(Thread::start);
        for (Thread pe : pes) {
            pe.join();
        }
        System.exit(0);
    }

    private static void call(ClassLoader loader, String name, String... arguments) {
        try {
            final Method main = loader.loadClass(name).getMethod("main", String[].class);
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            end(e.getCause());
        } catch (Throwable e) { // the class may be missing, fail at its initialisation, or have no such method
            end(e);
        }
    }

    /** The others may wait for this PE, so they end with it. */
    private static void end(Throwable thrown) {
        System.err.print("Exception in " + Thread.currentThread().getName() + ": ");
        thrown.printStackTrace();
        System.out.flush();
        Runtime.getRuntime().halt(FAILED);
    }

    /** A directory with a star stands for its jars, as for java. */
    private static URL[] urls(String classPath) throws IOException {
        final List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (entry.endsWith("/*")) {
                try (DirectoryStream<Path> jars =
                        Files.newDirectoryStream(Path.of(entry.substring(0, entry.length() - 2)), "*.jar")) {
                    for (Path jar : jars) {
                        urls.add(url(jar));
                    }
                }
            } else {
                urls.add(url(Path.of(entry)));
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static URL url(Path entry) throws MalformedURLException {
        return entry.toUri().toURL();
    }
}
