package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queues of messages and requests, compared with lists. */
@Timeout(60)
class MessageQueuesTest {
    private static final int STEPS = 4000;
    private static final int TAGS = 3;

    private final Random random = new Random(5);
    private final MessageJob job = new MessageJob(false, 0);
    private final MessageSpace[] spaces;

    MessageQueuesTest() throws Exception {
        spaces = new MessageSpace[] {job.open()[0], job.open()[0]};
    }

    @AfterEach
    void end() {
        job.close();
    }

    private static MessageRequest request(MessageSpace space, int pe, int tag) {
        return new MessageRequest(null, false)
                .of(space, MessageRequest.Use.COPY, null, 0, 8, ElementKind.LONG, pe, tag)
                .begin();
    }

    private static Message message(MessageSpace space, int source, int tag, long order) {
        final Message message = new Message();
        message.space = space;
        message.source = source;
        message.tag = tag;
        message.order = order;
        message.isComplete = true;
        return message;
    }

    @Test
    void shouldKeepRequestsInTheirOrder() {
        final RequestQueue queue = new RequestQueue();
        final List<MessageRequest> model = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            final MessageSpace space = spaces[random.nextInt(2)];
            final int tag = random.nextInt(-1, TAGS);
            switch (model.size() < 6 ? random.nextInt(3) : 1 + random.nextInt(2)) {
                case 0 -> {
                    model.add(request(space, 0, tag));
                    queue.add(model.getLast());
                }
                case 1 -> {
                    final MessageRequest expected = model.stream()
                            .filter(request -> request.space.equals(space))
                            .findFirst()
                            .orElse(null);
                    assertSame(expected, queue.removeFirstOf(space));
                    model.remove(expected);
                }
                default -> {
                    final boolean isThere = !model.isEmpty() && random.nextBoolean();
                    final MessageRequest removed =
                            isThere ? model.get(random.nextInt(model.size())) : request(space, 0, tag);
                    assertEquals(isThere, queue.removeIfPresent(removed));
                    model.remove(removed);
                }
            }
            assertHas(model, queue);
        }
    }

    private static void assertHas(List<MessageRequest> expected, RequestQueue queue) {
        assertEquals(expected.isEmpty(), queue.isEmpty());
        MessageRequest before = null;
        MessageRequest at = queue.first();
        for (MessageRequest request : expected) {
            assertSame(request, at);
            assertSame(before, request.previous);
            before = at;
            at = at.next;
        }
        assertNull(at);
        for (int tag = 0; tag < TAGS; tag++) {
            final int wanted = tag;
            final MessageRequest found = expected.stream()
                    .filter(request -> request.tag == wanted || request.tag == MessageSpace.ANY)
                    .findFirst()
                    .orElse(null);
            assertSame(found, queue.find(message(null, 0, tag, 0)));
        }
    }

    /** Some come back, and belong before those that have come after them. */
    @Test
    void shouldFindTheEarliestMessageThatAReceiveMatches() {
        final int sources = 3;
        final UnmatchedMessages messages = new UnmatchedMessages(sources);
        final List<Message> model = new ArrayList<>();
        final List<Message> out = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            final int kind = random.nextInt(3);
            if (kind == 0 && model.size() < 8) {
                model.add(message(spaces[0], random.nextInt(sources), random.nextInt(TAGS), step));
                messages.add(model.getLast());
            } else if (kind == 1 && !out.isEmpty()) {
                final Message back = out.remove(random.nextInt(out.size()));
                messages.add(back);
                model.add(back);
                model.sort(Comparator.comparingLong(message -> message.order));
            } else {
                final int source = random.nextInt(-1, sources);
                final int tag = random.nextInt(-1, TAGS);
                final Message expected = model.stream()
                        .filter(message -> source == MessageSpace.ANY || message.source == source)
                        .filter(message -> tag == MessageSpace.ANY || message.tag == tag)
                        .findFirst()
                        .orElse(null);
                assertSame(expected, messages.find(source, tag));
                if (expected != null) {
                    messages.remove(expected);
                    model.remove(expected);
                    if (out.size() < 4) {
                        out.add(expected);
                    }
                }
            }
            assertSame(model.isEmpty() ? null : model.getFirst(), messages.first());
        }
    }

    /** Those of each space, whenever something else that was tried with them gives them to their handler. */
    @Test
    void shouldHandleTheMessagesOfASpaceInTheOrderOfTheirArrival() {
        for (int round = 0; round < 300; round++) {
            final List<Message> all = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                final MessageSpace space = spaces[random.nextInt(2)];
                all.add(message(space, 0, i, space.nextArrival()));
            }
            Collections.shuffle(all, random);
            final HandlerQueue queue = new HandlerQueue();
            assertTrue(queue.isEmpty());
            all.forEach(queue::add);
            final Map<MessageSpace, Long> last = new HashMap<>();
            int count = 0;
            for (Message message = queue.next(true); message != null; message = queue.next(false)) {
                final Long before = last.put(message.space, message.order);
                assertTrue(before == null || before < message.order, "round " + round);
                count++;
            }
            assertEquals(all.size(), count);
            assertTrue(queue.isEmpty());
        }
    }

    @Test
    void shouldLetOneThreadAtATimeHandleMessages() {
        final HandlerQueue queue = new HandlerQueue();
        final List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            messages.add(message(spaces[0], 0, i, spaces[0].nextArrival()));
            queue.add(messages.get(i));
        }
        messages.get(2).isComplete = false;
        assertSame(messages.get(0), queue.first());
        assertSame(messages.get(0), queue.next(true));
        assertNull(queue.next(true), "another thread");
        assertSame(messages.get(1), queue.next(false));
        assertNull(queue.next(false), "not complete");
        assertNull(queue.next(true));
        messages.get(2).isComplete = true;
        assertSame(messages.get(2), queue.next(true));
        queue.stop();
        assertSame(messages.get(3), queue.next(true), "after a handler that has thrown");
        assertNull(queue.next(false));
        queue.add(messages.get(0));
        assertSame(messages.get(0), queue.first());
        assertSame(messages.get(0), queue.clear());
        assertNull(queue.clear());
        assertTrue(queue.isEmpty());
        queue.add(messages.get(1));
        assertSame(messages.get(1), queue.next(true));
    }

    /** Only that which its sender has offered, and takes back. */
    @Test
    void shouldWithdrawAMessageFromItsHandler() {
        final HandlerQueue queue = new HandlerQueue();
        final List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            final Message message = message(i == 1 ? spaces[1] : spaces[0], i == 2 ? 2 : 1, 0, i);
            message.protocol = i == 3 ? MessageArea.INLINE : MessageArea.REMOTE;
            message.senderId = i == 4 ? 8 : 7;
            message.data = 64;
            messages.add(message);
            queue.add(message);
        }
        queue.withdraw(spaces[0], 1, 7);
        for (int i = 0; i < 5; i++) {
            assertEquals(i == 0 ? OfferedMemory.ELSEWHERE : 64, messages.get(i).data, "message " + i);
        }
    }

    @Test
    void shouldFindTheHandlerOfATag() {
        final Map<Integer, MessageVisitor> model = new HashMap<>();
        Handlers handlers = Handlers.NONE;
        for (int step = 0; step < STEPS; step++) {
            final int tag = random.nextInt(-1, 5);
            final int number = step;
            final MessageVisitor handler = random.nextBoolean() ? null : view -> assertTrue(number >= 0);
            handlers = handlers.with(tag, handler);
            if (handler == null) {
                model.remove(tag);
            } else {
                model.put(tag, handler);
            }
            for (int of = 0; of < 6; of++) {
                final MessageVisitor expected = model.getOrDefault(of, model.get(MessageSpace.ANY));
                assertSame(expected, handlers.of(of), "step " + step);
                assertEquals(expected != null, handlers.has(of));
            }
        }
    }

    @Test
    void shouldEndPostedReceivesWithTheirSpace() {
        final PostedReceives posted = new PostedReceives(3);
        final List<MessageRequest> requests = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            requests.add(request(spaces[0], i % 4 - 1, i));
            posted.add(requests.get(i));
        }
        final MessageRequest removed = requests.removeFirst();
        assertTrue(posted.remove(removed));
        assertFalse(posted.remove(removed));
        assertFalse(posted.isEmpty());
        posted.dropAll();
        assertTrue(posted.isEmpty());
        for (MessageRequest request : requests) {
            assertTrue(request.isDone);
            assertInstanceOf(IllegalStateException.class, request.failure);
            assertNull(posted.take(message(spaces[0], 0, request.tag, 0)));
        }
        assertFalse(removed.isDone);
    }
}
