package org.jshmem.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who waits for whom, as far as the snapshots of the PEs of one machine tell. */
final class Waits {
    /** A call that has lasted for less than this is not worth a word. */
    private static final long LEAST_MS = 500;

    private Waits() {}

    /** Sentences for people; none if nobody waits for long. */
    static List<String> of(List<Snapshot> pes, long now) {
        final List<String> sentences = new ArrayList<>();
        addLocks(pes, now, sentences);
        addMissing(pes, now, sentences);
        return sentences;
    }

    private static boolean isLong(Snapshot.Doing doing, long now) {
        return doing != null && now - doing.since() >= LEAST_MS;
    }

    private static void addLocks(List<Snapshot> pes, long now, List<String> sentences) {
        final Map<Long, Snapshot> holders = new HashMap<>();
        pes.forEach(pe -> pe.held().forEach(lock -> holders.put(lock, pe)));
        final Map<Integer, Integer> waitsFor = new TreeMap<>();
        for (Snapshot pe : pes) {
            final Snapshot.Doing doing = pe.doing();
            if (isLong(doing, now) && doing.lock() >= 0 && holders.containsKey(doing.lock())) {
                waitsFor.put(pe.pe(), holders.get(doing.lock()).pe());
            }
        }
        waitsFor.forEach((pe, holder) -> sentences.add("PE " + pe + " waits for a lock that PE " + holder + " has"));
        for (int pe : waitsFor.keySet()) {
            final Set<Integer> chain = new LinkedHashSet<>();
            Integer next = pe;
            while (next != null && chain.add(next)) {
                next = waitsFor.get(next);
            }
            if (next != null && next == pe && chain.stream().allMatch(other -> other >= pe)) {
                sentences.add("DEADLOCK: "
                        + chain.stream().map(one -> "PE " + one).collect(Collectors.joining(" -> ")) + " -> PE " + pe);
            }
        }
    }

    /** Whom a collective waits for: a PE of its team that does something else. */
    private static void addMissing(List<Snapshot> pes, long now, List<String> sentences) {
        final Map<String, List<Snapshot>> inside = new TreeMap<>();
        for (Snapshot pe : pes) {
            if (isLong(pe.doing(), now) && !pe.doing().members().isEmpty()) {
                inside.computeIfAbsent(pe.doing().name() + " " + pe.doing().members(), _ -> new ArrayList<>())
                        .add(pe);
            }
        }
        inside.values().forEach(waiting -> {
            final Snapshot.Doing doing = waiting.getFirst().doing();
            final List<Snapshot> others = pes.stream()
                    .filter(pe -> !isLong(pe.doing(), now) && doing.isOf(pe.pe()))
                    .toList();
            if (!others.isEmpty()) {
                sentences.add(numbers(waiting) + (waiting.size() == 1 ? " is" : " are") + " in " + doing.name()
                        + ", and " + numbers(others) + (others.size() == 1 ? " is" : " are") + " not");
            }
        });
    }

    /** Their numbers, for people. */
    static String numbers(List<Snapshot> pes) {
        return PeNumbers.text(pes.stream().map(Snapshot::pe).toList());
    }
}
