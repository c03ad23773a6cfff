package org.jshmem.messages;

/** A call whose reply is awaited. The reply of one that fails, or is cancelled, is dropped when it comes. */
final class RpcCall extends Request {
    private final RpcCalls calls;
    private int number;

    /** Null once it is complete. */
    private Request answer;

    RpcCall(RpcCalls calls) {
        this.calls = calls;
    }

    void begin(Request reply, int callNumber) {
        answer = reply;
        number = callNumber;
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
        } catch (Throwable e) {
            failed();
            throw e;
        }
        end();
    }

    @Override
    public boolean test(Envelope envelope) {
        final boolean isDone;
        try {
            isDone = answer().test(envelope);
        } catch (Throwable e) {
            failed();
            throw e;
        }
        if (isDone) {
            end();
        }
        return isDone;
    }

    private void end() {
        answer = null;
        calls.ended(this, number);
    }

    private void failed() {
        if (answer != null && !answer.isUnderWay()) { // a handler's exception leaves it under way
            answer = null;
            calls.discard(number);
        }
    }

    @Override
    public boolean cancel() {
        final boolean isCancelled = answer().cancel();
        if (isCancelled) {
            calls.discard(number);
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
