package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Makes counters of samples. */
final class Counters {
    /** Names of counters. */
    static final String CPUS = "CPUs used";

    static final String SHORT_OPERATIONS = "short operations";

    private static final double NANOS = 1e9;

    private final long base;
    private final long end;

    Counters(long base, long end) {
        this.base = base;
        this.end = end;
    }

    /** What a counter is of. */
    private record Key(int pe, int kind, int peer) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Comparator.comparingInt(Key::pe)
                    .thenComparingInt(Key::kind)
                    .thenComparingInt(Key::peer)
                    .compare(this, other);
        }
    }

    List<Timeline.Counter> of(Collection<List<Event>> threads) {
        final TreeMap<Key, List<Event>> samples = new TreeMap<>();
        for (List<Event> events : threads) {
            for (Event event : events) {
                if (event.kind == Layout.SAMPLE) {
                    samples.computeIfAbsent(new Key(event.pe.pe, event.sample(), event.peer), _ -> new ArrayList<>())
                            .add(event);
                }
            }
        }
        final List<Timeline.Counter> counters = new ArrayList<>();
        samples.forEach((key, events) -> counters.add(counter(key, events)));
        return counters;
    }

    private Timeline.Counter counter(Key key, List<Event> events) {
        return switch (key.kind) {
            case Sampler.MOVED ->
                rate(key, key.peer < 0 ? "to and from all PEs" : "to and from PE " + key.peer, "bytes/s", events);
            case Sampler.JAVA_HEAP -> plain(key, "Java heap", events);
            case Sampler.SYMMETRIC_HEAP -> plain(key, "symmetric heap", events);
            case Sampler.RECORDS_SENT -> rate(key, "records sent", "1/s", events);
            case Sampler.RECORDS_HANDLED -> rate(key, "records handled", "1/s", events);
            case Sampler.SHORT -> rate(key, SHORT_OPERATIONS, "1/s", events);
            default -> cpus(key, events);
        };
    }

    private Timeline.Counter plain(Key key, String name, List<Event> events) {
        final int count = events.size();
        final long[] times = new long[count + 1];
        final double[] values = new double[count + 1];
        for (int i = 0; i < count; i++) {
            times[i] = events.get(i).begin - base;
            values[i] = events.get(i).bytes;
        }
        times[count] = Math.max(times[count - 1], end - base); // an unchanged number is not sampled again
        values[count] = values[count - 1];
        return new Timeline.Counter(key.pe, name, "bytes", times, values);
    }

    /** The first sample has the time before the trace. */
    private Timeline.Counter cpus(Key key, List<Event> events) {
        final int count = events.size();
        final long[] times = new long[count];
        final double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            times[i] = events.get(i).begin - base;
            if (i + 1 < count) {
                final Event next = events.get(i + 1);
                values[i] = (double) (next.bytes - events.get(i).bytes) / Math.max(1, next.begin - events.get(i).begin);
            }
        }
        return new Timeline.Counter(key.pe, CPUS, "CPUs", times, values);
    }

    /** Unchanged numbers are not sampled: a rate counts from the last period before the sample. */
    private Timeline.Counter rate(Key key, String name, String unit, List<Event> events) {
        final List<Long> times = new ArrayList<>();
        final List<Double> values = new ArrayList<>();
        long before = base;
        long total = 0;
        for (Event event : events) {
            final long from = Math.max(before, event.begin - 2 * Layout.samplePeriodNs(event.begin - base));
            if (from > before) {
                times.add(before - base);
                values.add(0.0);
            }
            times.add(from - base);
            values.add((event.bytes - total) * NANOS / Math.max(1, event.begin - from));
            before = event.begin;
            total = event.bytes;
        }
        times.add(before - base);
        values.add(0.0);
        return new Timeline.Counter(
                key.pe,
                name,
                unit,
                times.stream().mapToLong(Long::longValue).toArray(),
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
