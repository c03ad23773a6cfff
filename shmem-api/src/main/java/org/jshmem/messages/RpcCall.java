package org.jshmem.messages;

/** A call whose reply is awaited. One that fails, or is cancelled, has the reply taken when it comes. */
final class RpcCall extends Request {
    private final Runnable discard;

    /** Null once it is complete. */
    private Request answer;

    RpcCall(Request answer, Runnable discard) {
        this.answer = answer;
        this.discard = discard;
    }

    private Request answer() {
        if (answer == null) {
            throw new IllegalStateException("this request was completed before; make a new one");
        }
        return answer;
    }

    @Override
    public void await(Envelope envelope) {
        try {
            answer().await(envelope);
        } catch (RuntimeException | Error e) {
            failed();
            throw e;
        }
        answer = null;
    }

    @Override
    public boolean test(Envelope envelope) {
        final boolean isDone;
        try {
            isDone = answer().test(envelope);
        } catch (RuntimeException | Error e) {
            failed();
            throw e;
        }
        answer = isDone ? null : answer;
        return isDone;
    }

    private void failed() {
        if (answer != null && !answer.isUnderWay()) {
            answer = null;
            discard.run();
        }
    }

    @Override
    public boolean cancel() {
        final boolean isCancelled = answer().cancel();
        if (isCancelled) {
            discard.run();
        }
        return isCancelled;
    }

    @Override
    public void start() {
        answer().start();
    }

    @Override
    public void close() {
        if (isUnderWay()) {
            answer.close();
        }
    }

    @Override
    public boolean isUnderWay() {
        return answer != null && answer.isUnderWay();
    }

    @Override
    public boolean isPersistent() {
        return false;
    }

    @Override
    protected long pause(long turn) {
        return answer().pause(turn);
    }
}
