package org.jshmem.benchmarks.compare;

import java.util.List;
import java.util.OptionalDouble;
import org.jshmem.benchmarks.Units;

/**
 * A single number with its bar, outside of the table of operations.
 *
 * @param name what it is
 * @param value its value
 * @param unit of the value and the bar
 * @param remark what else to know
 * @param bar the largest value that is good enough
 */
record Figure(String name, double value, Unit unit, String remark, OptionalDouble bar) {
    /** How a figure is written. */
    enum Unit {
        RATIO,
        NS,
        BYTES
    }

    static Figure of(String name, double value, Unit unit, String remark, double bar) {
        return new Figure(name, value, unit, remark, OptionalDouble.of(bar));
    }

    static Figure withoutBar(String name, double value, Unit unit, String remark) {
        return new Figure(name, value, unit, remark, OptionalDouble.empty());
    }

    Verdict verdict() {
        return Verdict.of(value, bar);
    }

    /** Its name, value, bar, verdict and remark. */
    List<String> cells() {
        return List.of(name, valueText(), barText(), verdict().toString(), remark);
    }

    String valueText() {
        return text(value);
    }

    String barText() {
        return bar.isPresent() ? "≤ " + text(bar.getAsDouble()) : "";
    }

    private String text(double number) {
        return switch (unit) {
            case RATIO -> Units.digits(number) + " ×";
            case NS -> Units.time(number);
            case BYTES -> number < 1 << 20 ? Units.digits(number) + " B" : Math.round(number / (1 << 20)) + " MiB";
        };
    }
}
