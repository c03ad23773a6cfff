import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

// The main function of differences.c in Java. The other functions stay in C, where they call shmem_ routines.

static final int N = 1000;

void main(String[] arguments) throws Throwable {
    try (var _ = init();
            SymmetricLongs sum = callocLongs(1)) {
        // After init, which prepares the process for the C library of OpenSHMEM.
        final SymbolLookup library = SymbolLookup.libraryLookup(Path.of(arguments[0]), Arena.global());
        final MethodHandle fill = function(library, "fill", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT));
        final MethodHandle sendFirst = function(library, "send_first", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT));
        final MethodHandle addDifferences =
                function(library, "add_differences", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT));
        final SymmetricDoubles squares = mallocDoubles(N + 1);
        final int me = myPe();
        final int npes = nPes();

        fill.invokeExact(squares.segment(), me);
        sendFirst.invokeExact(squares.segment(), (me + npes - 1) % npes);
        barrierAll();

        sum.set(0, (long) addDifferences.invokeExact(squares.segment(), me == npes - 1 ? N - 1 : N));
        barrierAll();

        if (me == 0) {
            long total = 0;
            for (int pe = 0; pe < npes; pe++) {
                total += g(sum, pe);
            }
            final long top = (long) npes * N - 1;
            IO.println("sum of differences: " + total + ", expected: " + top * top);
            if (total != top * top) {
                globalExit(1);
            }
        }
        free(squares);
    }
}

MethodHandle function(SymbolLookup library, String name, FunctionDescriptor descriptor) {
    return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), descriptor);
}
