package org.jshmem.internal.barrier;

import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_void;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jshmem.unwinding.Blocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks that javac has compiled, and shapes of code that others compile. */
@Timeout(60)
class StackUnwindingTest {
    private static final ClassDesc TYPE = ClassDesc.of("Shape");
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(CD_void);

    /** Behind a nop, which has one byte. */
    private static final int CALL = 1;

    static Stream<Arguments> blocks() {
        return Stream.of(
                block("resource", Blocks::resource),
                block("resources", Blocks::resources),
                block("inFinally", Blocks::inFinally),
                block("inLongFinally", Blocks::inLongFinally),
                block("returning", Blocks::returning),
                block("translating", Blocks::translating),
                block("looping", Blocks::looping),
                block("further", Blocks::further),
                block("locked", Blocks::locked),
                block("switching", Blocks::switching));
    }

    private static Arguments block(String name, BiConsumer<Blocks, Boolean> block) {
        return Arguments.of(name, block);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("blocks")
    void shouldTellAnExceptionFromTheOtherWaysOutOfABlock(String name, BiConsumer<Blocks, Boolean> block) {
        final Blocks blocks = new Blocks(StackUnwinding::isInProgress);
        assertThrows(RuntimeException.class, () -> block.accept(blocks, true));
        assertTrue(blocks.answer(), "left by an exception");
        block.accept(blocks, false);
        assertFalse(blocks.answer(), "left in order");
    }

    @Test
    void shouldNotTakeAHandlerThatGoesOnForOne() {
        final Blocks blocks = new Blocks(StackUnwinding::isInProgress);
        blocks.handling(true);
        assertFalse(blocks.answer());
    }

    /** As a resource of a user's block may use a library that ends in order. */
    @Test
    void shouldSeeTheFramesOfCallers() {
        final Blocks inner = new Blocks(StackUnwinding::isInProgress);
        final Blocks outer = new Blocks(() -> {
            inner.resource(false);
            return inner.answer();
        });
        assertThrows(IllegalStateException.class, () -> outer.inFinally(true));
        assertTrue(outer.answer());
        outer.inFinally(false);
        assertFalse(outer.answer());
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                shape("ECJ's and javac's finally", true, code -> code.aload(1).athrow()),
                shape("ECJ's finally, at a distance", true, code -> {
                    final var end = code.newLabel();
                    code.goto_w(end).nop().labelBinding(end).aload(1).athrow();
                }),
                shape("ECJ's resource, closed if there is one", true, code -> {
                    final var end = code.newLabel();
                    code.aload(2)
                            .ifnull(end)
                            .aload(2)
                            .pop()
                            .labelBinding(end)
                            .aload(1)
                            .athrow();
                }),
                shape(
                        "Kotlin's use, which keeps the exception twice",
                        true,
                        code -> code.aload(1)
                                .astore(2)
                                .aload(2)
                                .checkcast(CD_Throwable)
                                .athrow()),
                shape("a return", false, CodeBuilder::return_),
                shape("a return on one of the ways", false, code -> {
                    final var end = code.newLabel();
                    code.aload(2)
                            .ifnull(end)
                            .return_()
                            .labelBinding(end)
                            .aload(1)
                            .athrow();
                }),
                shape("a return for one of the cases", false, code -> {
                    final var one = code.newLabel();
                    final var other = code.newLabel();
                    code.iconst_0()
                            .tableswitch(0, 0, other, List.of(SwitchCase.of(0, one)))
                            .labelBinding(one)
                            .return_()
                            .labelBinding(other)
                            .aload(1)
                            .athrow();
                }),
                shape("a return for all but one of the cases", false, code -> {
                    final var one = code.newLabel();
                    final var other = code.newLabel();
                    code.iconst_0()
                            .tableswitch(0, 0, other, List.of(SwitchCase.of(0, one)))
                            .labelBinding(one)
                            .aload(1)
                            .athrow()
                            .labelBinding(other)
                            .return_();
                }),
                shape("a loop", false, code -> {
                    final var again = code.newLabel();
                    code.labelBinding(again)
                            .nop()
                            .aload(2)
                            .ifnull(again)
                            .aload(1)
                            .athrow();
                }));
    }

    private static Arguments shape(String name, boolean throwing, Consumer<CodeBuilder> rest) {
        return Arguments.of(name, throwing, rest);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("shapes")
    void shouldFollowTheCodeAfterACall(String name, boolean throwing, Consumer<CodeBuilder> rest) {
        final CodeAttribute code = compiled(rest);
        assertEquals(throwing, StackUnwinding.leadsToThrow(code, CALL));
        assertFalse(StackUnwinding.leadsToThrow(code, 0), "there is no call");
        assertFalse(StackUnwinding.leadsToThrow(code, CALL + 1), "there is no instruction");
        assertFalse(StackUnwinding.leadsToThrow(code, 10_000), "there is no code");
    }

    private static CodeAttribute compiled(Consumer<CodeBuilder> rest) {
        final byte[] bytes = ClassFile.of(
                        ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE)
                .build(
                        TYPE,
                        type -> type.withMethodBody(
                                "shape", MethodTypeDesc.of(CD_void, CD_Throwable, CD_Throwable), 0, code -> {
                                    code.nop().invokestatic(TYPE, "close", NOTHING);
                                    rest.accept(code);
                                }));
        return ClassFile.of()
                .parse(bytes)
                .methods()
                .getFirst()
                .findAttribute(Attributes.code())
                .orElseThrow();
    }
}
