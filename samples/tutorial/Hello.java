import static org.jshmem.Shmem.*;

void main() {
    try (var shmem = init()) {
        IO.println("Hello from PE " + myPe() + " of " + nPes());
    }
}
