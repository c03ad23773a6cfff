/*
 * A libpmix of one process, for PmixManagerTest: it prints what it is asked, and answers by its environment. The layout
 * of its structures is written out, so that no headers are needed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRING = 3, UINT32 = 14, BYTE_OBJECT = 27, VALUES = 8 };

struct proc {
    char nspace[256];
    uint32_t rank;
};

struct value {
    uint16_t type;
    union {
        uint8_t flag;
        uint32_t number;
        char *string;
        struct {
            char *bytes;
            size_t size;
        } object;
        char room[24];
    } data;
};

struct info {
    char key[512];
    uint32_t flags;
    struct value value;
};

_Static_assert(sizeof(struct proc) == 260 && sizeof(struct value) == 32 && sizeof(struct info) == 552, "layout");

static char keys[VALUES][64];
static struct value values[VALUES];
static int count;

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value == NULL ? "" : value;
}

/* The error that the environment wants of this call. */
static int status(const char *call) {
    fflush(stdout);
    return strcmp(setting("STAND_IN_FAILS"), call) == 0 ? -25 : 0;
}

int PMIx_Init(struct proc *proc, const struct info *info, size_t ninfo) {
    printf("init %s%zu\n", info == NULL ? "" : "info ", ninfo);
    strcpy(proc->nspace, setting("PMIX_NAMESPACE"));
    proc->rank = atoi(setting("PMIX_RANK"));
    return status("init");
}

int PMIx_Put(uint8_t scope, const char *key, const struct value *value) {
    printf("put %d %s %d ", scope, key, value->type);
    for (size_t i = 0; i < value->data.object.size; i++) {
        printf("%02x", value->data.object.bytes[i] & 0xff);
    }
    printf("\n");
    strcpy(keys[count], key);
    values[count] = *value;
    values[count].data.object.bytes = malloc(value->data.object.size + 1);
    memcpy(values[count].data.object.bytes, value->data.object.bytes, value->data.object.size);
    count++;
    return status("put");
}

int PMIx_Commit(void) {
    printf("commit\n");
    return status("commit");
}

int PMIx_Fence(const struct proc *procs, size_t nprocs, const struct info *info, size_t ninfo) {
    printf("fence %s%zu", procs == NULL ? "" : "procs ", nprocs);
    for (size_t i = 0; i < ninfo; i++) {
        printf(" %s %d %d", info[i].key, info[i].value.type, info[i].value.data.flag);
    }
    printf("\n");
    return status("fence");
}

static void bytes_of(struct value *value, const char *bytes, size_t size) {
    value->type = BYTE_OBJECT;
    value->data.object.bytes = malloc(size + 1);
    value->data.object.size = size;
    memcpy(value->data.object.bytes, bytes, size);
}

int PMIx_Get(const struct proc *proc, const char *key, const struct info *info, size_t ninfo, struct value **got) {
    printf("get %s %d %s %s%zu\n", proc->nspace, (int)proc->rank, key, info == NULL ? "" : "info ", ninfo);
    struct value *value = calloc(1, sizeof(*value));
    *got = value;
    value->type = UINT32;
    if (strcmp(key, "pmix.job.size") == 0) {
        value->data.number = atoi(setting("STAND_IN_SIZE"));
    } else if (strcmp(key, "pmix.local.size") == 0) {
        value->data.number = atoi(setting("STAND_IN_LOCAL_SIZE"));
    } else if (strcmp(key, "pmix.lpeers") == 0) {
        value->type = STRING;
        value->data.string = strdup(setting("STAND_IN_LOCAL_PEERS"));
    } else if (strcmp(key, "jshmem-place") == 0) {
        /* Two PEs from this one on. */
        const char range[] = {0, 0, 0, (char)proc->rank, 0, 0, 0, 2};
        bytes_of(value, range, sizeof(range));
    } else {
        for (int i = 0; i < count; i++) {
            if (strcmp(keys[i], key) == 0) {
                bytes_of(value, values[i].data.object.bytes, values[i].data.object.size);
            }
        }
    }
    if (strcmp(setting("STAND_IN_FAILS"), "type") == 0) {
        value->type = 99;
    }
    return status("get");
}

int PMIx_Abort(int number, const char *message, const struct proc *procs, size_t nprocs) {
    printf("abort %d <%s> %s%zu\n", number, message, procs == NULL ? "" : "procs ", nprocs);
    return status("abort");
}

int PMIx_Finalize(const struct info *info, size_t ninfo) {
    printf("finalize %s%zu\n", info == NULL ? "" : "info ", ninfo);
    return status("finalize");
}

const char *PMIx_Error_string(int error) {
    return error == -25 ? "A-REASON" : "UNKNOWN";
}

const char *PMIx_Get_version(void) {
    return "StandIn 9.8 (with details)";
}
