import static org.jshmem.Shmem.*;

void main() {
    try (var _ = init()) {
        IO.println("Hello from PE " + myPe() + " of " + nPes());
    }
}
