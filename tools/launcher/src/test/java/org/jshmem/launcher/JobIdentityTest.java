package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobIdentityTest {
    @Test
    void shouldKnowItsSecretAndNoOther() {
        final JobIdentity identity = new JobIdentity();
        final byte[] secret = HexFormat.of().parseHex(identity.secretText());
        assertTrue(identity.isSecret(secret));
        assertFalse(new JobIdentity().isSecret(secret));
        for (int i = 0; i < secret.length; i++) {
            secret[i] ^= 1;
            assertFalse(identity.isSecret(secret), "byte " + i + " differs");
            secret[i] ^= 1;
        }
        assertFalse(identity.isSecret(new byte[0]));
    }

    @Test
    void shouldNameTheProcessAndTheJob() {
        final JobIdentity identity = new JobIdentity();
        final long pid = ProcessHandle.current().pid();
        assertEquals(pid, identity.launcherPid());
        assertTrue(identity.socketName().matches("jshmem-" + pid + "-[0-9a-f]{16}"), identity.socketName());
        assertNotEquals(identity.socketName(), new JobIdentity().socketName());
        assertFalse(identity.socketName().contains(identity.secretText().substring(0, 8)), "part of the secret");
    }
}
