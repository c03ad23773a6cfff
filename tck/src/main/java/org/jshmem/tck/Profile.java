package org.jshmem.tck;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What an implementation is held to. */
public enum Profile {
    /**
     * What OpenSHMEM 1.6 promises to a program without mistakes. Where C returns an error, an exception of any message
     * will do.
     */
    SPEC,
    /**
     * What this project promises beyond: exceptions where the specification leaves things undefined, and their texts;
     * reports of leaks and hangs; the stronger memory model; shared memory and messages.
     */
    JSHMEM,
    /** What is proposed for the next version of the specification, as {@link org.jshmem.Drafts} has it. */
    DRAFT;

    /** All of them. */
    static final Set<Profile> ALL = Collections.unmodifiableSet(EnumSet.allOf(Profile.class));

    /** Those of a list with commas, as {@link #text} writes it. */
    static Set<Profile> parse(String names) {
        return Arrays.stream(names.split(",", -1))
                .map(name -> valueOf(name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Profile.class)));
    }

    static String text(Set<Profile> profiles) {
        return profiles.stream().map(Profile::toString).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
