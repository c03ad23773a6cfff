package org.jshmem.bootstrap;

import java.util.Map;
import org.jshmem.ShmemException;

/**
 * Chooses the bootstrap of this process by its environment: that of the nearest launcher.
 *
 * <p>The order is {@code shmemrun}, which may run in a job of Slurm; a rendezvous, whose settings are the library's
 * own; PMI-1, if the inherited socket is open and so belongs to this process; PMIx; and PMI-1 otherwise. An inherited
 * socket that is not open belonged to a process further up, so PMIx is tried before that is an error.
 */
enum BootstrapChoice {
    /** {@code shmemrun}. */
    LAUNCHER,
    /** A launcher with PMI-1. */
    PMI1,
    /** A launcher with PMIx. */
    PMIX,
    /** No launcher: the PEs meet at an address. */
    RENDEZVOUS,
    /** No launcher: a job of one PE. */
    SINGLE;

    private static final String SETTING = "SHMEM_BOOTSTRAP";

    /** The choice for an environment and the settings. */
    static BootstrapChoice of(Map<String, String> environment, BootstrapSettings settings) {
        final String forced = settings.choice();
        final BootstrapChoice choice = switch (forced) {
            case Bootstrap.AUTO -> nearest(environment, settings);
            case "launcher" -> LAUNCHER;
            case "pmi1" -> PMI1;
            case "pmix" -> PMIX;
            case "rendezvous" -> RENDEZVOUS;
            default -> SINGLE;
        };
        choice.require(environment, forced);
        return choice;
    }

    private static BootstrapChoice nearest(Map<String, String> environment, BootstrapSettings settings) {
        if (LauncherBootstrap.isPresent(environment)) {
            return LAUNCHER;
        }
        if (settings.hasRendezvous()) {
            return RENDEZVOUS;
        }
        if (FdChannel.isSocket(environment.getOrDefault(Pmi1Manager.FD, ""))) {
            return PMI1;
        }
        if (PmixManager.isPresent(environment)) {
            return PMIX;
        }
        if (Pmi1Manager.isPresent(environment)) {
            return PMI1;
        }
        LauncherVariables.requireNone(environment);
        return SINGLE;
    }

    private void require(Map<String, String> environment, String forced) {
        final String sought = switch (this) {
            case LAUNCHER -> LauncherBootstrap.isPresent(environment) ? null : LauncherProtocol.CONTROL;
            case PMI1 -> Pmi1Manager.isPresent(environment) ? null : Pmi1Manager.FD + " or " + Pmi1Manager.PORT;
            case PMIX -> PmixManager.isPresent(environment) ? null : PmixManager.NAMESPACE;
            case RENDEZVOUS, SINGLE -> null; // the settings say what they miss
        };
        if (sought != null) {
            throw new ShmemException(SETTING + "=" + forced + " and the environment has no " + sought + ", which "
                    + startedBy() + " sets; start the PEs so, or leave the choice to auto");
        }
    }

    private String startedBy() {
        return switch (this) {
            case LAUNCHER -> "shmemrun";
            case PMI1 -> "mpiexec.hydra or srun --mpi=pmi2";
            case PMIX -> "mpirun or srun --mpi=pmix";
            case RENDEZVOUS, SINGLE -> "nobody";
        };
    }

    Bootstrap connect(Map<String, String> environment, BootstrapSettings settings) {
        return switch (this) {
            case LAUNCHER -> new LauncherBootstrap();
            case PMI1 -> new ManagedBootstrap(Pmi1Manager.connect(environment));
            case PMIX -> new ManagedBootstrap(PmixManager.connect(environment));
            case RENDEZVOUS -> meet(settings);
            case SINGLE -> new SingleBootstrap();
        };
    }

    /** PE 0 listens; and meets itself by way of the loopback interface, since its address may be another outside. */
    private static Bootstrap meet(BootstrapSettings settings) {
        final RendezvousTicket ticket = settings.ticket();
        final int pe = settings.number();
        final int nPes = settings.size();
        if (pe == 0) {
            RendezvousServer.listen(ticket.port(), ticket.secret(), nPes);
        }
        return new ManagedBootstrap(
                RendezvousManager.connect(pe == 0 ? ticket.onThisHost() : ticket, pe, nPes, settings.limitSeconds()));
    }
}
