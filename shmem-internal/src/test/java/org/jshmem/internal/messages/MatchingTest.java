package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;

class MatchingTest {
    private static final int PES = 3;
    private static final int TAGS = 3;

    private static MessageRequest receive(int pe, int tag) {
        final MessageRequest request = new MessageRequest(null, false);
        request.pe = pe;
        request.tag = tag;
        return request;
    }

    private static Message message(int source, int tag) {
        final Message message = new Message();
        message.source = source;
        message.tag = tag;
        return message;
    }

    /** The first one posted of those that match, whether they name a PE and a tag or not. */
    @Test
    void shouldGiveAMessageToTheReceiveThatWasPostedFirst() {
        final SplittableRandom random = new SplittableRandom(3);
        final PostedReceives posted = new PostedReceives(PES);
        final List<MessageRequest> model = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            if (model.size() < 8 && random.nextBoolean()) {
                final MessageRequest request = receive(random.nextInt(-1, PES), random.nextInt(-1, TAGS));
                posted.add(request);
                model.add(request);
            } else {
                final Message message = message(random.nextInt(PES), random.nextInt(TAGS));
                final MessageRequest expected = model.stream()
                        .filter(request -> request.pe == MessageSpace.ANY || request.pe == message.source)
                        .filter(request -> request.tag == MessageSpace.ANY || request.tag == message.tag)
                        .findFirst()
                        .orElse(null);
                assertSame(expected, posted.take(message), "step " + step);
                model.remove(expected);
            }
            assertTrue(posted.isEmpty() == model.isEmpty());
        }
    }

    @Test
    void shouldCallTheHandlerOfOtherTagsAfterThatOfATagWasRemoved() {
        final MessageVisitor ofSeven = view -> {};
        final MessageVisitor ofOthers = view -> {};
        final Handlers both = Handlers.NONE.with(7, ofSeven).with(MessageSpace.ANY, ofOthers);
        assertSame(ofSeven, both.of(7));
        assertSame(ofOthers, both.of(8));
        final Handlers without = both.with(7, null);
        assertSame(ofOthers, without.of(7));
        assertTrue(without.has(7));
        final Handlers none = without.with(MessageSpace.ANY, null);
        assertNull(none.of(7));
        assertFalse(none.has(7) || none.has(8));
        assertSame(ofSeven, both.of(7), "handlers do not change");
    }

    /** A request object is used for one operation after another. */
    @Test
    void shouldForgetThatASendWasSynchronous() {
        final MessageRequest request = receive(0, 0);
        request.isSynchronous = true;
        assertFalse(request.of(null, MessageRequest.Use.SEND, null, 0, 8, ElementKind.LONG, 0, 0).isSynchronous);
    }

    @Test
    void shouldForgetWhatAMessageWasWhenItIsUsedAgain() {
        final MessagePool pool = new MessagePool(null);
        final Message first = pool.take();
        first.claimedBy = receive(0, 0);
        first.handler = view -> {};
        first.senderId = 5;
        pool.give(first);
        final Message again = pool.take();
        assertSame(first, again);
        assertNull(again.claimedBy);
        assertNull(again.handler);
        assertNull(again.space);
        assertTrue(again.senderId == 0 && !again.isPacket);
        pool.end();
    }
}
