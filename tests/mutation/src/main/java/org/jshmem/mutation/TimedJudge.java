package org.jshmem.mutation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Some tests of a module, or some cases of the kit on a transport.
 *
 * @param judge them
 * @param seconds that they take, as far as is known
 */
record TimedJudge(Judge judge, long seconds) {
    /** Seconds of a part; a case of the kit counts as one. */
    private static final long MOST_SECONDS = 60;

    /** The same in parts that take about a minute. */
    static List<TimedJudge> inParts(Collection<Touching> some) {
        final List<TimedJudge> judges = new ArrayList<>();
        final List<Touching> part = new ArrayList<>();
        long seconds = 0;
        for (List<Touching> there : byPlace(some).values()) {
            for (Touching one : there) {
                if (!part.isEmpty() && seconds + one.seconds() > MOST_SECONDS) {
                    judges.add(of(one.place(), List.copyOf(part)));
                    part.clear();
                    seconds = 0;
                }
                part.add(one);
                seconds += one.seconds();
            }
            judges.add(of(there.getFirst().place(), List.copyOf(part)));
            part.clear();
            seconds = 0;
        }
        return judges;
    }

    /** The place and the name of each of its test classes or cases. */
    List<String> witnesses() {
        if (judge.kind() == Judge.Kind.TEST) {
            final String module = judge.module(Path.of("")).toString();
            return judge.tests().stream().map(name -> module + " " + name).toList();
        }
        return Arrays.stream(judge.selection().split("\\|"))
                .map(name -> judge.transport() + " " + name.substring(2, name.length() - 2)) // without its quotes
                .toList();
    }

    /** One of its test classes alone, given its name; itself, if it has none of that name. */
    TimedJudge witness(String name) {
        return judge.kind() == Judge.Kind.TEST && judge.tests().contains(name)
                ? new TimedJudge(Judge.test(judge.module(Path.of("")) + "/" + name), seconds)
                : this;
    }

    private static Map<String, List<Touching>> byPlace(Collection<Touching> some) {
        return some.stream().collect(Collectors.groupingBy(Touching::place, LinkedHashMap::new, Collectors.toList()));
    }

    /** One for those of a module or a transport that follow each other. */
    static List<TimedJudge> of(Collection<Touching> some) {
        final List<TimedJudge> judges = new ArrayList<>();
        final List<Touching> together = new ArrayList<>();
        for (Touching one : some) {
            if (!together.isEmpty() && !one.place().equals(together.getFirst().place())) {
                judges.add(of(together.getFirst().place(), List.copyOf(together)));
                together.clear();
            }
            together.add(one);
        }
        if (!together.isEmpty()) {
            judges.add(of(together.getFirst().place(), together));
        }
        return judges;
    }

    private static TimedJudge of(String place, List<Touching> some) {
        final long seconds = some.stream().mapToLong(Touching::seconds).sum();
        if (some.getFirst().isTest()) {
            return new TimedJudge(
                    Judge.test(some.stream().map(Touching::name).collect(Collectors.joining(",", place + "/", ""))),
                    seconds);
        }
        final String names = some.stream().map(one -> Pattern.quote(one.name())).collect(Collectors.joining("|"));
        return new TimedJudge(new Judge(Judge.Kind.KIT, place, names), seconds);
    }
}
