package org.jshmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Replies;
import org.jshmem.messages.Rpc;
import org.jshmem.messages.RpcReply;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Recorder;

/**
 * A method for one element type. Its arrays lie at places that are proportional to the size of an element, so that what
 * it asks of the runtime is the same as for another type, or proportional.
 *
 * @param key the same for the methods that differ in the element type only
 * @param method the method
 * @param type the name of the element type; null for a sized form
 * @param bytes the size of an element
 */
record Form(String key, Method method, String type, int bytes) {
    /** What is special about an argument that is no number. */
    enum Trait {
        NULL,
        FREED,
        NOT_SYMMETRIC,
        ELSEWHERE,
        SHARED,
        READ_ONLY,
        CLOSED,
        NOT_ALIGNED,
        BEHIND_DEST,
        IN_END_OF_DEST,
        BEFORE_DEST,
        IN_START_OF_DEST,
        NO_BLOCK,
        FITTING_BLOCK,
        LONG_BLOCK,
        OTHER_BLOCK
    }

    /**
     * How a call differs from the usual one.
     *
     * @param parameter the one that differs; null for none
     * @param value a {@link Trait}, or a function from the size of an element to the argument
     * @param size of what is moved
     */
    record Change(String parameter, Object value, Size size) {
        boolean isHuge() {
            return size == Size.HUGE;
        }
    }

    /** A few elements with gaps, or without, or more than 2^31. */
    enum Size {
        SMALL,
        DENSE,
        HUGE
    }

    static final int LENGTH = 10;

    /** That of arrays of collectives, which the stand-in takes for those of many PEs. */
    private static final int TEAM_LENGTH = 100 * LENGTH;

    /** That of requests, which are sent in another way if they are long. */
    private static final int REQUEST_LENGTH = 300;

    private static final long HUGE_LENGTH = 1L << 40;
    private static final List<String> ROLES = List.of("dest", "source", "fetch", "sig", "request", "reply");
    private static final long ADDRESS = 1L << 50;

    /** Parameters of the element type, and their values. */
    private static final Map<String, Integer> VALUES = Map.of("value", 101, "cond", 103, "identity", 107);

    private static final Map<String, Integer> OTHERS = Map.of(
            "pe",
            7,
            "tag",
            9,
            "to",
            11,
            "sendTag",
            13,
            "from",
            15,
            "recvTag",
            17,
            "procedure",
            19,
            "root",
            1,
            "signal",
            109);

    private static final Map<String, Integer> COUNTS = Map.ofEntries(
            Map.entry("destIndex", 2),
            Map.entry("sourceIndex", 3),
            Map.entry("fetchIndex", 1),
            Map.entry("sigIndex", 1),
            Map.entry("index", 2),
            Map.entry("requestIndex", 3),
            Map.entry("replyIndex", 2),
            Map.entry("nelems", 3),
            Map.entry("nsend", 4),
            Map.entry("nrecv", 5),
            Map.entry("nrequest", 4),
            Map.entry("nreply", 5),
            Map.entry("dst", 3),
            Map.entry("sst", 2),
            Map.entry("bsize", 2),
            Map.entry("nblocks", 3));

    private static final Map<String, Integer> SIZES =
            Map.of("byte", 1, "short", 2, "int", 4, "long", 8, "float", 4, "double", 8);

    private static final Pattern SIZED =
            Pattern.compile("(i?b?(?:put|get))(mem|8|16|32|64|128)(|Nbi|Signal|SignalNbi)");

    /** What differs in messages about different types. */
    private static final Pattern ARRAY =
            Pattern.compile("Symmetric(Byte|Short|Int|Long|Float|Double)s|(byte|short|int|long|float|double)\\[]");

    private static final Pattern NUMBER = Pattern.compile("\\b[0-9]+|0x[0-9a-f]+");
    private static final Pattern OF_VALUE = Pattern.compile("([a-zA-Z]+?)(8|16|32|64)");

