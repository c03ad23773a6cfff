package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a time line of what the PEs have left in their files. */
final class Assembly {
    /** A thread that tests again and again does so more often, also where it shares a CPU. */
    private static final long TEST_PAUSE_NS = 100_000_000;

    private final List<PePart> parts;
    private final long base;
    private final long end;

    /** The events of each thread, and where the thread belongs. */
    private final List<ThreadEvents> threads = new ArrayList<>();

    private final Causes causes = new Causes();
    private final Map<Message, Delivery> sends = new HashMap<>();
    private final List<Link> links = new ArrayList<>();

    private record ThreadEvents(PePart pe, ThreadPart part, List<Event> events) {}

    /** A message: of sender and receiver, the team, the tag, and the how manieth. */
    private record Message(int from, int to, String team, int tag, long number) {}

    /** An arrow before its ends have tracks; the event is where it ends. */
    private record Link(Delivery from, long fromNs, Event to) {}

    private Assembly(List<PePart> parts) {
        this.parts = parts;
        base = parts.stream()
                .mapToLong(part -> part.clock.align(part.begin))
                .min()
                .orElse(0);
        end = parts.stream()
                .mapToLong(part -> Math.max(part.clock.align(part.end), lastEnd(part)))
                .max()
                .orElse(base);
    }

    private static long lastEnd(PePart part) {
        long last = part.begin;
        for (ThreadPart thread : part.threads) {
            last = Math.max(last, Math.max(thread.open()[1], thread.open()[2]));
            if (thread.eventCount() > 0) {
                last = Math.max(last, thread.event(thread.eventCount() - 1, 1));
            }
        }
        return part.clock.align(last);
    }

    /** Reads the files of a directory. */
    static Timeline read(Path directory) throws IOException {
        return new Assembly(PePart.readAll(directory)).timeline();
    }

    private Timeline timeline() {
        parts.forEach(part -> part.threads.forEach(thread -> threads.add(events(part, thread, threads.size()))));
        threads.forEach(this::want);
        for (int i = 0; i < threads.size(); i++) {
            deliveries(i);
        }
        waits();
        collectives();
        final Tracks tracks = new Tracks(
                base, new Sites(threads.stream().map(ThreadEvents::events).toList()));
        final int[] first = new int[threads.size()];
        for (int i = 0; i < threads.size(); i++) {
            final ThreadEvents thread = threads.get(i);
            if (thread.events.stream().anyMatch(event -> event.kind != Layout.SAMPLE)
                    || thread.part.deliveryCount() > 0) {
                first[i] = tracks.add(thread.pe.pe, thread.part.name(), thread.events);
            }
        }
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        for (Link link : links) {
            final int from = link.from.event() == null ? first[link.from.thread()] : link.from.event().track;
            if (link.from.event() == null) {
                tracks.mark(from, link.fromNs, link.from, threads.get(link.from.thread()).pe);
            }
            arrows.add(new Timeline.Arrow(
                    link.from.operation(), from, link.fromNs - base, link.to.track, link.to.end - base));
        }
        return new Timeline(
                parts.getFirst().program,
                end - base,
                parts.stream().map(this::pe).toList(),
                tracks.all(),
                arrows,
                new Counters(base, end)
                        .of(threads.stream().map(ThreadEvents::events).toList()));
    }

    private Timeline.Pe pe(PePart part) {
        final long dropped =
                part.threads.stream().mapToLong(ThreadPart::eventsBefore).sum();
        return new Timeline.Pe(part.pe, part.host, part.pid, part.clock.errorNs(), dropped, part.end != 0);
    }

    private ThreadEvents events(PePart part, ThreadPart thread, int number) {
        final List<Event> events = new ArrayList<>(thread.eventCount());
        for (int i = 0; i < thread.eventCount(); i++) {
            events.add(new Event(part, thread, number, i));
        }
        if (part.end == 0 && thread.open()[0] != 0 && !isOldTest(part, thread)) {
            events.add(new Event(part, thread, number, end));
        }
        return new ThreadEvents(part, thread, events);
    }

