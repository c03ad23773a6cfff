package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class ControlGroupTest {
    private static final String FIRST = "sys/fs/cgroup/memory";
    private static final String SECOND = "sys/fs/cgroup";

    @TempDir
    private Path root;

    private void write(String file, String... lines) throws IOException {
        final Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, List.of(lines));
    }

    private void first(String group, String limit, String usage, String... statistics) throws IOException {
        write(FIRST + group + "/memory.limit_in_bytes", limit);
        write(FIRST + group + "/memory.usage_in_bytes", usage);
        write(FIRST + group + "/memory.stat", statistics);
    }

    private void second(String group, String limit, String usage, String... statistics) throws IOException {
        write(SECOND + group + "/memory.max", limit);
        write(SECOND + group + "/memory.current", usage);
        write(SECOND + group + "/memory.stat", statistics);
    }

    private void process(String... lines) throws IOException {
        write("proc/self/cgroup", lines);
    }

    private long free() {
        return ControlGroup.freeBytes(root);
    }

    @Test
    void shouldHaveNoLimitWhereThereAreNoGroups() throws IOException {
        assertEquals(Long.MAX_VALUE, free());
        process();
        assertEquals(Long.MAX_VALUE, free());
        process("9:name=systemd:/", "0::/");
        assertEquals(Long.MAX_VALUE, free());
    }

    @Test
    void shouldCountWhatTheKernelFreesFirstAsFree() throws IOException {
        process("0::/job/step");
        second("/job/step", "1000", "700", "anon 600", "inactive_file 30", "active_file 20", "total_inactive_file 9");
        assertEquals(350, free());
        second("/job/step", "1000", "1200", "anon 1200", "inactive_file 7");
        assertEquals(0, free());
    }

    @Test
    void shouldTakeTheLeastOfTheGroupsOnTheWayUp() throws IOException {
        process("0::/job/step/task");
        second("/job/step/task", "max", "100");
        second("/job/step", "9000", "100");
        second("/job", "5000", "4000");
        assertEquals(1000, free());
        second("/job", "50000", "4000");
        assertEquals(8900, free());
        second("", "800", "100");
        assertEquals(700, free());
    }

    @Test
    void shouldReadTheFirstVersionOfGroups() throws IOException {
        process("5:cpu,cpuacct:/other", "4:hugetlb,memory:/slurm/job_7", "0::/");
        first("/slurm/job_7", "4096", "96", "inactive_file 1", "total_inactive_file 10", "total_active_file 20");
        first("/slurm", "9223372036854771712", "100000");
        first("/other", "1", "1");
        assertEquals(4030, free());
    }

    /** Its name is that outside of the container. */
    @Test
    void shouldFindTheGroupOfAContainerAtTheTop() throws IOException {
        for (String name : new String[] {"/docker/0f3a", "/../elsewhere", "/", ""}) {
            process("0::" + name);
            second("", "5000", "1000");
            assertEquals(4000, free(), name);
        }
    }

    @Test
    void shouldCountForHeaps() throws IOException {
        write("proc/meminfo", "MemTotal: 100 kB", "MemAvailable: 50 kB");
        assertEquals(50 * 1024, FreeMemory.available(root));
        process("0::/job");
        second("/job", "5000", "0");
        assertEquals(5000, FreeMemory.available(root));
        second("/job", "500000", "0");
        assertEquals(50 * 1024, FreeMemory.available(root));
    }
}
