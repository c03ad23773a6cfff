package org.jshmem.internal.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.BootstrapSettings;
import org.jshmem.heap.HeapSize;

/** The settings in force, read once at init and validated; see {@link Setting}. */
public final class Configuration {
    private static final String PREFIX = "SHMEM_";
    private static final String OLD_PREFIX = "SMA_";
    private static final String PROPERTY_PREFIX = "jshmem.";
    private static final String NATIVE = "native:";
    private static final int MOST_BOUNCE_BYTES = 1 << 20;
    private static final int LEAST_FLOW_BUFFER = 64;
    private static final int MOST_FLOW_BUFFER = 1 << 20;
    private static final int MOST_REQUESTS = 1024;

    /** Less is a number without its suffix. */
    private static final int LEAST_HEAP_BYTES = 4096;

    private final Map<String, String> environment;
    private final Properties properties;
    private final long heapBytes;
    private final long sharedBytes;
    private final int timeoutSeconds;
    private final int initTimeoutSeconds;
    private final int bounceBytes;
    private final long flowBufferBytes;
    private final int openRequests;

    private Configuration(Map<String, String> environment, Properties properties) {
        this.environment = environment;
        this.properties = properties;
        this.heapBytes = heapSize(Setting.SYMMETRIC_SIZE);
        this.sharedBytes = heapSize(Setting.SHARED_SIZE);
        this.timeoutSeconds = seconds(Setting.TIMEOUT);
        this.initTimeoutSeconds = seconds(Setting.INIT_TIMEOUT);
        this.bounceBytes = bounceSize();
        this.flowBufferBytes = flowBuffer();
        this.openRequests = requests();
        oneOf(Setting.BOOTSTRAP, "auto", "launcher", "pmi1", "pmix", "rendezvous", "single");
        numberOrNone(Setting.RENDEZVOUS_PE);
        numberOrNone(Setting.RENDEZVOUS_NPES);
        oneOf(Setting.SHR, "auto", "cma", "off");
        nativeOrNone();
        oneOf(Setting.HUGE_PAGES, "auto", "off");
        oneOf(Setting.CHECKS, "true", "false");
        oneOf(Setting.SPIN, "auto", "on", "off");
        oneOf(Setting.PROGRESS, "auto", "calls");
    }

    /**
     * The settings of this process.
     *
     * @return validated settings
     * @throws ShmemException naming the setting, its value and what it may be
     */
    public static Configuration ofProcess() {
        return of(System.getenv(), System.getProperties());
    }

    /**
     * Settings from elsewhere, for tests.
     *
     * @param environment in place of the process's
     * @param properties in place of the JVM's
     * @return validated settings
     * @throws ShmemException naming the setting, its value and what it may be
     */
    public static Configuration of(Map<String, String> environment, Properties properties) {
        return new Configuration(environment, properties);
    }

    /**
     * A setting's value.
     *
     * @param setting which
     * @return as given, or its default
     */
    public String get(Setting setting) {
        String value = properties.getProperty(setting.property());
        if (value == null) {
            value = environment.get(setting.variable());
        }
        if (value == null && setting.isStandard()) {
            value = environment.get(OLD_PREFIX + setting.name());
        }
        return value == null ? setting.fallback() : value;
    }

    /**
     * A setting's value for people to see.
     *
     * @param setting which
     * @return as {@link #get}, without the token in the address of a job's monitor and without the secret
     */
    public String shown(Setting setting) {
        return switch (setting) {
            case MONITOR -> get(setting).replaceAll("/[^/]*$", "/...");
            case RENDEZVOUS_SECRET -> get(setting).isEmpty() ? "" : "...";
            default -> get(setting);
        };
    }

    /**
     * The C library of OpenSHMEM over which this library runs.
     *
     * @return its file; empty to find it by its usual names; null for none, as for a PE that is a job of its own
     */
    public String nativeLibrary() {
        final String transport = get(Setting.TRANSPORT);
        return transport.equals("auto") || get(Setting.BOOTSTRAP).equals("single")
                ? null
                : transport.equals("oshmem") ? "" : transport.substring(NATIVE.length());
    }

