/**
 * The conformance kit: runs an implementation of {@code org.jshmem} as jobs of real PEs and says what it gets wrong.
 *
 * <h2>What it runs</h2>
 *
 * <p>For every row of the API's table of operations ({@code org/jshmem/surface.tsv}, in the jar of {@code shmem-api})
 * and every element type or size there is one case; a row without a case is a failure. A case calls every form of its
 * operation on the façade and on contexts, which is checked as well, and compares all memory involved with a model.
 * Then come cases by hand, named by the number of the sentence they prove ({@code s46_…}): ordering, heap, threads,
 * life cycle, settings, misuse of every kind, and a fuzzer. Litmus tests ({@code litmus:…}) have PEs race and count
 * what they see.
 *
 * <p>Each case runs in a job of several PEs on each {@link org.jshmem.tck.Transport}: {@code shr} (mapped heaps),
 * {@code cma} (the kernel copies), {@code ofi} (all on one machine, but by the network), {@code nodes} (several nodes)
 * and {@code none} (one PE, started by the java command alone). Every PE prints a vote with the number of checks it
 * made; a case passes if every PE voted once, for it, some PE has checked something, and the job ended with the status
 * that the case asks for. A job that hangs is asked for its stacks and killed.
 *
 * <h2>How to run it on another implementation or launcher</h2>
 *
 * <p>By the command {@code bin/tck run}, whose options docs/conformance.md shows. Where there is no distribution, put
 * {@code tck.jar}, picocli, {@code shmem-api.jar} and the implementation on the class path and run
 *
 * <pre>
 * java -cp … org.jshmem.tck.command.Tck run --profile spec --launch "mpiexec -n {n} java -cp {runtime} {main}"
 * </pre>
 *
 * <p>The harness itself, and the tests of the build, take settings as system properties:
 *
 * <ul>
 *   <li>{@code jshmem.tck.launch}: the command that starts a job, as words, in which {@code {n}} is the number of PEs,
 *       {@code {cp}} the class path of the kit, {@code {runtime}} the class path of kit and implementation,
 *       {@code {java}} the java command and {@code {main}} the main class with its arguments. By default
 *       {@code {home}/bin/shmemrun -np {n} -cp {cp} {main}}, where {@code {home}} is {@code jshmem.home}. The
 *       environment of the command has to reach the PEs.
 *   <li>{@code jshmem.tck.nodes}: the same for a job on several nodes, and {@code jshmem.tck.topology}: which PEs it
 *       puts where, as {@code 2x4} for two nodes that get four PEs in turn.
 *   <li>{@code jshmem.tck.single}: the same for a job of one PE without a launcher.
 *   <li>{@code jshmem.tck.cp}, {@code jshmem.tck.runtime}: the class paths; by default that of the JVM which runs the
 *       kit.
 *   <li>{@code jshmem.tck.only}: a regular expression for the ids of cases, such as {@code put:.*} or {@code s4.*}.
 *   <li>{@code jshmem.tck.profile}: what the implementation is held to, {@code spec}, {@code jshmem} or {@code draft},
 *       with commas; by default all: see {@link org.jshmem.tck.Profile}.
 *   <li>{@code jshmem.tck.session}: {@code true} keeps the default context in a session during each case.
 *   <li>{@code jshmem.tck.seed}: what all that is drawn begins with.
 *   <li>{@code jshmem.tck.failfast}: {@code true} to end with the first job that has a failure.
 *   <li>{@code jshmem.tck.jobs}: jobs that the build runs side by side; half as many as CPUs by default, but two at
 *       least.
 *   <li>{@code jshmem.tck.pes}: PEs of a job, where a case does not ask for a number of its own; 2 by default.
 *   <li>{@code jshmem.tck.fuzz.seconds}, {@code jshmem.tck.fuzz.seed}, in the environment of the job as
 *       {@code JSHMEM_TCK_FUZZ_SECONDS} and {@code JSHMEM_TCK_FUZZ_SEED}: how long the fuzzer runs and what it repeats.
 *   <li>{@code JSHMEM_TCK_RANDOM_SECONDS}, {@code JSHMEM_TCK_RANDOM_SEED}, in the environment: how long random programs
 *       and collectives run, and what they repeat.
 *   <li>{@code JSHMEM_TCK_LITMUS_MS}, {@code JSHMEM_TCK_LITMUS_SEED}, in the environment: how long each litmus test
 *       plays (in the build {@code -Djshmem.tck.litmus.ms}), and what it repeats; {@code JSHMEM_TCK_LONG=1}: the long
 *       form of the tests that have one.
 * </ul>
 *
 * <p>One case can be run by hand in any job: {@code shmemrun -np 2 -cp tck.jar org.jshmem.tck.CaseMain --npes=2
 * put:Doubles}.
 */
package org.jshmem.tck;
