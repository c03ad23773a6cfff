package org.jshmem.bootstrap;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Accepts the connections of a node's members to their leader, at an abstract Unix socket address, which leaves no file
 * even if the process is killed.
 *
 * <p>A ticket holds the address and a secret, 16 random bytes each. The address is bound before the ticket is
 * published, so no other process can bind it first. Addresses are visible to all processes of the machine; therefore a
 * caller must run as the same user, as the kernel reports it, and must know the secret, which only the launcher
 * carries.
 */
final class NodeRendezvous implements AutoCloseable {
    /** Frame of a member: int32 PE, 16 bytes secret. */
    private static final byte HELLO = 1;

    private static final int NAME_BYTES = 16;
    private static final int SECRET_BYTES = 16;

    private final byte[] ticket = RandomBytes.of(NAME_BYTES + SECRET_BYTES);
    private final int fd;

    NodeRendezvous(int members) {
        final long result = Libc.listenAbstract(name(ticket), members);
        if (result < 0) {
            throw new ShmemException("no Unix socket for the PEs of this node (" + Libc.errorText(result) + ")");
        }
        fd = (int) result;
    }

    /** What a member needs to connect. */
    byte[] ticket() {
        return ticket.clone();
    }

    /** Waits until these PEs have connected; returns their connections in the same order. */
    FrameSocket[] admit(int[] members) {
        final FrameSocket[] connections = new FrameSocket[members.length];
        int there = 0;
        while (there < members.length) {
            final long connection = Libc.accept(fd);
            if (connection >= 0) {
                there += admit((int) connection, members, connections) ? 1 : 0;
            } else if (connection != -Libc.EINTR) {
                throw new ShmemException("the PEs of this node cannot connect (" + Libc.errorText(connection) + ")");
            }
        }
        return connections;
    }

    /** Checks a caller; closes the connection if it is not a member, or a member that is connected already. */
    private boolean admit(int connection, int[] members, FrameSocket[] connections) {
        if (Libc.peerUser(connection) == Libc.geteuid()) {
            final FrameSocket socket = new FrameSocket(connection, "a PE of this node");
            final int index = Arrays.binarySearch(members, caller(socket));
            if (index >= 0 && connections[index] == null) {
                connections[index] = socket;
                return true;
            }
        }
        Libc.close(connection);
        return false;
    }

    /** The PE that the caller is, if it knows the secret; otherwise −1. */
    private int caller(FrameSocket socket) {
        try {
            final ByteBuffer hello = socket.receive(HELLO, Integer.BYTES + SECRET_BYTES);
            final int pe = hello.getInt();
            final byte[] secret = new byte[SECRET_BYTES];
            hello.get(secret);
            return MessageDigest.isEqual(secret, secret(ticket)) ? pe : -1;
        } catch (ShmemException e) {
            return -1; // not a PE; or a PE that has ended, which its launcher reports
        }
    }

    /** Connects a member to its leader. */
    static FrameSocket enter(byte[] ticket, int pe) {
        final long fd = Libc.connectAbstract(name(ticket));
        if (fd < 0) {
            throw new ShmemException(
                    "cannot reach the first PE of this node at the abstract Unix socket \"" + name(ticket)
                            + "\" (" + Libc.errorText(fd)
                            + "); PEs that the launcher places on one host must be in one network namespace");
        }
        final FrameSocket socket = new FrameSocket((int) fd, "the first PE of this node");
        socket.requireSameUser();
        socket.send(
                HELLO,
                ByteBuffer.allocate(Integer.BYTES + SECRET_BYTES)
                        .putInt(pe)
                        .put(secret(ticket))
                        .flip());
        return socket;
    }

    @Override
    public void close() {
        Libc.close(fd);
    }

    private static String name(byte[] ticket) {
        return "jshmem-" + HexFormat.of().formatHex(ticket, 0, NAME_BYTES);
    }

    private static byte[] secret(byte[] ticket) {
        return Arrays.copyOfRange(ticket, NAME_BYTES, NAME_BYTES + SECRET_BYTES);
    }
}
