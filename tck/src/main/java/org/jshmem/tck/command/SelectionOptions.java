package org.jshmem.tck.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseTable;
import org.jshmem.tck.Family;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Sentence;
import org.jshmem.tck.Surface;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that select cases: those that fit every option that is given, and one of its values. */
final class SelectionOptions {
    private static final String EVERYTHING = "everything";

    @Parameters(
            arity = "0..*",
            paramLabel = "CASE",
            description = "Cases by name: put:Longs; or without type and variant: put, randomPrograms.")
    private List<String> cases = new ArrayList<>();

    @Option(names = "--family", split = ",", paramLabel = "FAMILY", description = "Families of routines, as locks.")
    private List<String> families = new ArrayList<>();

    @Option(
            names = "--sentence",
            split = ",",
            paramLabel = "N[-M]",
            description = "Sentences of the specification, as 1-9; list --sentences shows them.")
    private List<String> sentences = new ArrayList<>();

    @Option(
            names = "--routine",
            split = ",",
            paramLabel = "ROUTINE",
            description = "Routines by their names in Java or in C: putNbi, shmem_put_nbi.")
    private List<String> routines = new ArrayList<>();

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description = "Element types or sizes: long, double, 64, mem.")
    private List<String> types = new ArrayList<>();

    @Option(names = "--only", paramLabel = "REGEX", description = "Names that match a regular expression.")
    private String only;

    @Option(
            names = "--profile",
            split = ",",
            paramLabel = "PROFILE",
            description = "What the implementation is held to: spec (what OpenSHMEM 1.6 promises), jshmem (what this"
                    + " project promises beyond), draft (proposals for the next specification); all unless given.")
    private List<String> profiles = new ArrayList<>();

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "The I-th of N parts of all that; together they are the whole.")
    private String shard;

    /** All cases that fit, at least one. */
    List<CaseRef> matching() {
        final List<CaseRef> chosen =
                CaseTable.all().stream().filter(condition()).toList();
        if (chosen.isEmpty()) {
            throw new UsageException("no case fits all of: " + this + "; bin/tck list shows what each option selects");
        }
        return chosen;
    }

    /** Of those that fit, the part that is to be looked at. */
    List<CaseRef> part(List<CaseRef> matching) {
        if (shard == null) {
            return matching;
        }
        final int[] numbers = shardNumbers();
        final List<CaseRef> part = new ArrayList<>();
        for (int i = numbers[0] - 1; i < matching.size(); i += numbers[1]) {
            part.add(matching.get(i));
        }
        return part;
    }

    private int[] shardNumbers() {
        if (shard.matches("\\d{1,6}/\\d{1,6}")) {
            final int[] numbers =
                    Stream.of(shard.split("/")).mapToInt(Integer::parseInt).toArray();
            if (numbers[0] >= 1 && numbers[0] <= numbers[1]) {
                return numbers;
            }
        }
        throw new UsageException("--shard=" + shard + " is not I/N with I from 1 to N, as 2/4");
    }

    /** What the implementation is held to. */
    Set<Profile> profiles() {
        final List<String> known = names(List.of(Profile.values()));
        final Set<Profile> chosen = EnumSet.noneOf(Profile.class);
        for (String name : profiles) {
            chosen.add(Profile.values()[index("--profile", name, known)]);
        }
        return chosen.isEmpty() ? EnumSet.allOf(Profile.class) : chosen;
    }

    private Predicate<CaseRef> condition() {
        return byName().and(byFamily())
                .and(bySentence())
                .and(byRoutine())
                .and(byType())
                .and(byRegex());
    }

    private Predicate<CaseRef> byName() {
        final Set<String> names = CaseTable.all().stream()
                .flatMap(reference -> Stream.of(reference.id(), reference.base(), reference.stem()))
                .collect(Collectors.toSet());
        for (String name : cases) {
            if (!names.contains(name)) {
                throw unknown("case", name, names);
            }
        }
        return reference -> cases.isEmpty()
                || cases.contains(reference.id())
                || cases.contains(reference.base())
                || cases.contains(reference.stem());
    }

    private Predicate<CaseRef> byFamily() {
        final List<String> known = names(List.of(Family.values()));
        final Set<Family> chosen = EnumSet.noneOf(Family.class);
        for (String name : families) {
            chosen.add(Family.values()[index("--family", name.replace('-', ' ').replace('_', ' '), known)]);
        }
        return reference -> chosen.isEmpty() || chosen.contains(Family.of(reference));
    }

    private static List<String> names(List<?> constants) {
        return constants.stream().map(Object::toString).toList();
    }

    private static int index(String option, String name, List<String> known) {
        final int index = known.indexOf(name.toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw unknown(option, name, known);
        }
        return index;
    }

    private Predicate<CaseRef> bySentence() {
        final Set<Integer> chosen = new TreeSet<>();
        for (String range : sentences) {
            if (!range.matches("\\d{1,3}(-\\d{1,3})?")) {
                throw new UsageException("--sentence=" + range + " is no number and no range, as 12 or 1-9");
            }
            final String[] ends = range.split("-");
            for (int number = Integer.parseInt(ends[0]); number <= Integer.parseInt(ends[ends.length - 1]); number++) {
                chosen.add(number);
            }
        }
        final List<Sentence> wanted = Sentence.all().stream()
                .filter(sentence -> chosen.contains(sentence.number()))
                .toList();
        if (wanted.size() < chosen.size()) {
            throw new UsageException("--sentence=" + String.join(",", sentences) + ": sentences are numbered from 1 to "
                    + Sentence.all().size());
        }
        return reference -> sentences.isEmpty() || wanted.stream().anyMatch(sentence -> sentence.isShownBy(reference));
    }

    private Predicate<CaseRef> byRoutine() {
        final Set<String> known = new TreeSet<>();
        Surface.rows().forEach(row -> known.addAll(List.of(row.operation(), row.routine())));
        for (String name : routines) {
            if (!known.contains(name)) {
                throw unknown("--routine", name, known);
            }
        }
        return reference -> routines.isEmpty()
                || reference
                        .row()
                        .filter(row -> routines.contains(row.operation()) || routines.contains(row.routine()))
                        .isPresent();
    }

    private Predicate<CaseRef> byType() {
        final Set<String> known = new TreeSet<>();
        CaseTable.all().forEach(reference -> known.add(singular(reference.type())));
        known.remove("");
        for (String name : types) {
            if (!known.contains(singular(name))) {
                throw unknown("--type", name, known);
            }
        }
        final Set<String> wanted =
                types.stream().map(SelectionOptions::singular).collect(Collectors.toSet());
        return reference -> wanted.isEmpty() || wanted.contains(singular(reference.type()));
    }

    /** {@code long} for {@code Longs}. */
    private static String singular(String type) {
        return type.toLowerCase(Locale.ROOT).replaceFirst("s$", "");
    }

    private Predicate<CaseRef> byRegex() {
        if (only == null) {
            return any -> true;
        }
        try {
            final Pattern pattern = Pattern.compile(only);
            return reference -> pattern.matcher(reference.id()).matches();
        } catch (PatternSyntaxException e) {
            throw new UsageException("--only=" + only + " is no regular expression: " + e.getDescription());
        }
    }

    private static UsageException unknown(String what, String name, Collection<String> known) {
        return new UsageException("no " + what + " " + name + "; the nearest: " + NearestNames.of(name, known));
    }

    /** Whether nothing is selected. */
    boolean isEmpty() {
        return toString().equals(EVERYTHING);
    }

    /** The options as they were given; of none, that it is everything. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        append(text, "--family", families);
        append(text, "--sentence", sentences);
        append(text, "--routine", routines);
        append(text, "--type", types);
        append(text, "--only", only == null ? List.of() : List.of(only));
        append(text, "--profile", profiles);
        append(text, "--shard", shard == null ? List.of() : List.of(shard));
        cases.forEach(name -> text.append(' ').append(name));
        return text.isEmpty() ? EVERYTHING : text.substring(1);
    }

    private static void append(StringBuilder text, String option, List<String> values) {
        if (!values.isEmpty()) {
            text.append(' ').append(option).append(' ').append(String.join(",", values));
        }
    }
}
