package org.jshmem.internal.messages;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jshmem.internal.team.Team;

/**
 * The matching spaces of this PE by their numbers: those that are open, those that an exception has closed here, while
 * other PEs may still send, and the last ones that all members have left.
 *
 * <p>A PE that has not left the barrier of a close, or of the end of a team, may still send what has waited for room.
 * It gets a receipt for that as long as the space is known here; else it has a send record less until the last
 * shutdown.
 */
final class Spaces {
    private MessageSpace[] spaces = {};

    private static final int MOST_LEFT = 64;

    /** Those that all members have left, as far as they are kept; the last one is at the end. */
    private MessageSpace[] left = {};

    /** The one that was found last. */
    private MessageSpace last;

    void add(MessageSpace space) {
        spaces = with(spaces, space);
    }

    private static MessageSpace[] with(MessageSpace[] some, MessageSpace space) {
        final MessageSpace[] more = Arrays.copyOf(some, some.length + 1);
        more[some.length] = space;
        return more;
    }

    private static MessageSpace[] without(MessageSpace[] some, Predicate<MessageSpace> unwanted) {
        return Arrays.stream(some).filter(unwanted.negate()).toArray(MessageSpace[]::new);
    }

    /** Forgets a space. */
    void remove(MessageSpace space) {
        last = null;
        spaces = without(spaces, space::equals);
    }

    /** All members have closed a space. */
    void leave(MessageSpace space) {
        remove(space);
        space.forgetMemory();
        left = with(left.length < MOST_LEFT ? left : Arrays.copyOfRange(left, 1, MOST_LEFT), space);
    }

    /** All members have left a team. */
    void leaveAllOf(Team team) {
        for (MessageSpace space : spaces) {
            if (space.isOf(team)) {
                leave(space);
            }
        }
    }

    /** Those that are open. */
    MessageSpace[] open() {
        return Arrays.stream(spaces).filter(space -> !space.isClosed()).toArray(MessageSpace[]::new);
    }

    /** Those that are open, or that only an exception has closed. */
    int count() {
        return spaces.length;
    }

    /** Receives of all of them that no message has matched. */
    int countReceives() {
        return Arrays.stream(spaces).mapToInt(space -> space.posted.count()).sum();
    }

    /** The space of a number; null for one that is forgotten. */
    MessageSpace find(int id) {
        final MessageSpace found = last;
        if (found != null && found.id() == id) {
            return found;
        }
        final MessageSpace known = search(spaces, id);
        return known == null ? search(left, id) : known;
    }

    private MessageSpace search(MessageSpace[] some, int id) {
        for (MessageSpace space : some) {
            if (space.id() == id) {
                last = space;
                return space;
            }
        }
        return null;
    }
}
