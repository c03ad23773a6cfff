package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that runs several examples one after another in the same JVMs, which starts far fewer JVMs than a job for
 * each. After each example every PE prints a line; the lines of output, tagged by PE, are given to the example that the
 * PE was running.
 */
public final class InTurn {
    private static final String ENDED = "(the example has ended)";
    private static final Pattern TAGGED = Pattern.compile("\\[(\\d+)]<std(?:out|err)>: ?(.*)");

    private InTurn() {}

    /**
     * Runs examples.
     *
     * @param args each the name of an example with its arguments, separated by blanks
     */
    public static void main(String[] args) throws Exception {
        final Properties table = new Properties();
        try (InputStream in = InTurn.class.getResourceAsStream("/META-INF/jshmem/examples.properties")) {
            table.load(in);
        }
        for (String arg : args) {
            final String[] words = arg.split(" ", -1);
            final String name = table.getProperty(words[0]).split("\\|", 2)[0];
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object)
                        Arrays.copyOfRange(words, 1, words.length));
            } catch (InvocationTargetException e) {
                throw new IllegalStateException(arg + " has failed", e.getCause());
            }
            System.out.println(ENDED);
        }
    }

    /** Runs examples in one job, which has to end well, and returns the lines that each printed on both streams. */
    static Map<String, List<String>> run(Path directory, String shr, int npes, List<String> examples)
            throws IOException, InterruptedException {
        final String path = Command.home().resolve("lib/examples.jar") + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        final List<String> arguments = new ArrayList<>(List.of("--tag-output", "-np", Integer.toString(npes)));
        arguments.addAll(List.of("-x", "SHMEM_SHR=" + shr, "-cp", path, InTurn.class.getName()));
        arguments.addAll(examples);
        final String text = Command.run(directory, 0, arguments.toArray(String[]::new));
        final Map<String, List<String>> outputs = new LinkedHashMap<>();
        examples.forEach(example -> outputs.put(example, new ArrayList<>()));
        final int[] ended = new int[npes];
        for (String line : text.lines().toList()) {
            final Matcher matcher = TAGGED.matcher(line);
            assertTrue(matcher.matches(), line);
            final int pe = Integer.parseInt(matcher.group(1));
            if (matcher.group(2).equals(ENDED)) {
                ended[pe]++;
            } else {
                assertTrue(ended[pe] < examples.size(), line);
                outputs.get(examples.get(ended[pe])).add(matcher.group(2));
            }
        }
        assertTrue(Arrays.stream(ended).allMatch(count -> count == examples.size()), text);
        return outputs;
    }
}
