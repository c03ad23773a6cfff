package org.jshmem.internal.messages;

import java.util.Arrays;
import org.jshmem.messages.MessageVisitor;

/** The handlers of a matching space: some for one tag each, and perhaps one for all other tags. Immutable. */
final class Handlers {
    static final Handlers NONE = new Handlers(new int[0], new MessageVisitor[0], null);

    private final int[] tags;
    private final MessageVisitor[] ofTags;
    private final MessageVisitor ofOthers;

    private Handlers(int[] tags, MessageVisitor[] ofTags, MessageVisitor ofOthers) {
        this.tags = tags;
        this.ofTags = ofTags;
        this.ofOthers = ofOthers;
    }

    /** These with another handler for a tag, or for all tags that have none; null for none. */
    Handlers with(int tag, MessageVisitor handler) {
        if (tag == MessageSpace.ANY) {
            return new Handlers(tags, ofTags, handler);
        }
        final int index = index(tag);
        if (handler == null) {
            return index < 0 ? this : without(index);
        }
        final int[] newTags = index < 0 ? Arrays.copyOf(tags, tags.length + 1) : tags;
        final MessageVisitor[] newOfTags = Arrays.copyOf(ofTags, newTags.length);
        newTags[index < 0 ? tags.length : index] = tag;
        newOfTags[index < 0 ? tags.length : index] = handler;
        return new Handlers(newTags, newOfTags, ofOthers);
    }

    /** These without one, in whose place the last one comes. */
    private Handlers without(int index) {
        final int last = tags.length - 1;
        final int[] newTags = Arrays.copyOf(tags, last);
        final MessageVisitor[] newOfTags = Arrays.copyOf(ofTags, last);
        if (index < last) {
            newTags[index] = tags[last];
            newOfTags[index] = ofTags[last];
        }
        return new Handlers(newTags, newOfTags, ofOthers);
    }

    private int index(int tag) {
        for (int i = 0; i < tags.length; i++) {
            if (tags[i] == tag) {
                return i;
            }
        }
        return -1;
    }

    boolean has(int tag) {
        return (ofOthers != null || tags.length > 0) && of(tag) != null;
    }

    /** The handler of a tag; null for none. */
    MessageVisitor of(int tag) {
        final int index = index(tag);
        return index < 0 ? ofOthers : ofTags[index];
    }
}
