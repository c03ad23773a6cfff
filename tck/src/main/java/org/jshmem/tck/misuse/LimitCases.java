package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jshmem.SharedArray;
import org.jshmem.SharedBytes;
import org.jshmem.SharedDoubles;
import org.jshmem.SharedFloats;
import org.jshmem.SharedInts;
import org.jshmem.SharedLongs;
import org.jshmem.SharedShorts;
import org.jshmem.Shmem;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.MessageView;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;
import org.jshmem.messages.RpcReply;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/**
 * Each form of a call with arguments that are the last it takes, which has its full effect, and then each argument by
 * itself beyond that: indices, numbers of elements, tags, PEs, procedures. The forms are found by reflection.
 */
final class LimitCases {
    private static final int LENGTH = 64;
    private static final int TAG = Integer.MAX_VALUE;
    private static final String SEGMENTS = "memorysegment";

    private static final Set<String> SENDS = Set.of("send", "ssend", "isend", "sendInit");
    private static final Set<String> RECEIVES = Set.of("recv", "irecv", "recvInit");
    private static final Class<IllegalArgumentException> ARGUMENT = IllegalArgumentException.class;

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    private static boolean isMemory(Class<?> type) {
        return type == MemorySegment.class
                || type.isArray() && type.componentType().isPrimitive()
                || SymmetricArray.class.isAssignableFrom(type) && type != SharedArray.class;
    }

    private static boolean isOf(Class<?> type, String element) {
        return type.getSimpleName().toLowerCase(Locale.ROOT).contains(element);
    }

