package org.jshmem.mutation;

import java.nio.file.Path;
import java.util.List;

/**
 * A small defect.
 *
 * @param name of it
 * @param what a user sees going wrong
 * @param source the file, from the project's root
 * @param judges who is to see it, the narrowest first
 * @param before lines of the file, which it has once
 * @param after the same with the defect
 */
record Mutant(String name, String what, Path source, List<Judge> judges, String before, String after) {
    /** The directory of the module that it is in, from the project's root. */
    String module() {
        final String path = source.toString();
        return path.substring(0, path.indexOf(path.contains("/src/") ? "/src/" : "/target/"));
    }

    /** Whether classes that were compiled before may have the value without the defect. */
    boolean changesAConstant() {
        return after.contains(" static final ");
    }

    /** The file with the defect. */
    String plantedIn(String text) {
        final String lines = "\n" + text;
        final int at = lines.indexOf("\n" + before + "\n");
        if (at < 0 || lines.indexOf("\n" + before + "\n", at + 1) >= 0) {
            throw new IllegalArgumentException(
                    name + ": " + source + (at < 0 ? " has no" : " has more than one piece of") + " lines\n" + before);
        }
        return text.substring(0, at) + after + text.substring(at + before.length());
    }
}
