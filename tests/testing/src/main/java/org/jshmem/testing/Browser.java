package org.jshmem.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A browser without a window. A test that uses it has to require {@link Requirement#BROWSER}. */
public final class Browser {
    private Browser() {}

    /**
     * What a page shows, after its scripts have run for two seconds of its time.
     *
     * @param address the address of the page
     * @param directory where the browser may keep its files
     * @return the page's elements as HTML; what there was until then if the browser has taken longer than a minute
     * @throws IOException if it cannot be started
     */
    public static String show(URI address, Path directory) throws IOException {
        final Process browser = new ProcessBuilder(
                        "timeout",
                        "60",
                        "chromium",
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + directory.resolve("browser"),
                        "--virtual-time-budget=2000",
                        "--dump-dom",
                        address.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
