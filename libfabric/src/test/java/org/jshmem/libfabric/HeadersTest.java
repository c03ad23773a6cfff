package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Structure;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.libfabric.struct.FiAvAttr;
import org.jshmem.libfabric.struct.FiCntrAttr;
import org.jshmem.libfabric.struct.FiCqAttr;
import org.jshmem.libfabric.struct.FiCqErrEntry;
import org.jshmem.libfabric.struct.FiDomainAttr;
import org.jshmem.libfabric.struct.FiEpAttr;
import org.jshmem.libfabric.struct.FiFabricAttr;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.libfabric.struct.FiRxAttr;
import org.jshmem.libfabric.struct.FiTxAttr;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every constant, offset and size of this package against the installed headers: a C program prints what they say. */
@Timeout(60)
class HeadersTest {
    private static final int LIMIT_S = 30;

    private static final List<Structure> STRUCTURES = List.of(
            new FiInfo(),
            new FiTxAttr(),
            new FiRxAttr(),
            new FiEpAttr(),
            new FiDomainAttr(),
            new FiFabricAttr(),
            new FiAvAttr(),
            new FiCqAttr(),
            new FiCntrAttr(),
            new FiCqErrEntry());

    /** What the names of {@link DataOffsets} begin with. */
    private static final Map<String, String> DATA_STRUCTURES = Map.of(
            "MSG_RMA_", "struct fi_msg_rma",
            "IOVEC_", "struct iovec",
            "RMA_IOV_", "struct fi_rma_iov",
            "CQ_MSG_ENTRY_", "struct fi_cq_msg_entry");

    @TempDir
    private Path directory;

    @Test
    void shouldAgreeWithTheHeaders() throws Exception {
        Requirement.FABRIC_HEADERS.need();
        final Map<String, Long> ours = new LinkedHashMap<>();
        constants(ours);
        offsets(ours);
        dataOffsets(ours);
        structures(ours);
        assertTrue(ours.size() > 200, "only " + ours.size());
        assertEquals(lines(ours), headers(ours));
    }

    private static void constants(Map<String, Long> ours) throws IllegalAccessException {
        for (Field field : Fi.class.getFields()) {
            ours.put("FI_" + field.getName(), value(field));
        }
    }

    private static void offsets(Map<String, Long> ours) throws IllegalAccessException {
        for (Field field : Offsets.class.getDeclaredFields()) {
            final String name = field.getName();
            final int end =
                    name.startsWith("OPS_") && name.indexOf('_', 4) > 0 ? name.indexOf('_', 4) : name.indexOf('_');
            final String table = name.substring(0, end).toLowerCase(Locale.ROOT);
            final String member = name.substring(end + 1).toLowerCase(Locale.ROOT);
            ours.put("offsetof(struct " + structure(table) + ", " + member + ")", value(field));
        }
    }

    private static void dataOffsets(Map<String, Long> ours) throws IllegalAccessException {
        for (Field field : DataOffsets.class.getDeclaredFields()) {
            final String name = field.getName();
            final String prefix = DATA_STRUCTURES.keySet().stream()
                    .filter(name::startsWith)
                    .findFirst()
                    .orElseThrow();
            final String structure = DATA_STRUCTURES.get(prefix);
            final String member = name.substring(prefix.length()).toLowerCase(Locale.ROOT);
            ours.put(
                    member.equals("bytes")
                            ? "sizeof(" + structure + ")"
                            : "offsetof(" + structure + ", " + member + ")",
                    value(field));
        }
    }

    /** {@code ops_cq} is a table, {@code cq} an object. */
    private static String structure(String table) {
        if (table.equals("fid")) {
            return "fid";
        }
        return table.startsWith("ops") ? "fi_" + table : "fid_" + table;
    }

    private static void structures(Map<String, Long> ours) {
        for (Structure structure : STRUCTURES) {
            final String name = structure
                    .getClass()
                    .getSimpleName()
                    .replaceAll("(?<=.)([A-Z])", "_$1")
                    .toLowerCase(Locale.ROOT);
            ours.put("sizeof(struct " + name + ")", (long) structure.size());
            for (Field field : structure.getClass().getFields()) {
                if (field.getDeclaringClass().equals(structure.getClass()) && !field.isSynthetic()) {
                    final String text = structure.toString();
                    final var matcher = java.util.regex.Pattern.compile(
                                    "\\b" + field.getName() + "@0x([0-9A-F]+)=",
                                    java.util.regex.Pattern.CASE_INSENSITIVE)
                            .matcher(text);
                    assertTrue(matcher.find(), field.getName() + " in " + text);
                    ours.put(
                            "offsetof(struct " + name + ", " + field.getName() + ")",
                            Long.parseLong(matcher.group(1), 16));
                }
            }
        }
    }

    private static long value(Field field) throws IllegalAccessException {
        return ((Number) field.get(null)).longValue();
    }

    private static String lines(Map<String, Long> values) {
        final StringBuilder text = new StringBuilder();
        values.forEach(
                (name, value) -> text.append(name).append(' ').append(value).append('\n'));
        return text.toString();
    }

    private String headers(Map<String, Long> ours) throws IOException, InterruptedException {
        final StringBuilder source = new StringBuilder("""
            #include <stddef.h>
            #include <stdio.h>
            #include <rdma/fabric.h>
            #include <rdma/fi_atomic.h>
            #include <rdma/fi_cm.h>
            #include <rdma/fi_domain.h>
            #include <rdma/fi_endpoint.h>
            #include <rdma/fi_eq.h>
            #include <rdma/fi_errno.h>
            #include <rdma/fi_rma.h>
            int main(void) {
            """);
        for (String name : ours.keySet()) {
            source.append("printf(\"")
                    .append(name)
                    .append(" %lld\\n\", (long long)(")
                    .append(name)
                    .append("));\n");
        }
        final Path file = directory.resolve("headers.c");
        Files.writeString(file, source.append("}\n"));
        final Path program = directory.resolve("headers");
        CommandOutput.of(directory, LIMIT_S, List.of("cc", "-w", "-o", program.toString(), file.toString()));
        return CommandOutput.of(directory, LIMIT_S, List.of(program.toString()));
    }
}
