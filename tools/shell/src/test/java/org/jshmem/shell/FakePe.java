package org.jshmem.shell;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A PE whose requests a test answers. */
final class FakePe implements AutoCloseable {
    private final Wire wire;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    FakePe(Path socket, int pe, int nPes) throws IOException {
        wire = new Wire(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
        wire.send(new Answer.Hello(pe, nPes, 1000 + pe));
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try {
            while (true) {
                requests.add(wire.receive(Request.class));
            }
        } catch (IOException e) {
            requests.add(new Request.Exit());
        }
    }

    /** Waits for the next request, which has to be of a kind. */
    <T extends Request> T next(Class<T> kind) throws InterruptedException {
        return kind.cast(requests.take());
    }

    /** Waits for the next request, of any kind. */
    Request next() throws InterruptedException {
        return requests.take();
    }

    boolean hasRequest() {
        return !requests.isEmpty();
    }

    void say(Answer answer) throws IOException {
        wire.send(answer);
    }

    /** Ends the next snippet. */
    long finish(String value) throws IOException, InterruptedException {
        return finish("", value);
    }

    /** Prints in the next snippet, and ends it: what it says before it is asked is of no snippet. */
    long finish(String output, String value) throws IOException, InterruptedException {
        final long number = next(Request.Invoke.class).number();
        if (!output.isEmpty()) {
            say(new Answer.Printed(output));
        }
        say(new Answer.Finished(number, new Outcome.Value(value)));
        return number;
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
