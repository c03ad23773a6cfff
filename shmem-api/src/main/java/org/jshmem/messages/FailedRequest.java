package org.jshmem.messages;

/** Keeps the failure of a request until the program looks at that. */
final class FailedRequest extends Request {
    private final Request rest;
    private final Throwable failure;

    /** @param rest what takes its place when it has thrown the failure; may be null */
    FailedRequest(Request rest, Throwable failure) {
        this.rest = rest;
        this.failure = failure;
    }

    Request rest() {
        return rest;
    }

    @Override
    public void await(Envelope envelope) {
        rethrow(failure);
    }

    @Override
    public boolean test(Envelope envelope) {
        rethrow(failure);
        return true;
    }

    @Override
    public boolean cancel() {
        return rest != null && rest.isUnderWay() && rest.cancel();
    }

    @Override
    public void start() {
        rethrow(failure);
    }

    @Override
    public void close() {
        rethrow(failure);
    }

    @Override
    public boolean isUnderWay() {
        return true;
    }

    /** Whatever the rest is, so that that takes its place. */
    @Override
    public boolean isPersistent() {
        return false;
    }

    @Override
    protected long pause(long turn) {
        return turn;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // there is no cast at run time
    private static <T extends Throwable> void rethrow(Throwable failure) throws T {
        throw (T) failure;
    }
}
