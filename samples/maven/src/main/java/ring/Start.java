package ring;

import org.jshmem.launcher.Launch;

/** Starts the program on four PEs, as from an IDE. */
public final class Start {
    private Start() {}

    static void main() throws InterruptedException {
        System.exit(Launch.of(Ring.class).pes(4).run());
    }
}
