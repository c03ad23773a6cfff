package org.jshmem.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of calls in the program. Only those of some events are recorded. If all recorded calls of an operation
 * come from one place, the others come from there, too.
 */
final class Sites {
    /** Of an operation that has several places. */
    private static final String SEVERAL = "";

    private final Map<String, String> byName = new HashMap<>();

    Sites(List<List<Event>> threads) {
        for (List<Event> events : threads) {
            for (Event event : events) {
                if (!event.site.isEmpty()) {
                    byName.merge(event.name(), event.site, (a, b) -> a.equals(b) ? a : SEVERAL);
                }
            }
        }
    }

    String of(Event event) {
        return event.site.isEmpty() ? byName.getOrDefault(event.name(), SEVERAL) : event.site;
    }
}