    /**
     * Whether a row of tests was open, but the last of them was long before the end, so that the thread was elsewhere.
     */
    private boolean isOldTest(PePart part, ThreadPart thread) {
        return Layout.kind(thread.open()[0]) == Layout.TEST && end - part.clock.align(thread.open()[2]) > TEST_PAUSE_NS;
    }

    private void want(ThreadEvents thread) {
        for (Event event : thread.events) {
            if (event.isWaitForElement()) {
                causes.want(event.pe.pe, event.place - 1);
            } else if (event.isSetLock()) {
                causes.want(Causes.LOCK, event.place - 1);
            }
        }
    }

    /** Takes what a thread did that may have ended a wait. */
    private void deliveries(int number) {
        final ThreadEvents thread = threads.get(number);
        long before = base;
        Event sent = null;
        for (Event event : thread.events) {
            // The time of an event without a duration was taken after it.
            final long from = event.begin < event.end ? event.begin : Math.min(before, event.begin);
            if (event.kind == Layout.SEND) {
                sent = event;
                addSend(number, event, event, from);
            } else if (event.isSendCall() && sent != null && sent.peer == event.peer && sent.begin >= event.begin) {
                sent.isPartOfAnother = true;
                addSend(number, sent, event, event.begin);
            } else if (event.isClearLock()) {
                addIfWanted(number, event, Causes.LOCK, from);
            } else if (event.kind == Layout.OPERATION
                    && event.peer >= 0
                    && event.place > 0
                    && Delivery.isBy(event.operation)) {
                addIfWanted(number, event, event.peer, from);
            }
            before = Math.max(before, event.end);
        }
        shortDeliveries(number);
    }

    private void addSend(int number, Event sent, Event shown, long from) {
        final PePart pe = threads.get(number).pe;
        final PePart.Team team = pe.team(Sequences.team(sent.place));
        if (team != null) {
            sends.put(
                    new Message(pe.pe, sent.peer, team.key(), Sequences.tag(sent.place), sent.value),
                    new Delivery(
                            pe.pe,
                            number,
                            shown.operation,
                            sent.peer,
                            0,
                            sent.bytes,
                            sent.value,
                            from,
                            sent.end,
                            shown));
        }
    }

    private void addIfWanted(int number, Event event, int target, long from) {
        if (causes.isWanted(target, event.place - 1, event.bytes)) {
            causes.add(new Delivery(
                    threads.get(number).pe.pe,
                    number,
                    event.operation,
                    target,
                    event.place - 1,
                    event.bytes,
                    event.value,
                    from,
                    event.end,
                    event));
        }
    }

    /** Those that are no events. */
    private void shortDeliveries(int number) {
        final ThreadEvents thread = threads.get(number);
        final ThreadPart part = thread.part;
        final long[] next = nextTimes(thread);
        long before = base;
        for (int i = 0; i < part.deliveryCount(); i++) {
            final int eventsBefore = part.eventsBeforeDelivery(i);
            final long time = part.delivery(i, 0);
            if (eventsBefore > 0) {
                before = Math.max(before, thread.events.get(eventsBefore - 1).end);
            }
            take(number, i, before, Math.max(before, next[i]));
            if (time != 0) {
                before = Math.max(before, thread.pe.clock.align(time));
            }
        }
    }

    /**
     * For each delivery of a thread, a time by which it was done: the next time of a delivery, or the begin of the next
     * event, in which the first delivery is an event itself.
     */
    private long[] nextTimes(ThreadEvents thread) {
        final ThreadPart part = thread.part;
        final long[] next = new long[part.deliveryCount()];
        long after = end;
        for (int i = next.length - 1; i >= 0; i--) {
            final int events = part.eventsBeforeDelivery(i);
            if (events < part.eventCount()) {
                after = Math.min(after, thread.events.get(events).begin);
            }
            if (part.delivery(i, 0) != 0) {
                after = Math.min(after, thread.pe.clock.align(part.delivery(i, 0)));
            }
            next[i] = after;
        }
        return next;
    }

