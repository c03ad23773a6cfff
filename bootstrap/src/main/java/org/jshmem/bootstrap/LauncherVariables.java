package org.jshmem.bootstrap;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jshmem.ShmemException;

/**
 * Recognizes launchers that tell a process its number by variables and offer no way to meet the others. Without this
 * check each process would be a job of one PE, and nobody would notice.
 *
 * <p>Only the variables of the process that the launcher itself starts count, as far as they can be told from those of
 * an allocation, in which a user may start a JVM by hand. A job of one process is none of many. Where a launcher does
 * not tell the number of processes, it is taken for more than one.
 */
enum LauncherVariables {
    /** A batch script also has a task number and a number of tasks, but no step. */
    SLURM(
            "Slurm",
            "give srun --mpi=pmi2, or --mpi=pmix where Slurm has it (srun --mpi=list)",
            "SLURM_PROCID",
            "SLURM_STEP_NUM_TASKS",
            "SLURM_NTASKS") {
        @Override
        boolean isTask(Map<String, String> environment) {
            return environment.containsKey("SLURM_STEP_ID") && super.isTask(environment);
        }
    },
    FLUX("Flux", "give flux run -o pmi=simple", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"),
    PALS("PALS", "start mpiexec with --pmi=pmix where it has that", "PALS_RANKID", "PALS_SIZE", "PMI_SIZE"),
    OPEN_MPI(
            "Open MPI's mpirun",
            "pass PMIX_NAMESPACE, PMIX_RANK and PMIX_SERVER_URI2 on, as mpirun itself does",
            "OMPI_COMM_WORLD_RANK",
            "OMPI_COMM_WORLD_SIZE"),
    PMI(
            "a launcher with PMI",
            "pass PMI_FD or PMI_PORT on, as mpiexec.hydra and srun --mpi=pmi2 do",
            "PMI_RANK",
            "PMI_SIZE"),
    AWS_BATCH(
            "AWS Batch",
            "see \"Without a launcher\" in the documentation of clusters",
            "AWS_BATCH_JOB_NODE_INDEX",
            "AWS_BATCH_JOB_NUM_NODES"),
    KUBERNETES(
            "an indexed job of Kubernetes",
            "see \"Without a launcher\" in the documentation of clusters",
            "JOB_COMPLETION_INDEX");

    private final String launcher;
    private final String remedy;
    private final String numberVariable;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final String[] sizeVariables;

    LauncherVariables(String launcher, String remedy, String numberVariable, String... sizeVariables) {
        this.launcher = launcher;
        this.remedy = remedy;
        this.numberVariable = numberVariable;
        this.sizeVariables = sizeVariables;
    }

    /**
     * Throws if one of these launchers has started this process as one of several.
     *
     * @param environment in which there is nothing by which PEs could meet
     */
    static void requireNone(Map<String, String> environment) {
        for (LauncherVariables one : values()) {
            if (one.isTask(environment)) {
                throw new ShmemException(one.message(environment));
            }
        }
    }

    boolean isTask(Map<String, String> environment) {
        return environment.containsKey(numberVariable) && !"1".equals(size(environment));
    }

    /** The number of processes; null if the launcher does not tell. */
    private String size(Map<String, String> environment) {
        return Stream.of(sizeVariables)
                .map(environment::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * Throws if one of these launchers has started this process as one of several, and none as the only one.
     *
     * @param library a C library of OpenSHMEM, for which this process is a job of one PE
     */
    static void requireOneTask(Map<String, String> environment, String library) {
        if (Stream.of(values()).anyMatch(one -> "1".equals(one.size(environment)))) {
            return;
        }
        for (LauncherVariables one : values()) {
            if (one.isTask(environment) && one.size(environment) != null) {
                throw new ShmemException(one.task(environment) + ", and for the C library " + library
                        + " it is a job of one PE; start the PEs by the launcher of that library, such as oshrun of"
                        + " Open MPI, or unset SHMEM_TRANSPORT");
            }
        }
    }

    private String task(Map<String, String> environment) {
        final String size = size(environment);
        return launcher + " has started this process as task " + environment.get(numberVariable)
                + (size == null ? "" : " of " + size) + " (" + numberVariable + ")";
    }

    private String message(Map<String, String> environment) {
        return task(environment)
                + " and offers neither PMI nor PMIx, so the PEs cannot find one another; " + remedy
                + "; or let them meet by SHMEM_RENDEZVOUS_ADDRESS and its kin, or set SHMEM_BOOTSTRAP=single for jobs"
                + " of one PE each";
    }
}
