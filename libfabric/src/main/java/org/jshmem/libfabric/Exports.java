package org.jshmem.libfabric;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;

/**
 * Calls the exported functions of libfabric; all others are entries of the operation tables. The functions are called
 * one by one, because an interface that JNA implements would start more slowly.
 */
final class Exports {
    private final Function getInfo;
    private final Function freeInfo;
    private final Function dupInfo;
    private final Function fabric;
    private final Function version;
    private final Function strerror;

    Exports(LibraryFile file) {
        getInfo = file.function("fi_getinfo");
        freeInfo = file.function("fi_freeinfo");
        dupInfo = file.function("fi_dupinfo");
        fabric = file.function("fi_fabric");
        version = file.function("fi_version");
        strerror = file.function("fi_strerror");
    }

    int getInfo(int api, String node, String service, long flags, Pointer hints, PointerByReference list) {
        return getInfo.invokeInt(new Object[] {api, node, service, flags, hints, list});
    }

    void freeInfo(Pointer info) {
        freeInfo.invokeVoid(new Object[] {info});
    }

    Pointer dupInfo(Pointer info) {
        return dupInfo.invokePointer(new Object[] {info});
    }

    int fabric(Pointer attributes, PointerByReference opened, Pointer context) {
        return fabric.invokeInt(new Object[] {attributes, opened, context});
    }

    int version() {
        return version.invokeInt(new Object[] {});
    }

    String strerror(int errno) {
        return strerror.invokeString(new Object[] {errno}, false);
    }
}
