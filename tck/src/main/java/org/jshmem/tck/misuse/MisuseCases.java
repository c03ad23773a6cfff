package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Family;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Route;
import org.jshmem.tck.Surface;

/** What the specification leaves undefined throws, before a byte moves; one case for each operation that moves data. */
final class MisuseCases {
    private static final int FIRST_ATOMIC = 15;

    @Case(
            each = {"put", "get", "putNbi", "getNbi", "p", "g", "iput", "iget", "ibput", "ibget"},
            profile = Profile.JSHMEM)
    void misuseOfTyped(Checks checks) throws InterruptedException {
        misuse(checks, List.of(checks.each()));
    }

    @Case(
            each = {"put", "get", "putNbi", "getNbi", "iput", "iget", "ibput", "ibget"},
            profile = Profile.JSHMEM)
    void misuseOfSized(Checks checks) throws InterruptedException {
        final Surface.Row row = Surface.rows().stream()
                .filter(candidate -> candidate.operation().equals(checks.each()))
                .findFirst()
                .orElseThrow();
        final List<String> names = new ArrayList<>();
        if (row.kinds().contains("mem")) {
            names.add(row.withSize("mem"));
        }
        Surface.SIZES.forEach(size -> names.add(row.withSize(size)));
        misuse(checks, names);
    }

    private static void misuse(Checks checks, List<String> operations) throws InterruptedException {
        try (Misuse misuse = new Misuse(checks);
                Route context = Route.context(0)) {
            for (String operation : operations) {
                misuse.check(Route.facade(), operation);
                misuse.check(context, operation);
            }
            barrierAll();
            for (String operation : operations) {
                misuse.accept(Route.facade(), operation);
                misuse.accept(context, operation);
            }
            barrierAll();
        }
        final SymmetricLongs array = callocLongs(3);
        p(array, 2, 70 + myPe(), (myPe() + 1) % nPes());
        barrierAll();
        checks.equal(70 + (myPe() + nPes() - 1) % nPes(), array.get(2), "a put afterwards");
        free(array);
    }

    @Case(
            each = {"ATOMICS", "SIGNALS", "WAITING", "COLLECTIVES", "LOCKS"},
            profile = Profile.JSHMEM)
    void misuseOfOthers(Checks checks) {
        final Family family = Family.valueOf(checks.each());
        try (WrongArguments wrong = new WrongArguments(checks);
                Route context = Route.context(0)) {
            forEach(family, context, wrong::check);
            barrierAll();
            forEach(family, context, wrong::accept);
            barrierAll();
        }
        final SymmetricLongs array = callocLongs(1);
        atomicAdd(array, 1 + myPe(), 0);
        barrierAll();
        sumReduce(TEAM_WORLD, array, array, 1);
        checks.equal(nPes() * (nPes() + 1) / 2, array.get(), "a sum afterwards");
        free(array);
    }

    /** Calls something for every operation of a family, on each route that has it. */
    private static void forEach(Family family, Route context, BiConsumer<Route, String> call) {
        for (Surface.Row row : Surface.rows()) {
            if (family.has(row)) {
                for (String operation : namesOf(row)) {
                    call.accept(Route.facade(), operation);
                    if (row.where().equals("both")) {
                        call.accept(context, operation);
                    }
                }
            }
        }
    }

    private static List<String> namesOf(Surface.Row row) {
        final List<String> names = new ArrayList<>();
        for (String kind : row.kinds()) {
            switch (kind) {
                case "mem" -> names.add(row.withSize("mem"));
                case "sized" -> Surface.SIZES.forEach(size -> names.add(row.withSize(size)));
                default -> names.add(row.operation());
            }
        }
        return names;
    }

    /**
     * The lists of puts and gets are written out for their names; together they are every row before the atomics that
     * moves data.
     */
    @Case(profile = Profile.JSHMEM)
    void misuseCoversEveryRow(Checks checks) throws NoSuchMethodException {
        final List<String> typed = each("misuseOfTyped");
        final List<String> sized = each("misuseOfSized");
        for (Surface.Row row : Surface.rows()) {
            if (row.where().equals("both") && !row.kinds().contains("plain") && row.row() < FIRST_ATOMIC) {
                checks.that(typed.contains(row.operation()) == row.kinds().contains("typed"), "typed " + row);
                checks.that(sized.contains(row.operation()) == row.kinds().contains("sized"), "sized " + row);
            }
        }
    }

    private static List<String> each(String method) throws NoSuchMethodException {
        return List.of(MisuseCases.class
                .getDeclaredMethod(method, Checks.class)
                .getAnnotation(Case.class)
                .each());
    }
}