    /** Parameters that are arrays of one type in all forms. */
    private static final Set<String> FIXED = Set.of("sig", "pes");

    static Form of(Method method) {
        final Matcher sized = SIZED.matcher(method.getName());
        final String type = sized.matches() ? null : elementType(method);
        if (!sized.matches() && type == null) {
            return null;
        }
        final String name = sized.matches()
                ? sized.group(1) + "N" + sized.group(3)
                : method.getName().replaceFirst(capital(type), "T");
        final StringBuilder key = new StringBuilder(name);
        for (Parameter parameter : method.getParameters()) {
            if (!parameter.getType().equals(ShmemTeam.class)) {
                key.append(' ').append(parameter.getName()).append(kindOf(parameter));
            }
        }
        final String size = sized.matches() ? sized.group(2).replace("mem", "8") : null;
        return new Form(
                key.toString(), method, type, size == null ? SIZES.get(type) : Integer.parseInt(size) / Byte.SIZE);
    }

    private static String capital(String type) {
        return type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1);
    }

    private static String elementType(Method method) {
        for (Parameter parameter : method.getParameters()) {
            final String type = parameter.getType().getSimpleName();
            if (VALUES.containsKey(parameter.getName())) {
                return parameter.getType().isPrimitive() && SIZES.containsKey(type) ? type : null;
            } else if (!FIXED.contains(parameter.getName())) {
                final String element =
                        type.replaceAll("^Symmetric|s$|\\[]$", "").toLowerCase(Locale.ROOT);
                if (SIZES.containsKey(element) && !parameter.getType().isPrimitive()) {
                    return element;
                }
            }
        }
        return SIZES.keySet().stream()
                .filter(type -> method.getName().contains(capital(type) + "s"))
                .findFirst()
                .orElse(null);
    }

    private static String kindOf(Parameter parameter) {
        final Class<?> type = parameter.getType();
        if (SymmetricArray.class.isAssignableFrom(type)) {
            return "(symmetric)";
        }
        return type.isArray() && !FIXED.contains(parameter.getName())
                ? "[]"
                : type == MemorySegment.class ? "(segment)" : "";
    }

    boolean has(String parameter) {
        return Arrays.stream(method.getParameters())
                .anyMatch(one -> one.getName().equals(parameter));
    }

    /**
     * Whether to try such a call: one more than the largest number of bytes is none, and a method of {@link Shmem} only
     * passes its arguments on.
     */
    boolean canHave(Change change) {
        final boolean isUsual = change.parameter == null || change.value == Trait.NULL;
        return (isUsual || method.getDeclaringClass() != Shmem.class)
                && (!(change.value instanceof LongUnaryOperator amount) || amount.applyAsLong(bytes) > Long.MIN_VALUE);
    }

    String describe(Change change) {
        final Object value =
                change.value instanceof LongUnaryOperator amount ? amount.applyAsLong(bytes) : change.value;
        return change.parameter + "=" + value + (change.isHuge() ? " of huge arrays" : "");
    }

    /** What the runtime is asked to do, and what is returned; or why it is not done. */
    List<Object> outcome(Change change) throws ReflectiveOperationException {
        final Parameter[] parameters = method.getParameters();
        final Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(parameters[i], change);
        }
        final Object target = target();
        Recorder.clear();
        final List<Object> outcome = new ArrayList<>();
        try {
            final Object result = method.invoke(target, arguments);
            Recorder.calls().forEach(call -> describe(call, parameters, arguments, outcome));
            outcome.add("returns");
            outcome.add(describe(result, parameters, arguments));
            if (result instanceof SymmetricArray array) {
                outcome.add(array.byteLength());
                outcome.add(array.allocation.handle);
            }
            if (has("fetch")) {
                outcome.addAll(contents(arguments[0]));
            }
            return outcome;
        } catch (InvocationTargetException e) {
            final String text = NUMBER.matcher(
                            ARRAY.matcher(e.getCause().toString()).replaceAll("an array"))
                    .replaceAll("#");
            final int asked = (int) Recorder.calls().stream()
                    .filter(call -> !call.name().matches("nPes|messages|translatePe|getTeam"))
                    .count();
            return List.of(text, "after " + asked + " calls");
        }
    }

    private Object target() {
        final Class<?> owner = method.getDeclaringClass();
        if (Modifier.isStatic(method.getModifiers())) {
            return null;
        } else if (owner == ShmemTeam.class) {
            return team();
        } else if (owner == Messages.class) {
            return Messages.on(team());
        } else if (owner == RpcReply.class) {
            return Replies.to(Messages.on(team()), OTHERS.get("pe"), OTHERS.get("tag"));
        }
        return owner == Rpc.class ? Rpc.on(team()) : Recorder.of(ShmemContext.class);
    }

    private static ShmemTeam team() {
        return (ShmemTeam) Recorder.of(ShmemTeam.class);
    }

    private Object argument(Parameter parameter, Change change) {
        final String name = parameter.getName();
        final Object changed = name.equals(change.parameter) ? change.value : null;
        if (changed == Trait.NULL) {
            return null;
        } else if (changed instanceof LongUnaryOperator amount) {
            return amount.applyAsLong(bytes);
        }
        final Class<?> kind = parameter.getType();
        if (VALUES.containsKey(name)) {
            return value(VALUES.get(name));
        } else if (OTHERS.containsKey(name)) {
            return kind == int.class
                    ? (Object) OTHERS.get(name)
                    : (Object) OTHERS.get(name).longValue();
        } else if (COUNTS.containsKey(name)) {
            return count(name, change.size);
        } else if (kind == IndexedBlocks.class) {
            return blocks(name, change.isHuge() ? null : (Trait) changed, change.isHuge());
        } else if (ROLES.contains(name)) {
            return memory(kind, name, (Trait) changed, change.isHuge());
        } else if (kind == ShmemTeam.class) {
            return team();
        }
        return kind == SignalOp.class
                ? SignalOp.ADD
                : kind == Envelope.class ? new Envelope() : Recorder.value(kind, 1);
    }

    private Object value(int number) {
        return switch (type) {
            case "byte" -> (byte) number;
            case "short" -> (short) number;
            case "int" -> number;
            case "long" -> (long) number;
            case "float" -> (float) number;
            default -> (double) number;
        };
    }

    private long count(String name, Size size) {
        final long small = COUNTS.get(name);
        if (size != Size.HUGE) {
            return size == Size.DENSE && name.matches("dst|sst|bsize") ? 1 : small;
        }
        return switch (name) {
            case "dst", "sst" -> has("bsize") ? (1L << 22) + small : small;
            case "bsize" -> (1L << 20) + small;
            case "nblocks" -> (1L << 14) + small;
            case "destIndex", "sourceIndex", "index", "requestIndex", "replyIndex", "fetchIndex", "sigIndex" ->
                (small << 32) + small;
            default -> (1L << 32) + small;
        };
    }

    private static IndexedBlocks blocks(String name, Trait trait, boolean isHuge) {
        final boolean isSource = name.equals("sourceBlocks");
        if (isHuge) {
            return IndexedBlocks.of(
                    new long[] {isSource ? 1L << 34 : 1L << 35, isSource ? 1 : 2}, new long[] {(1L << 32) + 1, 2});
        } else if (trait == null) {
            return isSource
                    ? IndexedBlocks.of(new long[] {1, 9}, new long[] {4, 1})
                    : IndexedBlocks.of(new long[] {4, 0}, new long[] {2, 3});
        }
        return switch (trait) {
            case NO_BLOCK -> IndexedBlocks.of(new long[0], 0);
            case FITTING_BLOCK -> IndexedBlocks.range(LENGTH - 5, 5);
            case LONG_BLOCK -> IndexedBlocks.range(LENGTH - 4, 5);
            default -> IndexedBlocks.range(0, 4);
        };
    }

    private long length(Class<?> kind, String name, boolean isHuge) {
        if (isHuge && !kind.isArray()) {
            return HUGE_LENGTH;
        }
        return has("team") || method.getDeclaringClass() == ShmemTeam.class
                ? TEAM_LENGTH
                : name.equals("request") ? REQUEST_LENGTH : LENGTH;
    }

    /** In elements. */
    private static long place(String name) {
        final long role = ROLES.indexOf(name) + 1L;
        return (role << 44) + 1000 * role + 1;
    }

    private Object memory(Class<?> kind, String name, Trait trait, boolean isHuge) {
        final int size = name.equals("sig") ? Long.BYTES : bytes;
        final long length = length(kind, name, isHuge);
        if (kind.isArray()) {
            return Array.newInstance(kind.componentType(), (int) length);
        } else if (kind == MemorySegment.class) {
            return segment(name, trait, length * size);
        }
        long offset = place(name) * size;
        if (trait != null) {
            offset = switch (trait) {
                case NOT_ALIGNED -> offset + 1;
                case NOT_SYMMETRIC, SHARED -> SymmetricArray.NOT_SYMMETRIC;
                case BEHIND_DEST -> endOfDest() - sigStart();
                case IN_END_OF_DEST -> endOfDest() - 1 - sigStart();
                case BEFORE_DEST -> startOfDest() - Long.BYTES - sigStart();
                case IN_START_OF_DEST -> startOfDest() - Long.BYTES + 1 - sigStart();
                default -> offset;
            };
        }
        return array(
                kind, allocation(offset, size, length, trait), offset, place(name) * size + ADDRESS * size, length);
    }

    private long startOfDest() {
        final Parameter dest = method.getParameters()[0];
        final long start = place("dest") * bytes + (dest.getType() == MemorySegment.class ? ADDRESS * bytes : 0);
        return start + (has("destIndex") ? (long) COUNTS.get("destIndex") * bytes : 0);
    }

    private long endOfDest() {
        return startOfDest() + (long) (has("nelems") ? COUNTS.get("nelems") : LENGTH) * bytes;
    }

    /** From the start of the array of signals. */
    private long sigStart() {
        return has("sigIndex") ? (long) COUNTS.get("sigIndex") * Long.BYTES : 0;
    }

    private static Allocation allocation(long offset, long size, long length, Trait trait) {
        if (trait == Trait.ELSEWHERE) {
            return new Allocation(offset, length * size, 5, 3);
        } else if (trait == Trait.SHARED) {
            return new Allocation(ADDRESS, length * size, 5, 3, 0, 0);
        }
        final Allocation block = new Allocation(offset, ADDRESS, length * size, Long.BYTES, 0, null);
        block.live = trait != Trait.FREED;
        return block;
    }

    private SymmetricArray array(Class<?> kind, Allocation block, long offset, long address, long length) {
        if (kind == SymmetricArray.class) { // of a sized form
            return new SymmetricBytes(block, offset, address, length * bytes);
        }
        return switch (kind.getSimpleName()) {
            case "SymmetricBytes" -> new SymmetricBytes(block, offset, address, length);
            case "SymmetricShorts" -> new SymmetricShorts(block, offset, address, length);
            case "SymmetricInts" -> new SymmetricInts(block, offset, address, length);
            case "SymmetricLongs" -> new SymmetricLongs(block, offset, address, length);
            case "SymmetricFloats" -> new SymmetricFloats(block, offset, address, length);
            default -> new SymmetricDoubles(block, offset, address, length);
        };
    }

    /** Nobody accesses it, except for one of this process. */
    private MemorySegment segment(String name, Trait trait, long size) {
        if (name.equals("fetch")) {
            return Arena.ofAuto().allocate(LENGTH * Long.BYTES, Long.BYTES).asSlice(0, (long) LENGTH * bytes);
        }
        if (trait == Trait.CLOSED) {
            final MemorySegment closed;
            try (Arena arena = Arena.ofConfined()) {
                closed = arena.allocate(size);
            }
            return closed;
        }
        final long start = (place(name) + ADDRESS) * bytes + (trait == Trait.NOT_ALIGNED ? 1 : 0);
        final MemorySegment segment = Local.MEMORY.asSlice(start, size);
        return trait == Trait.READ_ONLY ? segment.asReadOnly() : segment;
    }

    private void describe(Recorder.Call call, Parameter[] parameters, Object[] arguments, List<Object> outcome) {
        final Matcher ofValue = OF_VALUE.matcher(call.name());
        if (ofValue.matches()) {
            final boolean isWhole = Integer.parseInt(ofValue.group(2)) == bytes * Byte.SIZE;
            outcome.add(ofValue.group(1) + (isWhole || has("sig") ? "" : " of another size"));
        } else {
            outcome.add(call.name());
        }
        call.arguments().forEach(argument -> outcome.add(describe(argument, parameters, arguments)));
    }

    /** A number, or the name of a parameter or a result, or other text. */
    private Object describe(Object object, Parameter[] parameters, Object[] arguments) {
        if (object instanceof Number number) {
            final long bits = bits(number);
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof SymmetricLongs sig
                        && parameters[i].getName().equals("sig")) {
                    if (bits == sig.offset + (has("sigIndex") ? (long) arguments[i + 1] * Long.BYTES : 0)) {
                        return "sig";
                    }
                } else if (parameters[i].getName().equals("nrequest")
                        && (long) arguments[i] > LENGTH + 1
                        && bits == (long) arguments[i] * bytes) {
                    return "a long request";
                }
            }
            for (String name : VALUES.keySet()) {
                if (has(name) && type != null && bits == bits((Number) value(VALUES.get(name)))) {
                    return name;
                }
            }
            final List<Recorder.Call> calls = Recorder.calls();
            for (int i = 0; i < calls.size(); i++) {
                if (calls.get(i).result() instanceof Number result
                        && (bits(result) == bits
                                || result instanceof Long && bits(result) / bytes == bits
                                || bytes == Integer.BYTES && (int) bits(result) == bits)) {
                    return "result " + i;
                }
            }
            return bits;
        }
        for (int i = 0; i < arguments.length; i++) {
            if (object != null && object == arguments[i]) {
                return parameters[i].getName();
            }
        }
        for (int i = 0; i < Recorder.calls().size(); i++) {
            if (object != null && object == Recorder.calls().get(i).result()) {
                return "result " + i;
            }
        }
        if (object instanceof ElementKind kind) {
            return kind.name().toLowerCase(Locale.ROOT).equals(type) ? "type" : kind.name();
        }
        return object == null || object instanceof Enum<?> || object instanceof Boolean
                ? String.valueOf(object)
                : object.getClass().getSimpleName().replaceFirst("Bytes|Shorts|Ints|Longs|Floats|Doubles", "s");
    }

    private static long bits(Number number) {
        return switch (number) {
            case Float real -> Float.floatToRawIntBits(real);
            case Double real -> Double.doubleToRawLongBits(real);
            default -> number.longValue();
        };
    }

    /** Which elements of an array or a segment are not 0. */
    private List<String> contents(Object memory) {
        final List<String> contents = new ArrayList<>();
        for (int i = 0; i < LENGTH && !(memory instanceof SymmetricArray); i++) {
            final long bits = memory instanceof MemorySegment segment
                    ? bytes == Integer.BYTES
                            ? segment.getAtIndex(ValueLayout.JAVA_INT, i)
                            : segment.getAtIndex(ValueLayout.JAVA_LONG, i)
                    : bits((Number) Array.get(memory, i));
            if (bits != 0) {
                contents.add("element " + i + " is " + describe((Long) bits, new Parameter[0], new Object[0]));
            }
        }
        return contents;
    }
}
