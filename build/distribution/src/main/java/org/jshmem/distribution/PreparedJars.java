package org.jshmem.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The files that the start caches of a distribution were made of, with their times. A build writes all of them anew,
 * most with the same bytes; then they get their former times, which the JVM compares, and the caches stay.
 */
final class PreparedJars {
    private static final List<String> DIRECTORIES = List.of("lib/pe", "lib/launcher", "lib/prepare");

    private final Path home;
    private final Path record;

    PreparedJars(Path home) {
        this.home = home;
        record = home.resolve("lib/java-jars");
    }

    /** Notes what the caches, which were just made, were made of. */
    void write() throws IOException {
        final List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            lines.add(Files.getLastModifiedTime(file).toMillis() + " " + about(file));
        }
        Files.write(record, lines);
    }

    /** True if the caches are there and were made of files with these contents, which have their times of then now. */
    boolean restore() throws IOException {
        final List<Path> files = files();
        final List<String> lines;
        try {
            lines = Files.readAllLines(record);
            if (!Path.of(Files.readString(home.resolve("lib/java-home")).strip())
                            .equals(Path.of(System.getProperty("java.home")))
                    || Files.mismatch(
                                    home.resolve("lib/java-release"),
                                    Path.of(System.getProperty("java.home"), "release"))
                            >= 0) {
                return false;
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        if (lines.size() != files.size()) {
            return false;
        }
        for (int i = 0; i < files.size(); i++) {
            if (!lines.get(i).endsWith(" " + about(files.get(i)))) {
                return false;
            }
        }
        for (int i = 0; i < files.size(); i++) {
            final String line = lines.get(i);
            Files.setLastModifiedTime(
                    files.get(i), FileTime.fromMillis(Long.parseLong(line.substring(0, line.indexOf(' ')))));
        }
        return true;
    }

    private String about(Path file) throws IOException {
        final CRC32 crc = new CRC32();
        crc.update(Files.readAllBytes(file));
        return Long.toHexString(crc.getValue()) + " " + Files.size(file) + " " + home.relativize(file);
    }

    private List<Path> files() throws IOException {
        final List<Path> files = new ArrayList<>();
        files.add(home.resolve("bin/shmemrun"));
        for (String directory : DIRECTORIES) {
            try (var entries = Files.newDirectoryStream(home.resolve(directory), "*.jar")) {
                entries.forEach(files::add);
            }
        }
        Collections.sort(files);
        return files;
    }
}
