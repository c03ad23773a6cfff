package plate;

import org.jshmem.launcher.Launch;

/** Starts the program on four PEs, as from an IDE. */
public final class Start {
    private Start() {}

    static void main() throws InterruptedException {
        System.exit(Launch.of(Plate.class).pes(4).run());
    }
}