    /** The forms of some calls for an element type, or for segments; those for blocks are in other cases. */
    private static List<Method> forms(Class<?> of, Set<String> names, String element) {
        return Arrays.stream(of.getMethods())
                .filter(form -> names.contains(form.getName()))
                .filter(form ->
                        Arrays.stream(form.getParameterTypes()).anyMatch(type -> isMemory(type) && isOf(type, element)))
                .filter(form -> Arrays.stream(form.getParameters())
                        .noneMatch(parameter -> parameter.getName().equals("blocks")))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    /** Memory for a parameter of a call: one of some symmetric arrays, or new. */
    private static Buffer memory(Call call, String name, List<SymmetricArray> arrays) {
        final Class<?> type = call.type(name);
        final Buffer made = type == MemorySegment.class
                ? Buffer.segment()
                : type.isArray()
                        ? Buffer.array(type.componentType(), LENGTH)
                        : Buffer.of(arrays.stream()
                                .filter(type::isInstance)
                                .findFirst()
                                .orElseThrow());
        call.set(name, made.argument());
        return made;
    }

    /** Memory of a program for the elements of a case. */
    private static Buffer local(String element, int length) {
        return switch (element) {
            case "byte" -> Buffer.array(byte.class, length);
            case "short" -> Buffer.array(short.class, length);
            case "int" -> Buffer.array(int.class, length);
            case "long" -> Buffer.array(long.class, length);
            case "float" -> Buffer.array(float.class, length);
            case "double" -> Buffer.array(double.class, length);
            default -> Buffer.segment();
        };
    }

    private static void free(List<SymmetricArray> arrays) {
        barrierAll();
        arrays.forEach(Shmem::free);
    }

    @Case(
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE},
            profile = Profile.JSHMEM,
            each = {"byte", "short", "int", "long", "float", "double", SEGMENTS})
    void limitsOfMessages(Checks checks) {
        final List<SymmetricArray> out = EveryType.arrays(LENGTH);
        final List<SymmetricArray> in = EveryType.arrays(LENGTH);
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            forms(Messages.class, SENDS, checks.each()).forEach(form -> send(checks, messages, form, out));
            forms(Messages.class, RECEIVES, checks.each()).forEach(form -> receive(checks, messages, form, in));
            forms(Messages.class, Set.of("sendrecv"), checks.each())
                    .forEach(form -> exchange(checks, messages, form, out, in));
            barrierAll();
            checks.that(!messages.iprobe(Messages.ANY_PE, Messages.ANY_TAG, null), "a message of a wrong call");
        }
        free(out);
        free(in);
    }

    /** The form that takes memory as a whole. */
    private static Call whole(Checks checks, Messages messages, String name, Buffer buffer, int pe) {
        final Method form = Arrays.stream(Messages.class.getMethods())
                .filter(one -> one.getName().equals(name) && one.getParameterCount() == 3)
                .filter(one -> one.getParameterTypes()[0].isInstance(buffer.argument()))
                .findFirst()
                .orElseThrow();
        final Call call = new Call(checks, messages, form);
        call.set("source", buffer.argument());
        call.set("dest", buffer.argument());
        call.set("pe", pe);
        call.set("tag", TAG);
        return call;
    }

    private static int span(Call call, Buffer buffer) {
        return buffer.argument() instanceof MemorySegment
                ? call.span(buffer, "offset", "bytes")
                : call.span(buffer, "index", "nelems");
    }

    private static void send(Checks checks, Messages messages, Method form, List<SymmetricArray> arrays) {
        final Call call = new Call(checks, messages, form);
        final Buffer source = memory(call, "source", arrays);
        source.fill(form.getParameterCount());
        call.set("pe", next());
        call.set("tag", TAG);
        final int from = span(call, source);
        call.refuses("pe", ARGUMENT, nPes(), nPes() + 1, Integer.MAX_VALUE, -1, -3);
        call.refuses("tag", ARGUMENT, -1, -2, Integer.MIN_VALUE);
        call.refusesBeyond();
        final Buffer dest = local(checks.each(), LENGTH);
        final Request receive =
                (Request) whole(checks, messages, "irecv", dest, previous()).run();
        call.complete();
        receive.await();
        dest.check(checks, 0, source.length() - from, source, from, call.toString());
    }

    private static void receive(Checks checks, Messages messages, Method form, List<SymmetricArray> arrays) {
        final Call call = new Call(checks, messages, form);
        final Buffer dest = memory(call, "dest", arrays);
        dest.zero();
        call.set("pe", previous());
        call.set("tag", TAG);
        final int to = span(call, dest);
        call.refuses("pe", ARGUMENT, nPes(), nPes() + 1, Integer.MAX_VALUE, -3, Integer.MIN_VALUE);
        call.refuses("tag", ARGUMENT, -2, Integer.MIN_VALUE);
        call.refusesBeyond();
        final int nelems = dest.length() - to;
        final Buffer source = local(checks.each(), nelems);
        source.fill(form.getParameterCount());
        final Request sent = source.argument() instanceof MemorySegment segment
                ? messages.isend(segment, 0, nelems, next(), TAG)
                : (Request) whole(checks, messages, "isend", source, next()).run();
        final Object received = call.complete();
        sent.await();
        checks.that(!(received instanceof Long count) || count == nelems, call + " returned " + received);
        dest.check(checks, to, nelems, source, 0, call.toString());
    }

    private static void exchange(
            Checks checks, Messages messages, Method form, List<SymmetricArray> out, List<SymmetricArray> in) {
        final Call call = new Call(checks, messages, form);
        final Buffer source = memory(call, "source", out);
        final Buffer dest = memory(call, "dest", in);
        source.fill(form.getParameterCount());
        dest.zero();
        call.set("to", next());
        call.set("sendTag", TAG);
        call.set("from", previous());
        call.set("recvTag", TAG);
        final int from = call.span(source, "sourceIndex", "nsend");
        final int to = call.span(dest, "destIndex", "nrecv");
        call.refuses("to", ARGUMENT, nPes(), -1, -3);
        call.refuses("from", ARGUMENT, nPes(), -3);
        call.refuses("sendTag", ARGUMENT, -1, Integer.MIN_VALUE);
        call.refuses("recvTag", ARGUMENT, -2, Integer.MIN_VALUE);
        call.refusesBeyond();
        call.complete();
        dest.check(checks, to, source.length() - from, source, from, call.toString());
    }

    @Case(
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE},
            profile = Profile.JSHMEM,
            each = {"byte", "short", "int", "long", "float", "double"})
    void limitsOfProcedures(Checks checks) {
        final List<SymmetricArray> requests = EveryType.arrays(LENGTH);
        final List<SymmetricArray> replies = EveryType.arrays(LENGTH);
        final List<SymmetricArray> answers = EveryType.arrays(LENGTH);
        final List<Method> answering = forms(RpcReply.class, Set.of("send"), checks.each());
        final int last = Rpc.PROCEDURES - 1;
        final int[] asked = new int[1];
        final SymmetricLongs done = callocLongs(1);
        try (Rpc rpc = Rpc.on(TEAM_WORLD)) {
            rpc.register(
                    last,
                    (request, reply) ->
                            answer(checks, request, reply, answering.get(asked[0]++ % answering.size()), answers));
            for (int wrong : new int[] {-1, Rpc.PROCEDURES, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                checks.thrown(
                        ARGUMENT,
                        "register " + wrong,
                        () -> rpc.register(wrong, (_, _) -> {}),
                        Integer.toString(wrong));
            }
            barrierAll();
            for (int round = 0; round < answering.size(); round++) {
                for (Method form : forms(Rpc.class, Set.of("call", "icall"), checks.each())) {
                    final Call call = new Call(checks, rpc, form);
                    final Buffer request = memory(call, "request", requests);
                    final Buffer reply = memory(call, "reply", replies);
                    request.fill(form.getParameterCount());
                    reply.zero();
                    call.set("pe", next());
                    call.set("procedure", last);
                    final int from = call.span(request, "requestIndex", "nrequest");
                    final int to = call.span(reply, "replyIndex", "nreply");
                    if (round == 0) {
                        call.refuses("pe", ARGUMENT, nPes(), -1, Integer.MAX_VALUE);
                        call.refuses("procedure", ARGUMENT, -1, Rpc.PROCEDURES, Integer.MIN_VALUE);
                        call.refusesBeyond();
                    }
                    call.complete();
                    reply.check(checks, to, request.length() - from, request, from, call.toString());
                }
            }
            for (int pe = 0; pe < nPes(); pe++) {
                atomicInc(done, pe);
            }
            rpc.serveUntil(() -> atomicFetch(done, myPe()) == nPes()); // others may still call
        }
        free(List.of(done));
        free(requests);
        free(replies);
        free(answers);
    }

    /** Sends what it was sent; the view of the request and the reply have limits of their own. */
    private static void answer(
            Checks checks, MessageView request, RpcReply reply, Method form, List<SymmetricArray> arrays) {
        final Call answer = new Call(checks, reply, form);
        final Buffer buffer = memory(answer, "source", arrays);
        final int nelems = (int) request.bytes() / buffer.elementBytes();
        final Buffer copied = local(checks.each(), nelems);
        final Call copy = new Call(
                checks,
                request,
                forms(MessageView.class, Set.of("copy"), checks.each()).getFirst());
        copy.set("dest", copied.argument());
        copy.set("start", 0);
        copy.set("index", 0);
        copy.set("nelems", nelems);
        for (String name : List.of("start", "index")) {
            copy.refusesOutside(name, 0);
        }
        copy.refusesOutside("nelems", nelems);
        copy.run();
        for (Method get : MessageView.class.getMethods()) {
            if (get.getName().matches("get[BSILFD].*")) {
                final Call one = new Call(checks, request, get);
                one.set("index", 0);
                one.refusesOutside("index", request.bytes() / bytesOf(get.getReturnType()) - 1);
            }
        }
        final boolean isWhole = !answer.has("nelems");
        final Buffer source = isWhole ? copied : buffer;
        final int from = answer.has("index") ? LENGTH - nelems : 0;
        source.paste(copied, from);
        answer.set("source", source.argument());
        answer.set("index", from);
        answer.set("nelems", nelems);
        answer.refusesOutside("index", LENGTH - nelems);
        if (!isWhole) {
            answer.refusesOutside("nelems", LENGTH - from);
        }
        answer.run();
    }

    private static int bytesOf(Class<?> type) {
        return type == byte.class ? 1 : type == short.class ? 2 : type == int.class || type == float.class ? 4 : 8;
    }

    @Case(
            profile = Profile.JSHMEM,
            each = {"byte", "short", "int", "long", "float", "double"})
    void limitsOfElements(Checks checks) {
        final List<SymmetricArray> arrays = EveryType.arrays(LENGTH);
        arrays.stream()
                .filter(array -> isOf(array.getClass(), checks.each()))
                .forEach(array -> elements(checks, array));
        checks.that(true, "reached");
        free(arrays);
    }

    @Case(
            on = {Transport.SHR, Transport.CMA, Transport.NONE},
            profile = Profile.JSHMEM,
            each = {"byte", "short", "int", "long", "float", "double"})
    void limitsOfSharedElements(Checks checks) {
        final List<SharedArray> arrays = new ArrayList<>(List.of(
                SharedBytes.allocate(LENGTH),
                SharedShorts.allocate(LENGTH),
                SharedInts.allocate(LENGTH),
                SharedLongs.allocate(LENGTH),
                SharedFloats.allocate(LENGTH),
                SharedDoubles.allocate(LENGTH)));
        arrays.stream()
                .filter(array -> isOf(array.getClass(), checks.each()))
                .forEach(array -> elements(checks, array));
        arrays.forEach(SharedArray::close);
        barrierAll();
    }

    /** Every method that takes indices of elements. */
    private static void elements(Checks checks, Object array) {
        final Set<String> indices = Set.of("index", "from", "to", "destIndex", "sourceIndex");
        for (Method form : array.getClass().getMethods()) {
            if (Arrays.stream(form.getParameters()).map(Parameter::getName).noneMatch(indices::contains)) {
                continue;
            }
            final Call call = new Call(checks, array, form);
            final boolean isOne = !call.has("nelems");
            final int nelems = form.getName().equals("at") ? 0 : isOne ? 1 : 4;
            for (String name : List.of("dest", "source")) {
                if (call.has(name)) {
                    memory(call, name, List.of());
                }
            }
            call.set("value", 1);
            call.set("nelems", nelems);
            indices.forEach(index -> call.set(index, LENGTH - nelems));
            call.run();
            indices.forEach(index -> call.refusesOutside(index, LENGTH - nelems));
            if (!isOne) {
                call.refusesOutside("nelems", nelems);
            }
        }
    }
}
