package org.jshmem.system;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** What happens to a job, on one of its hosts. */
enum Fault {
    /** A PE is killed. */
    KILL_PE {
        @Override
        List<Integer> strike(Round round, int pe) throws Exception {
            signal("KILL", round.pid(pe));
            return List.of(pe);
        }
    },
    /** All PEs of a host are killed. */
    KILL_HOST {
        @Override
        List<Integer> strike(Round round, int pe) throws Exception {
            final List<Integer> lost = round.besides(pe);
            signal("KILL", lost.stream().mapToLong(round::pid).toArray());
            return lost;
        }
    },
    /**
     * The process of a PE ends itself, without a word. Hydra then ends the others of its host, and does not say so
     * either.
     */
    HALT_PE {
        @Override
        List<Integer> strike(Round round, int pe) throws IOException {
            Files.createFile(round.directory().resolve("halt-" + pe));
            return round.besides(pe);
        }
    },
    /** A PE stands still. */
    STOP_PE {
        @Override
        List<Integer> strike(Round round, int pe) throws Exception {
            signal("STOP", round.pid(pe));
            return List.of(pe);
        }
    },
    /** A host's link goes down. */
    LINK_DOWN {
        @Override
        List<Integer> strike(Round round, int pe) throws Exception {
            round.hosts().change("link", round.host(pe), "down");
            return round.besides(pe);
        }

        @Override
        void heal(Round round, int pe) throws Exception {
            round.hosts().change("link", round.host(pe), "up");
        }
    },
    /** All packets of a host are lost. */
    DROP_ALL {
        @Override
        List<Integer> strike(Round round, int pe) throws Exception {
            round.hosts().change("drop", round.host(pe), "100");
            return round.besides(pe);
        }

        @Override
        void heal(Round round, int pe) throws Exception {
            round.hosts().change("drop", round.host(pe), "0");
        }
    },
    /** Many packets of a host are lost, which is no reason to end. */
    DROP_SOME {
        @Override
        List<Integer> strike(Round round, int pe) throws Exception {
            round.hosts().change("drop", round.host(pe), "25");
            return List.of();
        }

        @Override
        void heal(Round round, int pe) throws Exception {
            DROP_ALL.heal(round, pe);
        }
    };

    /** Strikes a PE, or its host; returns which PEs the others lose by that. */
    abstract List<Integer> strike(Round round, int pe) throws Exception;

    /** Gives the host its network back. */
    void heal(Round round, int pe) throws Exception {}

    /** Whether it cuts a host off. */
    boolean cuts() {
        return this == LINK_DOWN || this == DROP_ALL;
    }

    /** Whether the launcher is told of it. */
    boolean isDeath() {
        return this == KILL_PE || this == KILL_HOST || this == HALT_PE;
    }

    private static void signal(String name, long... pids) throws IOException, InterruptedException {
        final StringBuilder line = new StringBuilder("kill -" + name);
        for (long pid : pids) {
            line.append(' ').append(pid);
        }
        new ProcessBuilder("sh", "-c", line.toString()).inheritIO().start().waitFor();
    }
}
