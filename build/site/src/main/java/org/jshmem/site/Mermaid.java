package org.jshmem.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** The script that draws the diagrams of documents. */
final class Mermaid {
    private static final String ABOUT = "/META-INF/maven/org.webjars.npm/mermaid/pom.properties";

    private Mermaid() {}

    /** What a page with diagrams has at its end. */
    static String scripts(String top) {
        return "<script src=\"" + top + "mermaid.min.js\"></script>\n<script>mermaid.initialize({theme:"
                + " matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'neutral'})</script>\n";
    }

    static void copyTo(Path site) throws IOException {
        final Properties about = new Properties();
        try (InputStream in = Mermaid.class.getResourceAsStream(ABOUT)) {
            about.load(in);
        }
        final String script =
                "/META-INF/resources/webjars/mermaid/" + about.getProperty("version") + "/dist/mermaid.min.js";
        try (InputStream in = Mermaid.class.getResourceAsStream(script)) {
            Files.copy(in, site.resolve("mermaid.min.js"));
        }
    }
}
