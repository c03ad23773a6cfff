package org.jshmem.system;

import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.globalExit;
import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.shutdown;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** A program whose PE 1, or that of its second argument, ends in the way of its first, while the others wait for it. */
final class Ends {
    private static final int LATE = 3;
    private static final String GLOBAL_EXIT = "globalExit";

    private Ends() {}

    public static void main(String[] args) throws Exception {
        final int who = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        init();
        barrierAll();
        if (myPe() == who && end(args[0])) {
            return;
        }
        barrierAll();
        shutdown();
        if (args[0].startsWith("again")) {
            init();
            barrierAll();
            if (args[0].equals("againReturn") && myPe() == who) {
                return;
            }
            shutdown();
        }
        System.out.println("fine");
        if (args[0].equals("late")) {
            System.exit(LATE);
        }
    }

    /** True to return from main at once. */
    private static boolean end(String how) throws IOException, InterruptedException {
        switch (how) {
            case "throw" -> throw new IllegalStateException("no luck");
            case "exit" -> System.exit(LATE);
            case "return" -> {
                return true;
            }
            case "kill" -> signal("KILL", ProcessHandle.current());
            case "HUP", "INT", "TERM" -> signal(how, ProcessHandle.current());
            case "hook" -> {
                // The kernel cuts this name within a character.
                Runtime.getRuntime().addShutdownHook(new Thread(Ends::save, "é".repeat(20)));
                signal("TERM", ProcessHandle.current());
            }
            case "launcher" -> signal("TERM", launcher());
            case "halt" -> Runtime.getRuntime().halt(0);
            case "sleep" -> sleep();
            case "child" -> System.out.print(child(Map.of()));
            case "childAlone" -> System.out.print(child(Map.of("SHMEM_BOOTSTRAP", "single")));
            default -> {
                if (how.startsWith(GLOBAL_EXIT)) {
                    globalExit(Integer.parseInt(how.substring(GLOBAL_EXIT.length())));
                }
            }
        }
        return false;
    }

    /** Sends a signal, and waits for its effect. */
    static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
        Thread.sleep(60_000);
    }

    /** A program's own shutdown hook, which takes a while. */
    private static void save() {
        try {
            Thread.sleep(1500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.println("saved");
    }

    /** The process that {@link ForeignLauncher} starts under {@code timeout}. */
    private static ProcessHandle launcher() {
        ProcessHandle process = ProcessHandle.current();
        while (!process.parent()
                .flatMap(parent -> parent.info().command())
                .orElse("")
                .endsWith("/timeout")) {
            process = process.parent().orElseThrow();
        }
        return process;
    }

    private static void sleep() throws InterruptedException {
        System.out.println("asleep");
        Thread.sleep(300_000);
    }

    /** What another program of the library says that this one starts. */
    private static String child(Map<String, String> environment) throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ends.class.getName(),
                        "again")
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        final Process child = builder.start();
        final String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        child.waitFor();
        return text;
    }
}
