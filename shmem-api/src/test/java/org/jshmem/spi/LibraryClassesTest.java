package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryClassesTest {
    @ParameterizedTest
    @CsvSource({
        "org.jshmem.Check, true",
        "org.jshmem.Shmem$Inner, true",
        "org.jshmem.internal.waiting.HangReport, true",
        "org.jshmem.trace.TracingProvider, true",
        "org.jshmem.flow.Flow, true",
        "org.jshmem.examples.Heat, false",
        "org.jshmem.flowers.Rose, false",
        "org.jshmemory.Heat, false",
        "Heat, false",
        "java.lang.Thread, false"
    })
    void shouldTellTheLibraryFromPrograms(String name, boolean isLibrary) {
        assertEquals(isLibrary, LibraryClasses.have(name));
    }

    @ParameterizedTest
    @CsvSource({
        "org.jshmem.bootstrap.PeMain app.Main 3, app.Main 3",
        "org.jshmem.bootstrap/org.jshmem.bootstrap.PeMain app.Main 3, app.Main 3",
        "app.Main org.jshmem.bootstrap.PeMain x, app.Main org.jshmem.bootstrap.PeMain x",
        "some.app/app.Main, some.app/app.Main"
    })
    void shouldFindTheProgramInTheCommandOfAPe(String command, String program) {
        assertEquals(program, PeCommand.program(command));
    }
}
