package org.jshmem.shell;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.ShmemTeam;

/**
 * The collective call that the thread of the snippets is in, and the teams of this PE by their names. PEs give a team
 * the same name, because they split teams in the same order. The thread of the snippets writes, any thread reads.
 */
final class CollectiveLog {
    /** The log of this PE. */
    static final CollectiveLog OF_PE = new CollectiveLog();

    private final Map<String, ShmemTeam> teams = new ConcurrentHashMap<>();
    private volatile Thread thread;
    private volatile Call call;
    private volatile String flow;
    private long calls;

    /**
     * A collective call.
     *
     * @param number differs between the calls of a PE
     * @param operation its name
     * @param team the team's name
     * @param pes the numbers of the team's PEs in the job
     */
    record Call(long number, String operation, String team, List<Integer> pes) implements Serializable {}

    CollectiveLog() {}

    void add(String name, ShmemTeam team) {
        teams.put(name, team);
    }

    /** The team with a name, or null. */
    ShmemTeam team(String name) {
        return teams.get(name);
    }

    /** Names the thread of the snippets; calls of other threads are not recorded. */
    void follow(Thread owner) {
        thread = owner;
    }

    void begin(String operation, String team, List<Integer> pes) {
        if (Thread.currentThread() == thread) {
            call = new Call(++calls, operation, team, pes);
        }
    }

    void end() {
        if (Thread.currentThread() == thread) {
            call = null;
        }
    }

    /** The call in progress, or null. */
    Call call() {
        return call;
    }

    /** A call of a flow has begun; null: it has ended. */
    void inFlow(String operation) {
        flow = operation;
    }

    /** The call of a flow in progress, or null. */
    String flow() {
        return flow;
    }
}
