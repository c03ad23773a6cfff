package org.jshmem.tck.c;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.tck.Harness;

/** How a PE is started that runs cases on a C library. */
public final class SubjectPe {
    /** Native access and, without warnings, the means by which the API reads memory. */
    private static final String JAVA = Harness.SERIAL_JAVA + " -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
            + " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
            + " --add-exports java.base/jdk.internal.misc=ALL-UNNAMED";

    /** The binding of a C library, the kit, and the API. The first jar has a class that replaces one of the API. */
    private static final List<String> JARS = List.of(
            "tck-c/tck-c.jar",
            "tck/tck.jar",
            "pe/shmem-api.jar",
            "pe/shmem-flow.jar",
            "pe/agrona.jar",
            "pe/oshmem.jar");

    private SubjectPe() {}

    /**
     * The command, with the placeholders of {@code --launch}.
     *
     * @param subject the directory of the subject's files
     * @param calls the directory for files with calls
     */
    public static String command(Path subject, Path calls) {
        return JAVA + " -XX:ErrorFile=" + subject + "/hs_err_%p.log -D" + Subject.DIRECTORY + "=" + subject
                + " -Djshmem.tck.c.calls=" + calls + " -cp {runtime} {main}";
    }

    /**
     * The class path.
     *
     * @param lib the directory of a distribution's jars
     */
    public static String classPath(Path lib) {
        return JARS.stream().map(lib::resolve).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
