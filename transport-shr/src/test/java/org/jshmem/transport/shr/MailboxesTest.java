package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MailboxesTest {
    private static final int ME = 0;
    private static final int OWNER = 1;

    private final NodeLayout layout = new NodeLayout(2, 1 << 20);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final long control = memory.address();
    private final long box = control + layout.mailboxOffset(OWNER, ME);
    private final WaitPoints waitPoints = new WaitPoints(control, layout);
    private Progress whileWaiting;

    private final Mailboxes mailboxes = new Mailboxes(
            control,
            layout,
            ME,
            new WaitStrategy(
                    waitPoints, waitPoints.of(ME), WaitPolicy.endless(true).with(new Progress() {
                        @Override
                        public boolean poll() {
                            return whileWaiting.poll();
                        }

                        @Override
                        public void yields() {}

                        @Override
                        public void rest() {}
                    })),
            pe -> pe);

    @Test
    void shouldNotOverwriteARequestThatAnErrorLeftOut() {
        whileWaiting = doing(() -> {
            throw new StackOverflowError();
        });
        assertThrows(StackOverflowError.class, () -> mailboxes.execute(OWNER, Atomic.ADD, 8, 64, 1, 0));

        final List<Long> executed = new ArrayList<>();
        final int[] looks = {0};
        whileWaiting = doing(() -> {
            if (++looks[0] % 10 == 0) {
                executed.add(Memory.get64(box + Mailboxes.OPERAND));
                Memory.put64(box + Mailboxes.RESULT, executed.size());
                Memory.put64Release(box + Mailboxes.ANSWER, Memory.get64Acquire(box + Mailboxes.REQUEST));
            }
        });
        assertEquals(2, mailboxes.execute(OWNER, Atomic.ADD, 8, 64, 2, 0));
        assertEquals(List.of(1L, 2L), executed);
    }

    private static Progress doing(Runnable action) {
        return new Progress() {
            @Override
            public boolean poll() {
                action.run();
                return true;
            }

            @Override
            public void yields() {}

            @Override
            public void rest() {}
        };
    }
}
