package org.jshmem.internal.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.jshmem.heap.HeapSize;

/** The settings in force, read once at init and validated; see {@link Setting}. */
public final class Configuration {
    private static final String OLD_PREFIX = "SMA_";

    private final Map<String, String> environment;
    private final Properties properties;
    private final long heapBytes;
    private final int timeoutSeconds;
    private final int initTimeoutSeconds;

    private Configuration(Map<String, String> environment, Properties properties) {
        this.environment = environment;
        this.properties = properties;
        this.heapBytes = heapSize();
        this.timeoutSeconds = seconds(Setting.TIMEOUT);
        this.initTimeoutSeconds = seconds(Setting.INIT_TIMEOUT);
        oneOf(Setting.BOOTSTRAP, "auto", "launcher", "pmi1", "pmix", "single");
        oneOf(Setting.SHR, "auto", "mmap", "cma", "off");
        oneOf(Setting.HUGE_PAGES, "auto", "off");
        oneOf(Setting.CHECKS, "true", "false");
        oneOf(Setting.SPIN, "auto", "on", "off");
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
     * The table for {@code SHMEM_INFO}.
     *
     * @return lines
     */
    public String describe() {
        final StringBuilder text = new StringBuilder(1024);
        for (Setting setting : Setting.values()) {
            text.append(String.format(
                    "  %-22s %-12s %-18s default %-6s %s%n",
                    setting.variable(),
                    setting.kind().equals("flag") ? (isSet(setting) ? "set" : "not set") : get(setting),
                    setting.kind(),
                    setting.fallback().isEmpty() ? "-" : setting.fallback(),
                    setting.help()));
        }
        return text.toString();
    }

    private long heapSize() {
        try {
            return HeapSize.parse(get(Setting.SYMMETRIC_SIZE));
        } catch (IllegalArgumentException e) {
            throw new ShmemException(Setting.SYMMETRIC_SIZE.variable() + "=" + e.getMessage(), e);
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

    private void oneOf(Setting setting, String... values) {
        final List<String> allowed = Arrays.asList(values);
        if (!allowed.contains(get(setting))) {
            throw new ShmemException(
                    setting.variable() + "=\"" + get(setting) + "\" is not one of " + String.join(", ", allowed));
        }
    }
}
