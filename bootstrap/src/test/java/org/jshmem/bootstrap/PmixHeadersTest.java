package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sizes, offsets, constants and keys of PMIx against the installed headers: a C program prints what they say. */
@Timeout(60)
class PmixHeadersTest {
    private static final int LIMIT_S = 30;

    @TempDir
    private Path directory;

    @Test
    void shouldAgreeWithTheHeaders() throws Exception {
        Requirement.PMIX_HEADERS.need();
        final Path include = Requirement.pmixInclude();
        final Map<String, Object> ours = new LinkedHashMap<>();
        ours.put("PMIX_SUCCESS", Pmix.SUCCESS);
        ours.put("PMIX_GLOBAL", Pmix.GLOBAL);
        ours.put("PMIX_BOOL", Pmix.BOOL);
        ours.put("PMIX_STRING", Pmix.STRING);
        ours.put("PMIX_UINT32", Pmix.UINT32);
        ours.put("PMIX_BYTE_OBJECT", Pmix.BYTE_OBJECT);
        ours.put("(int)(PMIX_RANK_WILDCARD)", Pmix.RANK_WILDCARD);
        ours.put("sizeof(pmix_proc_t)", Pmix.PROC_BYTES);
        ours.put("offsetof(pmix_proc_t, nspace)", 0);
        ours.put("offsetof(pmix_proc_t, rank)", Pmix.PROC_RANK_OFFSET);
        ours.put("sizeof(pmix_value_t)", Pmix.VALUE_BYTES);
        ours.put("offsetof(pmix_value_t, type)", 0);
        ours.put("sizeof(((pmix_value_t *)0)->type)", Short.BYTES);
        ours.put("offsetof(pmix_value_t, data)", Pmix.VALUE_DATA_OFFSET);
        ours.put("offsetof(pmix_value_t, data.bo.bytes)", Pmix.VALUE_DATA_OFFSET);
        ours.put("offsetof(pmix_value_t, data.bo.size)", Pmix.VALUE_SIZE_OFFSET);
        ours.put("sizeof(pmix_info_t)", Pmix.INFO_BYTES);
        ours.put("offsetof(pmix_info_t, key)", 0);
        ours.put("offsetof(pmix_info_t, value)", Pmix.INFO_VALUE_OFFSET);
        final Map<String, String> keys = Map.of(
                "PMIX_JOB_SIZE", PmixManager.JOB_SIZE,
                "PMIX_LOCAL_SIZE", PmixManager.LOCAL_SIZE,
                "PMIX_LOCAL_PEERS", PmixManager.LOCAL_PEERS,
                "PMIX_COLLECT_DATA", PmixManager.COLLECT);
        final StringBuilder source =
                new StringBuilder("#include <stddef.h>\n#include <stdio.h>\n#include <pmix.h>\nint main(void) {\n");
        final StringBuilder expected = new StringBuilder();
        ours.forEach((name, value) -> {
            source.append("printf(\"" + name + " %lld\\n\", (long long)(" + name + "));\n");
            expected.append(name).append(' ').append(value).append('\n');
        });
        keys.forEach((name, value) -> {
            source.append("printf(\"" + name + " %s\\n\", " + name + ");\n");
            expected.append(name).append(' ').append(value).append('\n');
        });
        final Path file = directory.resolve("headers.c");
        Files.writeString(file, source.append("}\n"));
        final Path program = directory.resolve("headers");
        CommandOutput.of(
                directory, LIMIT_S, List.of("cc", "-w", "-I" + include, "-o", program.toString(), file.toString()));
        assertEquals(expected.toString(), CommandOutput.of(directory, LIMIT_S, List.of(program.toString())));
    }
}
