package org.jshmem.monitor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.Executors;

/**
 * The page for browsers: one file with all that it needs, served on the loopback interface to those who know the token
 * in its address, or written with what is to be seen now.
 */
final class WebPage {
    private static final String NOTHING_SAVED = "id=\"saved\">null<";
    private static final int TOKEN_BYTES = 16;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private WebPage() {}

    /** The page with jobs that stay as they are. */
    static String with(String json) throws IOException {
        return page().replace(NOTHING_SAVED, "id=\"saved\">" + json.strip().replace("<", "\\u003c") + "<");
    }

    private static String page() throws IOException {
        try (InputStream in = WebPage.class.getResourceAsStream("page.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What nobody guesses. */
    static String token() {
        final byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Serves the page until the JVM ends; returns its address. */
    static String serve(int port, Jobs jobs) throws IOException {
        final String path = "/" + token() + "/";
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
        server.createContext("/", exchange -> {
            final String asked = exchange.getRequestURI().getPath();
            if (asked.equals(path)) {
                answer(exchange, OK, "text/html; charset=utf-8", page());
            } else if (asked.equals(path + "jobs")) {
                answer(exchange, OK, "application/json", jobs.json());
            } else {
                answer(exchange, NOT_FOUND, "text/plain", "");
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor()); // a request may never end
        server.start();
        return "http://" + loopback.getHostAddress() + ":" + server.getAddress().getPort() + path;
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (var body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }
}
