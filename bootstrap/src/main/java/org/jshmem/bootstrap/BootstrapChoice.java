package org.jshmem.bootstrap;

import java.util.Map;
import org.jshmem.ShmemException;

/**
 * Chooses the bootstrap of this process by its environment: that of the nearest launcher.
 *
 * <p>The order is {@code shmemrun}, which may run in a job of Slurm; PMI-1, if the inherited socket is open and so
 * belongs to this process; PMIx; and PMI-1 otherwise. An inherited socket that is not open belonged to a process
 * further up, so PMIx is tried before that is an error.
 */
enum BootstrapChoice {
    /** {@code shmemrun}. */
    LAUNCHER,
    /** A launcher with PMI-1. */
    PMI1,
    /** A launcher with PMIx. */
    PMIX,
    /** No launcher: a job of one PE. */
    SINGLE;

    private static final String SETTING = "SHMEM_BOOTSTRAP";
    private static final String SLURM_PROCESS = "SLURM_PROCID";
    private static final String SLURM_STEP_TASKS = "SLURM_STEP_NUM_TASKS";
    private static final String SLURM_TASKS = "SLURM_NTASKS";
    private static final String SLURM_STEP = "SLURM_STEP_ID";

    /** The choice for an environment; {@code forced} is the value of the setting. */
    static BootstrapChoice of(Map<String, String> environment, String forced) {
        final BootstrapChoice choice = switch (forced) {
            case Bootstrap.AUTO -> nearest(environment);
            case "launcher" -> LAUNCHER;
            case "pmi1" -> PMI1;
            case "pmix" -> PMIX;
            default -> SINGLE;
        };
        choice.require(environment, forced);
        return choice;
    }

    private static BootstrapChoice nearest(Map<String, String> environment) {
        if (LauncherBootstrap.isPresent(environment)) {
            return LAUNCHER;
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
        if (isSlurmTaskOfMany(environment)) {
            throw new ShmemException("Slurm has started this process as task " + environment.get(SLURM_PROCESS) + " of "
                    + tasks(environment)
                    + " and offers neither PMI nor PMIx, so the PEs cannot find one another; give srun --mpi=pmi2, or"
                    + " --mpi=pmix where Slurm has it (srun --mpi=list), or set " + SETTING
                    + "=single for jobs of one PE each");
        }
        return SINGLE;
    }

    /**
     * Whether Slurm has started several tasks. A batch script also has a task number and a number of tasks, but no
     * step.
     */
    private static boolean isSlurmTaskOfMany(Map<String, String> environment) {
        return environment.containsKey(SLURM_PROCESS)
                && environment.containsKey(SLURM_STEP)
                && !tasks(environment).equals("1");
    }

    private static String tasks(Map<String, String> environment) {
        return environment.getOrDefault(SLURM_STEP_TASKS, environment.getOrDefault(SLURM_TASKS, "1"));
    }

    private void require(Map<String, String> environment, String forced) {
        final String sought = switch (this) {
            case LAUNCHER -> LauncherBootstrap.isPresent(environment) ? null : LauncherProtocol.CONTROL;
            case PMI1 -> Pmi1Manager.isPresent(environment) ? null : Pmi1Manager.FD + " or " + Pmi1Manager.PORT;
            case PMIX -> PmixManager.isPresent(environment) ? null : PmixManager.NAMESPACE;
            case SINGLE -> null;
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
            case SINGLE -> "nobody";
        };
    }

    Bootstrap connect(Map<String, String> environment) {
        return switch (this) {
            case LAUNCHER -> new LauncherBootstrap();
            case PMI1 -> new ManagedBootstrap(Pmi1Manager.connect(environment));
            case PMIX -> new ManagedBootstrap(PmixManager.connect(environment));
            case SINGLE -> new SingleBootstrap();
        };
    }
}