    private void take(int number, int i, long from, long to) {
        final PePart pe = threads.get(number).pe;
        final ThreadPart part = threads.get(number).part;
        final int target = Layout.pe(part.delivery(i, 1));
        final long offset = Layout.place(part.delivery(i, 2));
        final int bytes = Layout.bytes(part.delivery(i, 2));
        if (causes.isWanted(target, offset, bytes)) {
            final String operation = pe.operation(Layout.operation(part.delivery(i, 1)));
            causes.add(
                    new Delivery(pe.pe, number, operation, target, offset, bytes, part.delivery(i, 3), from, to, null));
        }
    }

    private void waits() {
        final List<Event> waits = threads.stream()
                .flatMap(thread -> thread.events.stream())
                .filter(event -> event.isWaitForElement() || event.isSetLock() || event.kind == Layout.RECEIVE)
                .sorted(Comparator.comparingLong(event -> event.end))
                .toList();
        final long errorNs =
                2 * parts.stream().mapToLong(part -> part.clock.errorNs()).max().orElse(0);
        for (Event wait : waits) {
            final Delivery cause = wait.kind == Layout.RECEIVE ? sent(wait) : cause(wait, errorNs);
            if (cause != null && cause.from() <= wait.end + errorNs) {
                if (cause.event() != null) {
                    cause.event().doneBy(wait.end);
                }
                links.add(new Link(cause, Math.min(cause.to(), wait.end), wait));
            }
        }
    }

    private Delivery cause(Event wait, long errorNs) {
        return causes.of(
                wait.isSetLock() ? Causes.LOCK : wait.pe.pe,
                wait.thread,
                wait.place - 1,
                wait.value,
                wait.begin,
                wait.end,
                errorNs);
    }

    /** Where all messages of a kind are counted on both sides. */
    private Delivery sent(Event receive) {
        final PePart.Team team = receive.pe.team(Sequences.team(receive.place));
        final int tag = Sequences.tag(receive.place);
        final boolean isCounted = team != null
                && !receive.pe.isUncounted("from", team.key(), receive.peer, tag)
                && parts.stream()
                        .noneMatch(part ->
                                part.pe == receive.peer && part.isUncounted("to", team.key(), receive.pe.pe, tag));
        return !isCounted
                ? null
                : sends.get(new Message(
                        receive.peer, receive.pe.pe, team.key(), Sequences.tag(receive.place), receive.value));
    }

    /** The last PE that has come to a collective ends the wait of the others. */
    private void collectives() {
        final Map<String, List<Event>> calls = new HashMap<>();
        final Map<String, List<Event>> awaits = new HashMap<>();
        for (ThreadEvents thread : threads) {
            for (Event event : thread.events) {
                final PePart.Team team = event.isOfCollective() ? event.pe.team(event.place) : null;
                if (team != null) {
                    final String order = event.kind == Layout.COLLECTIVE ? " " : " Nb ";
                    (event.kind == Layout.AWAIT ? awaits : calls)
                            .computeIfAbsent(team.key() + order + event.value, _ -> new ArrayList<>())
                            .add(event);
                }
            }
        }
        calls.forEach((key, call) -> {
            final Event first = call.getFirst();
            if (call.size() == first.pe.team(first.place).size()) {
                linkToLast(call, awaits.getOrDefault(key, call));
            }
        });
    }

    private void linkToLast(List<Event> call, List<Event> waits) {
        final Event last = call.stream()
                .max(Comparator.comparingLong(event -> event.begin))
                .orElseThrow();
        for (Event event : waits) {
            if (event.pe != last.pe && event.begin <= last.begin && event.end > last.begin) {
                links.add(new Link(
                        new Delivery(
                                last.pe.pe, last.thread, last.operation, -1, 0, 0, 0, last.begin, last.begin, last),
                        last.begin,
                        event));
            }
        }
    }
}
