package org.jshmem.internal.messages;

import java.util.Arrays;
import org.jshmem.internal.team.Team;

/**
 * The matching spaces of this PE by their numbers: those that are open, and those that an exception has closed here,
 * while other PEs may still send.
 */
final class Spaces {
    private MessageSpace[] spaces = {};

    /** The one that was found last. */
    private MessageSpace last;

    void add(MessageSpace space) {
        spaces = Arrays.copyOf(spaces, spaces.length + 1);
        spaces[spaces.length - 1] = space;
    }

    /** Forgets a space that all members have closed. */
    void remove(MessageSpace space) {
        last = null;
        spaces = Arrays.stream(spaces).filter(other -> !other.equals(space)).toArray(MessageSpace[]::new);
    }

    /** Forgets those of a team that all members have left. */
    void removeAllOf(Team team) {
        last = null;
        spaces = Arrays.stream(spaces).filter(space -> !space.isOf(team)).toArray(MessageSpace[]::new);
    }

    /** Those that are open. */
    MessageSpace[] open() {
        return Arrays.stream(spaces).filter(space -> !space.isClosed()).toArray(MessageSpace[]::new);
    }

    int count() {
        return spaces.length;
    }

    /** Receives of all of them that no message has matched. */
    int countReceives() {
        return Arrays.stream(spaces).mapToInt(space -> space.posted.count()).sum();
    }

    /** The space of a number; null for one that all members have closed. */
    MessageSpace find(int id) {
        final MessageSpace found = last;
        return found != null && found.id() == id ? found : search(id);
    }

    private MessageSpace search(int id) {
        for (MessageSpace space : spaces) {
            if (space.id() == id) {
                last = space;
                return space;
            }
        }
        return null;
    }
}
