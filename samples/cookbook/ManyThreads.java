import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;

// The threads of a PE put blocks to the next PE, each thread through a context of its own.
// The main thread of that PE waits until all blocks are there.

static final int THREADS = 8;
static final int BLOCK = 10_000;

void main() throws InterruptedException, ExecutionException {
    try (var _ = init(ThreadLevel.MULTIPLE);
            SymmetricLongs blocks = mallocLongs(THREADS * BLOCK);
            SymmetricLongs done = callocLongs(1)) {
        final int next = (myPe() + 1) % nPes();
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            final List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                final int block = thread;
                tasks.add(() -> send(blocks, done, block, next));
            }
            for (Future<Void> sent : pool.invokeAll(tasks)) {
                // Throws what the thread has thrown; it would be lost otherwise.
                sent.get();
            }
        }
        waitUntil(done, Cmp.EQ, THREADS);
        check(blocks, (myPe() + nPes() - 1) % nPes());
        barrierAll();
        if (myPe() == 0) {
            IO.println("many threads: " + nPes() + " x " + THREADS + " blocks, all in place");
        }
    }
}

Void send(SymmetricLongs blocks, SymmetricLongs done, int block, int next) {
    final long[] numbers = new long[BLOCK];
    Arrays.setAll(numbers, i -> number(myPe(), block * BLOCK + i));
    try (ShmemContext context = ctxCreate(CTX_PRIVATE)) {
        context.putNbi(blocks, block * BLOCK, numbers, 0, BLOCK, next);
        // Waits for the puts of this context, not for those of other threads.
        context.quiet();
        context.atomicInc(done, next);
    }
    return null;
}

long number(int pe, int index) {
    return 1_000_000L * pe + index;
}

void check(SymmetricLongs blocks, int sender) {
    for (int i = 0; i < THREADS * BLOCK; i++) {
        if (blocks.get(i) != number(sender, i)) {
            throw new IllegalStateException("PE " + myPe() + " has " + blocks.get(i) + " at index " + i);
        }
    }
}
