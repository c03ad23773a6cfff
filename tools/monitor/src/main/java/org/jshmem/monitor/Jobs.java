package org.jshmem.monitor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The jobs to be seen: those of this machine, or those whose PEs send to a collector; and how they went until now. */
final class Jobs {
    /** So many that have ended are kept. */
    private static final int MOST_ENDED = 8;

    /** Null for those of this machine. */
    private final Collector collector;

    private Map<String, History> histories = new HashMap<>();

    /** What was seen last of each job, also of some that are no longer to be seen. */
    private Map<String, List<Snapshot>> seen = Map.of();

    Jobs(Collector collector) {
        this.collector = collector;
    }

    /** Looks: the PEs of each job, in their order, by the job's name. */
    synchronized Map<String, List<Snapshot>> look() throws IOException {
        final List<String> texts = collector == null ? CountsFile.readAll() : collector.texts();
        final Map<String, List<Snapshot>> jobs = texts.stream()
                .map(Snapshot::parse)
                .collect(Collectors.groupingBy(pe -> pe.text("job"), TreeMap::new, Collectors.toList()));
        jobs.replaceAll((_, pes) -> inOrder(pes));
        if (collector != null && jobs.values().stream().mapToInt(List::size).sum() < texts.size()) {
            forgetEarlierStarts(jobs);
        }
        for (String name : endedLongAgo(jobs)) {
            jobs.remove(name);
            collector.forget(text -> Snapshot.parse(text).text("job").equals(name));
        }
        remember(jobs);
        return jobs;
    }

    /** Of a PE that was started again, the last. */
    private static List<Snapshot> inOrder(List<Snapshot> pes) {
        final Map<Integer, Snapshot> last = new TreeMap<>();
        pes.stream()
                .sorted(Comparator.comparingLong(pe -> pe.number("started")))
                .forEach(pe -> last.put(pe.pe(), pe));
        return List.copyOf(last.values());
    }

    /** A program may start the library again and again, and each start is another connection. */
    private void forgetEarlierStarts(Map<String, List<Snapshot>> jobs) {
        final Map<String, Long> last = new HashMap<>();
        jobs.values().forEach(pes -> pes.forEach(pe -> last.put(place(pe), pe.number("started"))));
        collector.forget(text -> {
            final Snapshot pe = Snapshot.parse(text);
            return pe.number("started") < last.getOrDefault(place(pe), Long.MIN_VALUE);
        });
    }

    private static String place(Snapshot pe) {
        return pe.pe() + " of " + pe.text("job");
    }

    private static List<String> endedLongAgo(Map<String, List<Snapshot>> jobs) {
        final List<String> ended = new ArrayList<>(jobs.keySet());
        ended.removeIf(name -> jobs.get(name).stream().anyMatch(pe -> !pe.hasEnded()));
        ended.sort(Comparator.comparingLong(name -> -jobs.get(name).getFirst().number("started")));
        return ended.subList(Math.min(MOST_ENDED, ended.size()), ended.size());
    }

    private void remember(Map<String, List<Snapshot>> jobs) {
        final Map<String, List<Snapshot>> all = new TreeMap<>(jobs);
        seen.entrySet().stream()
                .filter(job -> !jobs.containsKey(job.getKey()))
                .sorted(Comparator.comparingLong(
                        job -> -job.getValue().getFirst().number("started")))
                .limit(MOST_ENDED)
                .forEach(job -> all.put(job.getKey(), job.getValue()));
        seen = all;
        final Map<String, History> now = new HashMap<>();
        all.forEach((name, pes) -> pes.forEach(pe -> {
            final History history = histories.getOrDefault(pe.process(), new History());
            if (jobs.containsKey(name)) {
                history.add(pe);
            }
            now.put(pe.process(), history);
        }));
        histories = now;
    }

    /** How a PE of the last look went until then. */
    History history(Snapshot pe) {
        return histories.get(pe.process());
    }

    /** A look as JSON. */
    synchronized String json() throws IOException {
        return Json.of(look(), this);
    }

    /** The same, with jobs of this machine that have ended: what was to be seen of them last. */
    synchronized String lastJson() throws IOException {
        look();
        return Json.of(seen, this);
    }
}