    /**
     * How this process joins its job.
     *
     * @return the settings of the bootstrap
     */
    public BootstrapSettings bootstrap() {
        return new BootstrapSettings(
                get(Setting.BOOTSTRAP),
                get(Setting.RENDEZVOUS_ADDRESS),
                get(Setting.RENDEZVOUS_PE),
                get(Setting.RENDEZVOUS_NPES),
                get(Setting.RENDEZVOUS_SECRET),
                initTimeoutSeconds());
    }

    /**
     * Whether a flag is set: to any value, an empty one included (spec: Environment Variables).
     *
     * @param flag which
     * @return true if it appears in the environment or among the properties
     */
    public boolean isSet(Setting flag) {
        return properties.getProperty(flag.property()) != null
                || environment.containsKey(flag.variable())
                || (flag.isStandard() && environment.containsKey(OLD_PREFIX + flag.name()));
    }

    /**
     * The size of each heap.
     *
     * @return bytes
     */
    public long heapBytes() {
        return heapBytes;
    }

    /**
     * The size of a node's shared heap for each of its PEs.
     *
     * @return bytes
     */
    public long sharedBytes() {
        return sharedBytes;
    }

    /**
     * How long a wait may last.
     *
     * @return seconds, 0 for as long as it likes
     */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /**
     * Which setting says how long init may wait for the other PEs.
     *
     * @return {@link Setting#TIMEOUT} or {@link Setting#INIT_TIMEOUT}
     */
    public Setting initTimeout() {
        return timeoutSeconds != 0 && (initTimeoutSeconds == 0 || timeoutSeconds < initTimeoutSeconds)
                ? Setting.TIMEOUT
                : Setting.INIT_TIMEOUT;
    }

    /**
     * How long init may wait for the other PEs.
     *
     * @return seconds, 0 for as long as it likes
     */
    public int initTimeoutSeconds() {
        return initTimeout() == Setting.TIMEOUT ? timeoutSeconds : initTimeoutSeconds;
    }

    /**
     * Up to which size puts to other nodes are copied.
     *
     * @return bytes
     */
    public int bounceBytes() {
        return bounceBytes;
    }

    /**
     * The size of a buffer of a flow.
     *
     * @return bytes
     */
    public long flowBufferBytes() {
        return flowBufferBytes;
    }

    /**
     * How many non-blocking collectives of a team may be open.
     *
     * @return at least 1
     */
    public int openRequests() {
        return openRequests;
    }

