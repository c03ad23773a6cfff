package org.jshmem.launcher;

import java.io.IOException;
import java.io.OutputStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** The compiler's files; it writes none after a signal has deleted the {@link TemporaryDirectory} that they are in. */
final class ClassFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    ClassFiles(StandardJavaFileManager files) {
        super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) throws IOException {
        return new ForwardingJavaFileObject<>(super.getJavaFileForOutput(location, className, kind, sibling)) {
            @Override
            public OutputStream openOutputStream() throws IOException {
                return TemporaryDirectory.open(super::openOutputStream);
            }
        };
    }
}
