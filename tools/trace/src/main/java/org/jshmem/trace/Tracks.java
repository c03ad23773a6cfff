package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts events on tracks. Events of a thread that overlap, so that neither contains the other, go to different tracks:
 * several threads of the JVM share a file.
 */
final class Tracks {
    private final long base;
    private final Sites sites;
    private final List<Lane> lanes = new ArrayList<>();

    /** What is on a track so far, ordered by begin. */
    private static final class Lane {
        final int pe;
        final String name;
        final List<Item> items = new ArrayList<>();
        final List<Event> open = new ArrayList<>();

        Lane(int pe, String name) {
            this.pe = pe;
            this.name = name;
        }

        /** Whether an event fits into those that have not ended when it begins; its successors begin later. */
        boolean takes(Event event) {
            while (!open.isEmpty() && open.getLast().end <= event.begin) {
                open.removeLast();
            }
            return open.isEmpty() || event.end <= open.getLast().end;
        }
    }

    /** A slice to be; a delivery has no event. */
    private record Item(long begin, long end, Event event, Delivery delivery, PePart pe) {}

    Tracks(long base, Sites sites) {
        this.base = base;
        this.sites = sites;
    }

    /** Adds the events of a thread; returns the number of its first track. */
    int add(int pe, String name, List<Event> events) {
        final int first = lanes.size();
        lanes.add(new Lane(pe, name));
        final List<Event> ordered = new ArrayList<>(events);
        ordered.removeIf(event -> event.kind == Layout.SAMPLE || event.isPartOfAnother);
        ordered.sort(Comparator.<Event>comparingLong(event -> event.begin).thenComparingLong(event -> -event.end));
        for (Event event : ordered) {
            int number = first;
            while (number < lanes.size() && !lanes.get(number).takes(event)) {
                number++;
            }
            if (number == lanes.size()) {
                lanes.add(new Lane(pe, name + " (" + (number - first + 1) + ")"));
            }
            final Lane lane = lanes.get(number);
            lane.open.add(event);
            lane.items.add(new Item(event.begin, event.end, event, null, null));
            event.track = number;
        }
        return first;
    }

    /** Adds a delivery that has ended a wait. */
    void mark(int track, long time, Delivery delivery, PePart pe) {
        lanes.get(track).items.add(new Item(time, time, null, delivery, pe));
    }

    /** All tracks, by their numbers. */
    List<Timeline.Track> all() {
        return lanes.stream()
                .map(lane -> new Timeline.Track(lane.pe, lane.name, slices(lane)))
                .toList();
    }

    private Slices slices(Lane lane) {
        final Slices slices = new Slices();
        lane.items.sort(Comparator.comparingLong(Item::begin).thenComparingLong(item -> -item.end));
        for (Item item : lane.items) {
            if (item.event != null) {
                final Event event = item.event;
                slices.add(
                        event.begin - base,
                        event.end - base,
                        event.category(),
                        event.name(),
                        event.peer,
                        event.movedBytes(),
                        event.detail(),
                        sites.of(event));
            } else {
                final Delivery delivery = item.delivery;
                slices.add(
                        item.begin - base,
                        item.end - base,
                        Category.OPERATION,
                        delivery.operation(),
                        delivery.target(),
                        delivery.bytes(),
                        item.pe.element(delivery.offset(), item.begin),
                        "");
            }
        }
        return slices;
    }
}
