package org.jshmem.tck.c;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The element types of OpenSHMEM in C, for 64-bit Linux. */
public enum CType {
    /** {@code float}. */
    FLOAT("float", 4, Kind.REAL),
    /** {@code double}. */
    DOUBLE("double", 8, Kind.REAL),
    /** {@code long double}. */
    LONGDOUBLE("long double", 16, Kind.REAL),
    /** {@code char}. */
    CHAR("char", 1, Kind.CHARACTER),
    /** {@code signed char}. */
    SCHAR("signed char", 1, Kind.SIGNED),
    /** {@code short}. */
    SHORT("short", 2, Kind.SIGNED),
    /** {@code int}. */
    INT("int", 4, Kind.SIGNED),
    /** {@code long}. */
    LONG("long", 8, Kind.SIGNED),
    /** {@code long long}. */
    LONGLONG("long long", 8, Kind.SIGNED),
    /** {@code unsigned char}. */
    UCHAR("unsigned char", 1, Kind.UNSIGNED),
    /** {@code unsigned short}. */
    USHORT("unsigned short", 2, Kind.UNSIGNED),
    /** {@code unsigned int}. */
    UINT("unsigned int", 4, Kind.UNSIGNED),
    /** {@code unsigned long}. */
    ULONG("unsigned long", 8, Kind.UNSIGNED),
    /** {@code unsigned long long}. */
    ULONGLONG("unsigned long long", 8, Kind.UNSIGNED),
    /** {@code int8_t}. */
    INT8("int8_t", 1, Kind.SIGNED),
    /** {@code int16_t}. */
    INT16("int16_t", 2, Kind.SIGNED),
    /** {@code int32_t}. */
    INT32("int32_t", 4, Kind.SIGNED),
    /** {@code int64_t}. */
    INT64("int64_t", 8, Kind.SIGNED),
    /** {@code uint8_t}. */
    UINT8("uint8_t", 1, Kind.UNSIGNED),
    /** {@code uint16_t}. */
    UINT16("uint16_t", 2, Kind.UNSIGNED),
    /** {@code uint32_t}. */
    UINT32("uint32_t", 4, Kind.UNSIGNED),
    /** {@code uint64_t}. */
    UINT64("uint64_t", 8, Kind.UNSIGNED),
    /** {@code size_t}. */
    SIZE("size_t", 8, Kind.UNSIGNED),
    /** {@code ptrdiff_t}. */
    PTRDIFF("ptrdiff_t", 8, Kind.SIGNED),
    /** {@code float _Complex}. */
    COMPLEXF("float _Complex", 8, Kind.COMPLEX),
    /** {@code double _Complex}. */
    COMPLEXD("double _Complex", 16, Kind.COMPLEX);

    /** What the values of a type are. */
    public enum Kind {
        /** Integers, also negative. */
        SIGNED,
        /** Integers from 0. */
        UNSIGNED,
        /** One or the other, as the machine has it. */
        CHARACTER,
        /** Floating-point numbers. */
        REAL,
        /** Pairs of these. */
        COMPLEX
    }

    /** The sets of types that tables of the specification have. */
    public enum Group {
        /** Standard RMA types. */
        RMA,
        /** Standard AMO types, which are the types of waits and tests as well. */
        AMO,
        /** Extended AMO types. */
        AMO_EXTENDED,
        /** Bitwise AMO types. */
        AMO_BITWISE,
        /** Types of bitwise reductions. */
        REDUCE_BITWISE,
        /** Types of sums and products. */
        ARITHMETIC;

        /** Its types. */
        public List<CType> types() {
            return Arrays.stream(CType.values()).filter(this::has).toList();
        }

        private boolean has(CType type) {
            return switch (this) {
                case RMA -> type.kind != Kind.COMPLEX;
                case ARITHMETIC -> true;
                case AMO -> type.isInteger() && type.bytes >= Integer.BYTES;
                case AMO_EXTENDED -> type == FLOAT || type == DOUBLE || AMO.has(type);
                case AMO_BITWISE ->
                    AMO.has(type) && (FIXED.contains(type) || type.name().startsWith("U"));
                case REDUCE_BITWISE -> FIXED.contains(type) || type.name().startsWith("U") || type == SIZE;
            };
        }
    }

    private static final Set<CType> FIXED = EnumSet.of(INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64);

    /** What C calls it. */
    public final String declaration;

    /** Its size. */
    public final int bytes;

    /** What its values are. */
    public final Kind kind;

    CType(String declaration, int bytes, Kind kind) {
        this.declaration = declaration;
        this.bytes = bytes;
        this.kind = kind;
    }

    /** The name that is part of the names of routines. */
    public String inNames() {
        return name().toLowerCase(Locale.ROOT);
    }

    private boolean isInteger() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
    }
}
