package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.spi.CallSite;
import org.jshmem.spi.LibraryFrame;
import org.junit.jupiter.api.Test;

/** From a package of a program. */
class CallSiteTest {
    private static int line() {
        return new Throwable().getStackTrace()[1].getLineNumber();
    }

    @Test
    void shouldNameTheCallerOfTheLibrary() {
        final int before = line();
        final String place = LibraryFrame.callSite();
        assertEquals("CallSiteTest.shouldNameTheCallerOfTheLibrary(CallSiteTest.java:" + (before + 1) + ")", place);
    }

    @Test
    void shouldNotTakeTheToolThatAsksForTheProgram() {
        final int before = line();
        final String place = LibraryFrame.call(CallSite::here);
        assertEquals(
                "CallSiteTest.shouldNotTakeTheToolThatAsksForTheProgram(CallSiteTest.java:" + (before + 1) + ")",
                place);
        assertEquals(
                "CallSiteTest.shouldNotTakeTheToolThatAsksForTheProgram(CallSiteTest.java:" + (line() + 1) + ")",
                LibraryFrame.call(CallSiteTest::ofTool));
    }

    private static String ofTool() {
        return CallSite.here();
    }

    @Test
    void shouldNameAFunctionThatTheLibraryHasCalled() {
        final int before = line();
        final String place = LibraryFrame.call(() -> LibraryFrame.callSite());
        assertTrue(place.matches("CallSiteTest\\.lambda\\$.*\\(CallSiteTest\\.java:" + (before + 1) + "\\)"), place);
    }

    @Test
    void shouldSayThatThereIsNoCall() {
        assertEquals("an unknown place", CallSite.here());
    }
}
