package org.jshmem.bootstrap;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemException;

/**
 * The settings that tell a PE how it joins its job.
 *
 * @param choice the value of {@code SHMEM_BOOTSTRAP}: {@value Bootstrap#AUTO} to choose by the environment, or
 *     {@code launcher}, {@code pmi1}, {@code pmix}, {@code rendezvous} or {@code single}
 * @param address {@value #ADDRESS}, where PEs without a launcher meet; empty if it is not set
 * @param pe {@value #PE}; empty if it is not set
 * @param nPes {@value #NPES}; empty if it is not set
 * @param secret {@value #SECRET}; empty if it is not set
 * @param limitSeconds how long a PE without a launcher looks for the others; 0 for no limit
 */
public record BootstrapSettings(
        String choice, String address, String pe, String nPes, String secret, int limitSeconds) {
    /** Variable: host and port of PE 0. */
    public static final String ADDRESS = "SHMEM_RENDEZVOUS_ADDRESS";

    /** Variable: the number of the PE. */
    public static final String PE = "SHMEM_RENDEZVOUS_PE";

    /** Variable: the number of PEs. */
    public static final String NPES = "SHMEM_RENDEZVOUS_NPES";

    /** Variable: the secret of the job. */
    public static final String SECRET = "SHMEM_RENDEZVOUS_SECRET";

    /**
     * A choice without a rendezvous.
     *
     * @param choice the value of {@code SHMEM_BOOTSTRAP}
     * @return the settings
     */
    public static BootstrapSettings of(String choice) {
        return new BootstrapSettings(choice, "", "", "", "", 0);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "BootstrapSettings[" + choice + ", " + address + ", PE " + pe + " of " + nPes + "]";
    }

    /** Whether any setting of the rendezvous is given. */
    boolean hasRendezvous() {
        return !(address + pe + nPes + secret).isEmpty();
    }

    /**
     * The number of PEs.
     *
     * @throws ShmemException if a setting of the rendezvous is missing or wrong
     */
    int size() {
        requireAll();
        final int size = number(nPes);
        if (size < 1 || size > JobNumbers.MOST_PES) {
            throw new ShmemException(NPES + "=" + nPes + " is not a number of PEs from 1 to " + JobNumbers.MOST_PES);
        }
        return size;
    }

    /**
     * The number of this PE.
     *
     * @throws ShmemException if a setting of the rendezvous is missing or wrong
     */
    int number() {
        final int size = size();
        final int number = number(pe);
        if (number < 0 || number >= size) {
            throw new ShmemException(
                    PE + "=" + pe + " is not a PE from 0 to " + (size - 1) + ", as " + NPES + "=" + nPes);
        }
        return number;
    }

    /**
     * Where the PEs meet.
     *
     * @throws ShmemException if a setting of the rendezvous is missing or wrong
     */
    RendezvousTicket ticket() {
        requireAll();
        if (secret.length() < RendezvousTicket.LEAST_SECRET_CHARACTERS) {
            throw new ShmemException(SECRET + " has " + secret.length() + " characters; give all PEs the same "
                    + RendezvousTicket.LEAST_SECRET_CHARACTERS + " or more that nobody can guess, as openssl rand -hex"
                    + " 16 prints them");
        }
        return RendezvousTicket.of(ADDRESS, address, secret);
    }

    private void requireAll() {
        final List<String> missing = new ArrayList<>();
        final String[][] all = {{ADDRESS, address}, {PE, pe}, {NPES, nPes}, {SECRET, secret}};
        for (String[] one : all) {
            if (one[1].isEmpty()) {
                missing.add(one[0]);
            }
        }
        if (!missing.isEmpty()) {
            throw new ShmemException("PEs without a launcher meet by " + ADDRESS + ", " + PE + ", " + NPES + " and "
                    + SECRET + ", and " + String.join(" and ", missing) + (missing.size() == 1 ? " is" : " are")
                    + " not set; set all four, or none");
        }
    }

    private static int number(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    }
}
