package org.jshmem.style;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import com.puppycrawl.tools.checkstyle.api.CheckstyleException;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Checkstyle with the rules of {@code build/style/checkstyle.xml}. */
final class Checkstyle {
    private Checkstyle() {}

    /** Returns one line for each fault that Checkstyle finds. */
    static List<String> faults(final Path root, final List<Path> sources) throws CheckstyleException {
        final Faults faults = new Faults(root);
        final Checker checker = new Checker();
        try {
            checker.setModuleClassLoader(Checker.class.getClassLoader());
            checker.configure(ConfigurationLoader.loadConfiguration(
                    root.resolve("build/style/checkstyle.xml").toString(), new PropertiesExpander(new Properties())));
            checker.addListener(faults);
            final List<File> files = sources.stream().map(Path::toFile).toList();
            checker.process(files);
        } finally {
            checker.destroy();
        }
        return faults.lines;
    }

    /** Collects what Checkstyle reports. */
    private static final class Faults implements AuditListener {
        private final List<String> lines = new ArrayList<>();
        private final Path root;

        Faults(final Path root) {
            this.root = root;
        }

        @Override
        public void addError(final AuditEvent event) {
            lines.add(
                    root.relativize(Path.of(event.getFileName())) + ":" + event.getLine() + ": " + event.getMessage());
        }

        @Override
        public void addException(final AuditEvent event, final Throwable thrown) {
            lines.add(event.getFileName() + ": " + thrown);
        }

        @Override
        public void auditStarted(final AuditEvent event) {}

        @Override
        public void auditFinished(final AuditEvent event) {}

        @Override
        public void fileStarted(final AuditEvent event) {}

        @Override
        public void fileFinished(final AuditEvent event) {}
    }
}
