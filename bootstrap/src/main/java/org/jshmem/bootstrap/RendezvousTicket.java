package org.jshmem.bootstrap;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jshmem.ShmemException;

/**
 * Tells the PEs of a job without a launcher where they meet, and the secret by which they know one another.
 *
 * <p>Its text, which {@code Shmem.uniqueId()} returns, is {@code jshmem1:port:secret:host,host,…}.
 *
 * @param hosts names or addresses of the host, in the order in which they are tried
 * @param port the TCP port
 * @param secret at least {@value #LEAST_SECRET_CHARACTERS} characters
 */
record RendezvousTicket(List<String> hosts, int port, String secret) {
    static final int LEAST_SECRET_CHARACTERS = 16;

    private static final String FORMAT = "jshmem1";
    private static final int PARTS = 4;
    private static final int SECRET_BYTES = 18;
    private static final int MOST_PORT = 0xffff;

    /** A random secret. */
    static String newSecret() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(RandomBytes.of(SECRET_BYTES));
    }

    /**
     * The ticket of a setting {@code host:port}.
     *
     * @throws ShmemException if it is none
     */
    static RendezvousTicket of(String variable, String address, String secret) {
        final int colon = address.lastIndexOf(':');
        final int port = colon < 1 ? -1 : port(address.substring(colon + 1));
        if (port < 0) {
            throw new ShmemException(variable + "=\"" + address + "\" is not host:port of the process at which the PEs"
                    + " meet, with a port from 1 to " + MOST_PORT);
        }
        final String host = address.substring(0, colon);
        final boolean isBracketed = host.startsWith("[") && host.endsWith("]");
        return new RendezvousTicket(List.of(isBracketed ? host.substring(1, host.length() - 1) : host), port, secret);
    }

    /**
     * The ticket that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none; the message does not repeat it, as it may hold a secret
     */
    static RendezvousTicket parse(String text) {
        final String[] parts = text.split(":", PARTS);
        final int port = parts.length == PARTS ? port(parts[1]) : -1;
        if (port < 0 || !parts[0].equals(FORMAT) || parts[2].length() < LEAST_SECRET_CHARACTERS || parts[3].isEmpty()) {
            throw new IllegalArgumentException("uniqueId, of " + text.length()
                    + " characters, is not what uniqueId() of this version of JSHMEM returns; pass that on unchanged");
        }
        return new RendezvousTicket(List.of(parts[3].split(",")), port, parts[2]);
    }

    private static int port(String text) {
        final int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
        return port < 1 || port > MOST_PORT ? -1 : port;
    }

    /** The text that {@link #parse} takes. */
    String text() {
        return String.join(":", FORMAT, Integer.toString(port), secret, String.join(",", hosts));
    }

    /** The same, for the process that listens. */
    RendezvousTicket onThisHost() {
        return new RendezvousTicket(List.of(InetAddress.getLoopbackAddress().getHostAddress()), port, secret);
    }

    /** Where the PEs meet, for messages. */
    String place() {
        return String.join(" or ", hosts) + ", port " + port;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "RendezvousTicket[" + place() + "]";
    }

    /**
     * The addresses of this host at which others may reach it: IPv4 before IPv6, loopback last. Link-local addresses
     * are left out, because they mean something else on every host.
     */
    static List<String> addressesOfThisHost() {
        final List<InetAddress> addresses = new ArrayList<>();
        try {
            Collections.list(NetworkInterface.getNetworkInterfaces()).forEach(one -> addAddresses(one, addresses));
        } catch (SocketException e) {
            addresses.clear(); // known by its loopback address only
        }
        addresses.removeIf(address -> address.isLinkLocalAddress() || address.isLoopbackAddress());
        addresses.sort(Comparator.comparing(address -> !(address instanceof Inet4Address)));
        addresses.add(InetAddress.getLoopbackAddress());
        return addresses.stream().map(RendezvousTicket::text).toList();
    }

    private static void addAddresses(NetworkInterface networkInterface, List<InetAddress> addresses) {
        try {
            if (networkInterface.isUp()) {
                addresses.addAll(Collections.list(networkInterface.getInetAddresses()));
            }
        } catch (SocketException e) {
            // It has just been removed, as those of containers are.
        }
    }

    /** Without the name that the interface of an IPv6 address has on this host. */
    static String text(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }
}
