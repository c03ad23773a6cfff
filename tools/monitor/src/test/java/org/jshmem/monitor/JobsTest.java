package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a collector knows of the jobs whose PEs send to it. */
@Timeout(60)
class JobsTest {
    private final AtomicLong clock = new AtomicLong();
    private Collector collector;
    private Jobs jobs;
    private final List<Uplink> uplinks = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        collector = new Collector(InetAddress.getLoopbackAddress().getHostAddress(), 0, clock::get);
        jobs = new Jobs(collector);
    }

    @AfterEach
    void close() throws Exception {
        for (Uplink uplink : uplinks) {
            uplink.close();
        }
        collector.close();
    }

    private Uplink send(String job, int pe, long started, String... lines) throws Exception {
        final Uplink uplink = Uplink.open(collector.address());
        uplinks.add(uplink);
        resend(uplink, job, pe, started, lines);
        return uplink;
    }

    /** The text arrives at the time at which it was written. */
    private void resend(Uplink uplink, String job, int pe, long started, String... lines) throws Exception {
        final String text =
                "job " + job + "\nhost here\npe " + pe + "\npes 2\npid " + (70 + pe) + "\nprogram P\nheld -1\n"
                        + "memory 0 0 0\nstarted " + started + "\nwritten " + (started + 1000) + "\n"
                        + String.join("\n", lines);
        clock.set(Snapshot.parse(text).number("written"));
        uplink.sendLast(text);
        while (!collector.texts().contains(text + "\narrived " + clock)) {
            Thread.sleep(5);
        }
    }

    private static List<Integer> numbers(List<Snapshot> pes) {
        return pes.stream().map(Snapshot::pe).toList();
    }

    @Test
    void shouldShowThePesOfEachJobInOrder() throws Exception {
        for (int pe : new int[] {10, 2, 0, 9}) {
            send("b", pe, 5000);
        }
        send("a", 1, 5000);
        final Map<String, List<Snapshot>> seen = jobs.look();
        assertEquals(List.of("a", "b"), List.copyOf(seen.keySet()));
        assertEquals(List.of(0, 2, 9, 10), numbers(seen.get("b")));
        assertEquals(List.of(1), numbers(seen.get("a")));
    }

    @Test
    void shouldShowTheLastStartOfAPe() throws Exception {
        send("a", 1, 7000, "doing 1 second 7000 -1");
        send("a", 1, 5000, "doing 1 first 5000 -1");
        send("a", 0, 5000, "ended 6000");
        final List<Snapshot> pes = jobs.look().get("a");
        assertEquals(List.of(0, 1), numbers(pes));
        assertEquals("second", pes.getLast().doing().name());
        assertEquals(2, collector.texts().size(), "the first start is forgotten");
        assertEquals(List.of(0, 1), numbers(jobs.look().get("a")));
    }

    /** Eight that have ended are kept, those that were started last, and all of which a PE has not ended. */
    @Test
    void shouldForgetJobsThatEndedLongAgo() throws Exception {
        final Set<String> wanted = new TreeSet<>();
        for (int job = 0; job < 12; job++) {
            final String name = "job" + (job * 7 % 12);
            final long started = 1000L * (1 + job * 7 % 12);
            send(name, 0, started, "ended " + (started + 500));
            if (job * 7 % 12 == 1) {
                send(name, 1, started);
                wanted.add(name);
            } else {
                send(name, 1, started, "gone " + (started + 500));
                if (job * 7 % 12 >= 4) {
                    wanted.add(name);
                }
            }
        }
        assertEquals(wanted, jobs.look().keySet());
        assertEquals(18, collector.texts().size());
        assertEquals(wanted, jobs.look().keySet());
    }

    @Test
    void shouldRememberHowAPeWent() throws Exception {
        final Uplink uplink = send("a", 0, 1000, "operation put 1 500");
        final Snapshot first = jobs.look().get("a").getFirst();
        assertEquals(
                List.of(new History.Point(1000, 0), new History.Point(2000, 500)),
                jobs.history(first).points());
        resend(uplink, "a", 0, 1000, "written 3000", "operation put 2 900");
        final Snapshot second = jobs.look().get("a").getFirst();
        assertEquals(
                List.of(new History.Point(1000, 0), new History.Point(2000, 500), new History.Point(3000, 900)),
                jobs.history(second).points());
    }

    /** Nothing is left of the PEs of this machine when their job has ended. */
    @Test
    void shouldKnowWhatWasToBeSeenLast() throws Exception {
        final Jobs here = new Jobs(null);
        final String name = "job of process " + ProcessHandle.current().pid();
        final String text = "job " + name + "\nhost here\npe 0\npes 1\npid 70\nprogram P\nheld -1\nstarted 1000\n";
        try (CountsFile file = new CountsFile()) {
            file.write(text + "written 2000\nmemory 10 20 30\noperation put 3 500");
            assertTrue(here.json().contains(name));
        }
        assertFalse(here.json().contains(name));
        final String last = here.lastJson();
        assertTrue(last.contains(name) && last.contains("\"history\":[[1000,0],[2000,500]]"), last);
    }

    /** Of the jobs of this machine that have ended, eight are kept: those that were started last. */
    @Test
    void shouldKeepSomeJobsThatHaveEnded() throws Exception {
        final Jobs here = new Jobs(null);
        final String prefix = "kept by " + ProcessHandle.current().pid() + " ";
        final List<CountsFile> files = new ArrayList<>();
        for (int job = 0; job < 10; job++) {
            final int rank = job * 7 % 10;
            files.add(new CountsFile());
            files.getLast()
                    .write("job " + prefix + rank + "\nhost here\npe 0\npes 1\npid 7" + job
                            + "\nprogram P\nheld -1\nstarted " + (Long.MAX_VALUE / 2 + rank)
                            + "\nwritten 2000\nmemory 10 20 30");
        }
        here.look();
        for (CountsFile file : files) {
            file.close();
        }
        for (int look = 0; look < 2; look++) {
            final String last = here.lastJson();
            for (int rank = 0; rank < 10; rank++) {
                assertEquals(rank >= 2, last.contains("\"" + prefix + rank + "\""), "job " + rank);
            }
        }
    }

    /** As the page of shmem-top and users' programs read it. */
    @Test
    void shouldWriteJson() throws Exception {
        send(
                "a \"job\"",
                0,
                1000,
                "host h\\1",
                "program Main \t x",
                "held 64 72",
                "memory 10 20 30",
                "doing 5 setLock 1500 128",
                "waits x",
                "waitsSince 1600",
                "operation put 3 500",
                "operation malloc 1 80",
                "peer 1 3 500",
                "error 2 1100 1200 no room",
                "flow 1 2 3 4 5 10 7 8 9 11 12 Edge",
                "network 4096 6",
                "heap 1024 3",
                "block 0 80",
                "block 96 16");
        send("a \"job\"", 1, 1000, "held 128", "doing 5 setLock 1500 64", "ended 1900", "gone 1950");
        send("b", 1, 2000, "memory 7 8 9", "block 8 7", "gone 2500");
        final long before = System.currentTimeMillis();
        final String json = jobs.json();
        final long time = Long.parseLong(json.replaceFirst("(?s)\\{\"time\":(\\d+),.*", "$1"));
        assertTrue(before <= time && time <= System.currentTimeMillis(), json);
        final String wanted = """
            {"time":0,"jobs":[
            {"job":"a \\"job\\"","pes":[
            {"pe":0,"pes":2,"pid":70,"host":"h\\\\1","program":"Main \\u0009 x","started":1000,"written":2000,
            "held":[64,72],"symmetricBytes":10,"sharedBytes":20,"javaBytes":30,
            "doing":"setLock","since":1500,"lock":128,"waits":"x","waitsSince":1600,
            "operations":[{"name":"put","calls":3,"bytes":500},{"name":"malloc","calls":1,"bytes":80}],
            "peers":[{"name":"1","calls":3,"bytes":500}],
            "errors":[{"text":"no room","count":2,"first":1100,"last":1200}],
            "flows":[{"kind":"Edge","sent":1,"handled":2,"buffers":3,"notFull":4,"bytes":5,"capacity":10,
            "handlerNs":7,"waits":8,"waitNs":9,"overflowed":11,"memoryBytes":12}],
            "registeredBytes":4096,"retries":6,"heap":1024,"heapBlocks":3,"blocks":[[0,80],[96,16]],
            "moved":500,"history":[[1000,0],[2000,500]]},
            {"pe":1,"pes":2,"pid":71,"host":"here","program":"P","started":1000,"written":2000,
            "held":[128],"symmetricBytes":0,"sharedBytes":0,"javaBytes":0,
            "doing":"setLock","since":1500,"lock":64,"ended":1900,
            "operations":[],"peers":[],"errors":[],
            "most":{"symmetricBytes":0,"sharedBytes":0,"javaBytes":0,"heapBlocks":0,"blocks":[]},
            "moved":0,"history":[[1000,0],[2000,0]]}
            ],"waits":["PE 0 waits for a lock that PE 1 has","PE 1 waits for a lock that PE 0 has",
            "DEADLOCK: PE 0 -> PE 1 -> PE 0"]},
            {"job":"b","pes":[
            {"pe":1,"pes":2,"pid":71,"host":"here","program":"P","started":2000,"written":3000,
            "held":[],"symmetricBytes":7,"sharedBytes":8,"javaBytes":9,"gone":2500,
            "operations":[],"peers":[],"errors":[],
            "most":{"symmetricBytes":7,"sharedBytes":8,"javaBytes":9,"heapBlocks":1,"blocks":[[8,7]]},
            "moved":0,"history":[[2000,0],[3000,0]]}
            ],"waits":[]}
            ]}
            """;
        assertEquals(wanted.replace("\n", "") + "\n", json.replaceFirst("\"time\":\\d+", "\"time\":0"));
    }
}
