package org.jshmem.tck.c;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a PE is started that runs cases on a C library. */
public final class SubjectPe {
    /** Native access and, without warnings, the means by which the API reads memory. */
    private static final String JAVA = "{java} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
            + " --add-exports java.base/jdk.internal.misc=ALL-UNNAMED";

    /** The API, and what calls a C library. */
    private static final List<String> JARS = List.of("shmem-api", "shmem-flow", "agrona", "oshmem");

    private SubjectPe() {}

    /**
     * The command, with the placeholders of {@code --launch}.
     *
     * @param subject the directory of the subject's files
     * @param calls the directory for files with calls
     */
    public static String command(Path subject, Path calls) {
        return JAVA + " -XX:ErrorFile=" + subject + "/hs_err_%p.log -Djshmem.tck.c.subject=" + subject
                + " -Djshmem.tck.c.calls=" + calls + " -cp {runtime} {main}";
    }

    /**
     * The class path, whose first jar takes the place of this project's library.
     *
     * @param lib the directory of a distribution's jars
     */
    public static String classPath(Path lib) throws IOException {
        try (Stream<Path> jars = Files.list(lib.resolve("pe"))) {
            final Stream<Path> chosen = jars.filter(jar ->
                    JARS.stream().anyMatch(name -> jar.getFileName().toString().equals(name + ".jar")));
            return Stream.concat(
                            Stream.of(
                                    lib.resolve("tck-c").resolve("tck-c.jar"),
                                    lib.resolve("tck").resolve("tck.jar")),
                            chosen.sorted())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
