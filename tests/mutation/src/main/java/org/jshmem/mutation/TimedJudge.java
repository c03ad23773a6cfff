package org.jshmem.mutation;

import java.util.ArrayList;
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
    /** One for each module and each transport, in the order in which these come. */
    static List<TimedJudge> of(Collection<Touching> some) {
        final Map<String, List<Touching>> byPlace =
                some.stream().collect(Collectors.groupingBy(Touching::place, LinkedHashMap::new, Collectors.toList()));
        final List<TimedJudge> judges = new ArrayList<>();
        byPlace.forEach((place, there) -> judges.add(of(place, there)));
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
