package org.jshmem.transport.ofi.provider;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiDomainAttr;
import org.jshmem.libfabric.struct.FiEpAttr;
import org.jshmem.libfabric.struct.FiFabricAttr;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.libfabric.struct.FiRxAttr;
import org.jshmem.libfabric.struct.FiTxAttr;

/** Entries of a list as libfabric makes them. */
final class Entries {
    private static final int SOCKADDR_BYTES = 28;
    private static final int IPV4_OFFSET = 4;

    private final List<FiInfo> all = new ArrayList<>();

    /** An entry with all structures that it points to; its domain and its network have no names. */
    static FiInfo entry(String provider) {
        final FiInfo info = new FiInfo();
        info.tx_attr = new FiTxAttr.ByReference();
        info.rx_attr = new FiRxAttr.ByReference();
        info.ep_attr = new FiEpAttr.ByReference();
        info.domain_attr = new FiDomainAttr.ByReference();
        info.fabric_attr = new FiFabricAttr.ByReference();
        info.fabric_attr.prov_name = text(provider);
        return info;
    }

    /** A string of C. */
    static Pointer text(String text) {
        final Memory memory = new Memory(text.length() + 1);
        memory.setString(0, text);
        return memory;
    }

    /** Adds a network of IPv4 on which messages are in order. */
    Entries add(String provider, String domain, String fabric, int... address) {
        final FiInfo info = entry(provider);
        info.domain_attr.name = text(domain);
        info.fabric_attr.name = text(fabric);
        info.tx_attr.msg_order = Fi.ORDER_SAS;
        info.rx_attr.msg_order = Fi.ORDER_SAS;
        info.addr_format = Fi.SOCKADDR_IN;
        final Memory place = new Memory(SOCKADDR_BYTES);
        place.clear();
        for (int i = 0; i < address.length; i++) {
            place.setByte(IPV4_OFFSET + i, (byte) address[i]);
        }
        info.src_addr = place;
        all.add(info);
        return this;
    }

    /** The list; it has to be reachable as long as what is made of it. */
    InfoList list() throws ReflectiveOperationException {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).next = i + 1 < all.size() ? all.get(i + 1).getPointer() : null;
            all.get(i).write();
        }
        final Constructor<InfoList> maker = InfoList.class.getDeclaredConstructor(Libfabric.class, Pointer.class);
        maker.setAccessible(true);
        return maker.newInstance(null, all.getFirst().getPointer());
    }
}