    /**
     * Warnings about names that look like settings but are not. A variable that starts with {@code SHMEM_} or
     * {@code SMA_} may belong to another library, so there is a warning only if it resembles a setting of this library.
     * Properties that start with {@code jshmem.} belong to this library only.
     *
     * @return a line for each; usually none
     */
    public List<String> warnings() {
        final List<String> warnings = new ArrayList<>(0);
        for (String name : environment.keySet()) {
            if (name.startsWith(PREFIX) && !isSetting(name.substring(PREFIX.length()))) {
                Misspelling.ofVariable(name, PREFIX).ifPresent(warnings::add);
            } else if (name.startsWith(OLD_PREFIX) && !isSetting(name.substring(OLD_PREFIX.length()))) {
                Misspelling.ofOldVariable(name, OLD_PREFIX).ifPresent(warnings::add);
            }
        }
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX) && !isProperty(name)) {
                warnings.add(Misspelling.ofProperty(name, PROPERTY_PREFIX));
            }
        }
        return warnings;
    }

    private static boolean isSetting(String name) {
        for (Setting setting : Setting.values()) {
            if (name.equals(setting.name())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isProperty(String name) {
        for (Setting setting : Setting.values()) {
            if (name.equals(setting.property())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The table for {@code SHMEM_INFO}.
     *
     * @return lines
     */
    public String describe() {
        final StringBuilder text = new StringBuilder(1024);
        for (Setting setting : Setting.values()) {
            text.append(String.format(
                    "  %-22s %-12s %-18s default %-6s %s Set by: %s.%n",
                    setting.variable(),
                    setting.kind().equals("flag") ? (isSet(setting) ? "set" : "not set") : shown(setting),
                    setting.kind(),
                    setting.fallback().isEmpty() ? "-" : setting.fallback(),
                    setting.help(),
                    setting.setBy()));
        }
        return text.toString();
    }

    private void nativeOrNone() {
        final String transport = get(Setting.TRANSPORT);
        if (!transport.matches("auto|oshmem|native:.+")) {
            throw new ShmemException(Setting.TRANSPORT.variable() + "=" + transport
                    + " is not auto, oshmem or native:FILE, with the file of a C library of OpenSHMEM");
        }
        excludesNative(Setting.SHR, "decides how PEs of a node reach each other");
        excludesNative(Setting.BOOTSTRAP, "decides how PEs find each other");
    }

    private void excludesNative(Setting setting, String reason) {
        if (nativeLibrary() != null && !get(setting).equals("auto")) {
            throw new ShmemException(setting.variable() + "=" + get(setting) + " and " + Setting.TRANSPORT.variable()
                    + "=" + get(Setting.TRANSPORT) + " exclude each other: the C library " + reason + "; unset one");
        }
    }

    private long heapSize(Setting setting) {
        final long bytes = size(setting);
        if (bytes > 0 && bytes < LEAST_HEAP_BYTES) {
            throw new ShmemException(setting.variable() + "=" + get(setting) + " is " + bytes + " bytes, less than the "
                    + LEAST_HEAP_BYTES + " of a page; add K, M, G or T, as in 512M or 1.5G, or set it to 0 for none");
        }
        return bytes;
    }

    private int bounceSize() {
        final long bytes = size(Setting.BOUNCE_SIZE);
        if (bytes > MOST_BOUNCE_BYTES) {
            throw new ShmemException(Setting.BOUNCE_SIZE.variable() + "=" + get(Setting.BOUNCE_SIZE)
                    + " is more than 1M; set it to less");
        }
        return (int) bytes;
    }

    private int requests() {
        final String value = get(Setting.NB_REQUESTS);
        if (!value.matches("\\d{1,4}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > MOST_REQUESTS) {
            throw new ShmemException(Setting.NB_REQUESTS.variable() + "=\"" + value + "\" is not a number from 1 to "
                    + MOST_REQUESTS + "; set it to the number of collectives that a PE starts before it waits");
        }
        return Integer.parseInt(value);
    }

    private long flowBuffer() {
        final long bytes = size(Setting.FLOW_BUFFER);
        if (bytes < LEAST_FLOW_BUFFER || bytes > MOST_FLOW_BUFFER) {
            throw new ShmemException(Setting.FLOW_BUFFER.variable() + "=" + get(Setting.FLOW_BUFFER)
                    + " is not from 64 bytes to 1M; set it to a size in that range");
        }
        return bytes;
    }

    private long size(Setting setting) {
        try {
            return HeapSize.parse(get(setting));
        } catch (IllegalArgumentException e) {
            throw new ShmemException(setting.variable() + "=" + e.getMessage(), e);
        }
    }

    private int seconds(Setting setting) {
        final String value = get(setting);
        if (!value.matches("\\d{1,6}")) {
            throw new ShmemException(setting.variable() + "=\"" + value
                    + "\" is not a number of seconds from 0 to 999999; 0 waits forever");
        }
        return Integer.parseInt(value);
    }

    private void numberOrNone(Setting setting) {
        if (!get(setting).matches("\\d{0,9}")) {
            throw new ShmemException(setting.variable() + "=\"" + get(setting) + "\" is not a number");
        }
    }

    private void oneOf(Setting setting, String... values) {
        final List<String> allowed = Arrays.asList(values);
        if (!allowed.contains(get(setting))) {
            throw new ShmemException(
                    setting.variable() + "=\"" + get(setting) + "\" is not one of " + String.join(", ", allowed));
        }
    }
}
