package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Messages that the program has not closed, at the end of their team and of the library. */
final class MessageEndCases {
    private static final int TAG = 5;
    private static final int OTHER_TAG = 6;

    private static void refused(Checks checks, String what, Messages messages, int pe, String why) {
        checks.thrown(IllegalStateException.class, what + ", send", () -> messages.send(new long[1], pe, TAG), why);
        checks.thrown(IllegalStateException.class, what + ", recv", () -> messages.recv(new long[1], pe, TAG), why);
        checks.thrown(IllegalStateException.class, what + ", probe", () -> messages.iprobe(pe, TAG, null), why);
    }

    /** Also if a message has come that nobody has received, and a receive waits. */
    @Case(starts = true, profile = Profile.JSHMEM)
    void messagesDoNotOutliveTheLibrary(Checks checks) {
        Shmem.init();
        final int me = myPe();
        final int next = (me + 1) % nPes();
        final int previous = (me + nPes() - 1) % nPes();
        final Messages old = Messages.on(TEAM_WORLD);
        final Request open = old.irecv(new long[1], previous, OTHER_TAG);
        old.send(new long[] {1}, next, TAG);
        while (!old.iprobe(previous, TAG, null)) {
            Thread.onSpinWait();
        }
        shutdown();
        refused(checks, "after shutdown", old, me, "shutdown");
        checks.thrown(IllegalStateException.class, "the receive", open::await, "closed");
        old.close();
        try (var _ = Shmem.init();
                Messages messages = Messages.on(TEAM_WORLD)) {
            refused(checks, "after init", old, me, "shutdown");
            messages.send(new long[] {2}, next, TAG);
            final long[] received = new long[1];
            messages.recv(received, previous, TAG);
            checks.equal(2, received[0], "received");
            old.close();
        }
    }

    @Case(profile = Profile.JSHMEM)
    void messagesDoNotOutliveTheirTeam(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final ShmemTeam team = TEAM_WORLD.splitStrided(0, 1, nPes());
        final Messages old = Messages.on(team);
        final Request open = old.irecv(new long[1], previous, OTHER_TAG);
        old.send(new long[] {1}, next, TAG);
        while (!old.iprobe(previous, TAG, null)) {
            Thread.onSpinWait();
        }
        team.sync();
        team.destroy();
        refused(checks, "after the end", old, myPe(), "their team");
        checks.thrown(IllegalStateException.class, "the receive", open::await, "closed");
        final ShmemTeam another = TEAM_WORLD.splitStrided(0, 1, nPes());
        old.close();
        try (Messages messages = Messages.on(another)) {
            messages.send(new long[] {2}, next, TAG);
            final long[] received = new long[1];
            messages.recv(received, previous, TAG);
            checks.equal(2, received[0], "received");
        }
        another.destroy();
    }
}
