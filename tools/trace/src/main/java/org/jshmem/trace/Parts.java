package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Directories of the records that PEs write, beside the file that the trace will be: {@code job.pftrace.parts}, and in
 * that {@code 2} for the second time that the job starts the library. Nothing here needs the library, as the program
 * that makes a trace runs without it.
 */
final class Parts {
    private static final String NAME = ".parts";

    private Parts() {}

    /** The directory of a trace. */
    static Path of(Path file) {
        return Path.of(file + NAME);
    }

    /** The one of a later start of the library, in that of the first. */
    static Path ofRun(Path parts, int run) {
        return parts.resolve(Integer.toString(run));
    }

    /** The file whose records a directory has. */
    static Path fileOf(Path directory) {
        final String name = directory.toString();
        if (name.endsWith(NAME)) {
            return Path.of(name.substring(0, name.length() - NAME.length()));
        }
        return isOfLaterRun(directory)
                ? Path.of(fileOf(directory.getParent()) + "." + directory.getFileName())
                : Path.of(name + ".pftrace");
    }

    private static boolean isOfLaterRun(Path directory) {
        return directory.getParent() != null
                && directory.getParent().toString().endsWith(NAME)
                && directory.getFileName().toString().matches("\\d+");
    }

    /** Makes a directory of records, for the user alone, unless another PE has. */
    static void make(Path directory) throws IOException {
        if (isOfLaterRun(directory)) {
            make(directory.getParent());
        }
        if (!Files.isDirectory(directory)) {
            try {
                Files.createDirectory(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } catch (FileAlreadyExistsException e) {
                // Another PE has made it.
            }
        }
    }

    /** Removes a directory of records, and that of the job if it was the last one in that; neither if it has files. */
    static void remove(Path directory) throws IOException {
        try {
            Files.delete(directory);
            if (isOfLaterRun(directory)) {
                Files.delete(directory.getParent());
            }
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
            // Other PEs, or other starts of the library, have records there, or have removed it.
        }
    }
}
