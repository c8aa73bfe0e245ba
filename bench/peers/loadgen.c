/* Two WebSocket clients at each of TABLES tables of endless tic-tac-toe: one thread, epoll, as little work as can be, so
 * that the server is measured and not the load.
 *
 *   loadgen house|colyseus PORT PATH TABLES FILE
 *
 * FILE has a line for each client, both of a table one after the other. house: the hello it says at PATH. colyseus: its
 * own path, with its reservation.
 *
 * Prints "connected" when all have joined. Then, for each line "RATE WARM SECS" of its input: plays for WARM seconds,
 * prints "begin", plays for SECS more, lets the last moves arrive and prints one line of JSON. Ends with its input.
 *   RATE 0: a table's next move is sent as soon as both clients have seen the last one.
 *   RATE n: n moves a second in all, spread over the tables; what is late counts from the moment it was due.
 * A move lasts from just before its write() until its second client has read what it is told. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include "ws.h"

enum { HANDSHAKE, JOINING, READY };
enum { TABLES_PER_ADDRESS = 20, JOINS_AT_ONCE = 64, PATIENCE = 120 };

typedef struct {
    int socket, state, table, player;
    buf_t read;
} client_t;

typedef struct {
    long turn;
    int seen, busy;
    int64_t sent, due;
} table_t;

static int is_house, tables, poller, joined, measuring, port;
static client_t *clients;
static table_t *table_of;
static char **lines;
static const char *path;
static double rate;
static int64_t stop_at;
static uint32_t *waits;
static size_t moves, room;
static long refused, dropped;

/* Colyseus: a full board that nobody wins. The house: seven marks, then three in a row. Both then begin again. */
static const int DRAWN[9] = {0, 4, 8, 1, 7, 6, 2, 5, 3};

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void fail(const char *what, const char *more) {
    fprintf(stderr, "%s %.300s\n", what, more);
    exit(3);
}

static void send_frame(client_t *c, int kind, const void *bytes, size_t size) {
    static uint8_t out[70000];
    static const uint8_t mask[4] = {0x5a, 0x13, 0xc7, 0x88};
    size_t head = ws_header(out, kind, size, mask), done = 0;
    for (size_t i = 0; i < size; i++) out[head + i] = ((const uint8_t *)bytes)[i] ^ mask[i & 3];
    while (done < head + size) {
        ssize_t wrote = write(c->socket, out + done, head + size - done);
        if (wrote < 0 && errno != EAGAIN) fail("write:", strerror(errno));
        if (wrote > 0) done += wrote;
    }
}

static void send_move(int number, int64_t since) {
    table_t *t = &table_of[number];
    int player = t->turn & 1;
    client_t *c = &clients[2 * number + player];
    t->sent = since;
    t->seen = 0;
    t->busy = 1;
    if (is_house) {
        char text[200];
        int size = sprintf(text,
            "{\"id\":\"b%ld\",\"do\":\"play\",\"seat\":%d,\"ask\":\"%ld.mark\",\"action\":{\"type\":\"Mark\",\"cell\":%ld}}",
            t->turn, player, t->turn, t->turn % 7);
        send_frame(c, 1, text, size);
    } else {
        uint8_t message[4] = {13, 0xa1, 'm', DRAWN[t->turn % 9]}; /* ROOM_DATA, the text "m", a small integer */
        send_frame(c, 2, message, 4);
    }
}

static void see(client_t *c) {
    table_t *t = &table_of[c->table];
    if (!t->busy) return;
    t->seen |= 1 << c->player;
    if (t->seen != 3) return;
    int64_t at = now();
    t->busy = 0;
    t->turn++;
    if (measuring) {
        if (moves == room && !(waits = realloc(waits, (room = room ? room * 2 : 1 << 20) * sizeof *waits))) abort();
        waits[moves++] = (at - t->sent) / 1000;
    }
    if (at >= stop_at) return;
    if (rate <= 0) {
        send_move(c->table, at);
    } else if (t->due) {
        int64_t due = t->due;
        t->due = 0;
        send_move(c->table, due);
    }
}

static void join(client_t *c) {
    if (c->state != JOINING) return;
    c->state = READY;
    joined++;
}

static int begins(const uint8_t *bytes, size_t size, const char *with) {
    return size >= strlen(with) && !memcmp(bytes, with, strlen(with));
}

static void on_frame(client_t *c, int kind, uint8_t *bytes, size_t size) {
    if (kind == 9) send_frame(c, 10, bytes, size);
    if (kind == 8) fail("the server closes", "");
    if (kind > 2 || size == 0) return;
    if (is_house) {
        if (begins(bytes, size, "{\"tell\":\"frame\"")) {
            if (c->state == READY) see(c);
            else join(c); /* the snapshot that hello is answered with */
        } else if (begins(bytes, size, "{\"tell\":\"answer\"") && memmem(bytes, size, "\"ok\":false", 10)) {
            if (!refused++) fprintf(stderr, "refused: %.*s\n", (int)size, bytes);
        } else if (begins(bytes, size, "{\"tell\":\"bye\"")) fail("the house says good-bye:", (char *)bytes);
    } else if (bytes[0] == 10) {
        uint8_t answer = 10;
        send_frame(c, 2, &answer, 1);
    } else if (bytes[0] == 14) join(c);
    else if (bytes[0] == 15 && c->state == READY) see(c);
    else if (bytes[0] == 11) refused++;
}

static void on_readable(client_t *c) {
    for (;;) {
        buf_reserve(&c->read, 4096);
        size_t space = c->read.cap - c->read.len, used = 0, took, size;
        ssize_t got = read(c->socket, c->read.b + c->read.len, space);
        if (got == 0) fail("the server hangs up", "");
        if (got < 0) {
            if (errno == EAGAIN) break;
            fail("read:", strerror(errno));
        }
        c->read.len += got;
        if (c->state == HANDSHAKE) {
            uint8_t *over = memmem(c->read.b, c->read.len, "\r\n\r\n", 4);
            if (!over) continue;
            if (!memmem(c->read.b, c->read.len, " 101", 4)) fail("no WebSocket:", (char *)c->read.b);
            used = over + 4 - c->read.b;
            c->state = JOINING;
            if (is_house) send_frame(c, 1, lines[c - clients], strlen(lines[c - clients]));
        }
        int kind;
        uint8_t *bytes;
        while ((took = ws_parse(c->read.b + used, c->read.len - used, &kind, &bytes, &size))) {
            on_frame(c, kind, bytes, size);
            used += took;
        }
        memmove(c->read.b, c->read.b + used, c->read.len -= used);
        if ((size_t)got < space) break;
    }
}

/* Few tables come from one address, so that the house's limits for one address are out of the way. */
static void connect_client(int number) {
    client_t *c = &clients[number];
    struct sockaddr_in here = {.sin_family = AF_INET}, there = {.sin_family = AF_INET, .sin_port = htons(port)};
    int yes = 1;
    c->table = number / 2;
    c->player = number & 1;
    here.sin_addr.s_addr = htonl(0x7f000002 + c->table / TABLES_PER_ADDRESS);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (c->socket < 0 || bind(c->socket, (void *)&here, sizeof here) || connect(c->socket, (void *)&there, sizeof there))
        fail("connect:", strerror(errno));
    setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(c->socket, F_SETFL, O_NONBLOCK);
    char head[2048];
    int size = snprintf(head, sizeof head,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        is_house ? path : lines[number], port);
    if (write(c->socket, head, size) != size) fail("write:", strerror(errno));
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
    epoll_ctl(poller, EPOLL_CTL_ADD, c->socket, &event);
}

static void turn_loop(int64_t wait) {
    struct epoll_event events[512];
    struct timespec t = {wait / 1000000000, wait % 1000000000};
    int count = epoll_pwait2(poller, events, 512, &t, NULL);
    for (int i = 0; i < count; i++) on_readable(&clients[events[i].data.u32]);
}

static void run_until(int64_t end, int64_t *next_due, int *next_table) {
    while (now() < end) {
        if (rate <= 0) {
            turn_loop(10000000);
            continue;
        }
        for (; *next_due <= now(); *next_due += 1e9 / rate, *next_table = (*next_table + 1) % tables) {
            table_t *t = &table_of[*next_table];
            if (!t->busy) send_move(*next_table, *next_due);
            else if (!t->due) t->due = *next_due;
            else dropped++; /* a whole turn behind */
        }
        int64_t wait = *next_due - now();
        turn_loop(wait > 0 ? wait : 0);
    }
}

static int is_busy(void) {
    for (int i = 0; i < tables; i++)
        if (table_of[i].busy) return 1;
    return 0;
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(uint32_t *)a, y = *(uint32_t *)b;
    return (x > y) - (x < y);
}

static double own_cpu(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return r.ru_utime.tv_sec + r.ru_stime.tv_sec + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

static void play(double warm, double seconds) {
    int64_t begin = now(), next_due = begin, patience;
    int next_table = 0, stalled = 0;
    moves = refused = dropped = 0;
    stop_at = begin + (warm + seconds) * 1e9;
    if (rate <= 0)
        for (int t = 0; t < tables; t++) send_move(t, now());
    run_until(begin + warm * 1e9, &next_due, &next_table);
    printf("begin\n");
    fflush(stdout);
    measuring = 1;
    double cpu = own_cpu();
    int64_t from = now();
    run_until(stop_at, &next_due, &next_table);
    measuring = 0;
    double wall = (now() - from) / 1e9;
    cpu = (own_cpu() - cpu) / wall;
    printf("%zu\n", moves); /* at once: who counts the server's CPU counts until here */
    fflush(stdout);
    for (patience = now() + 5000000000LL; is_busy() && now() < patience;) turn_loop(10000000);
    for (int t = 0; t < tables; t++) {
        stalled += table_of[t].busy;
        table_of[t].due = 0;
    }
    if (!moves) fail("no move was made", "");
    qsort(waits, moves, sizeof *waits, by_size);
    printf("{\"seconds\":%.4f,\"p50\":%.3f,\"p99\":%.3f,\"worst\":%.3f,\"load\":%.3f,\"refused\":%ld,\"dropped\":%ld,\"stalled\":%d}\n",
        wall, waits[moves / 2] / 1e3, waits[moves * 99 / 100] / 1e3, waits[moves - 1] / 1e3, cpu, refused, dropped, stalled);
    fflush(stdout);
}

static int ask(char *line, size_t size) {
    static char kept[1000];
    static size_t have;
    for (;;) { /* connections stay alive until we are told to go on */
        char *end = memchr(kept, '\n', have);
        if (end) {
            size_t length = end - kept;
            if (length >= size) fail("too long:", kept);
            memcpy(line, kept, length);
            line[length] = 0;
            memmove(kept, end + 1, have -= length + 1);
            return 1;
        }
        ssize_t got = read(0, kept + have, sizeof kept - have);
        if (got == 0) return 0;
        if (got > 0) have += got;
        else turn_loop(20000000);
    }
}

int main(int count, char **words) {
    if (count != 6) fail("usage: loadgen house|colyseus PORT PATH TABLES FILE", "");
    is_house = !strcmp(words[1], "house");
    port = atoi(words[2]);
    path = words[3];
    tables = atoi(words[4]);
    clients = calloc(2 * tables, sizeof *clients);
    table_of = calloc(tables, sizeof *table_of);
    lines = calloc(2 * tables, sizeof *lines);
    poller = epoll_create1(0);
    FILE *file = fopen(words[5], "r");
    static char line[4096];
    for (int i = 0; i < 2 * tables; i++) {
        if (!file || !fgets(line, sizeof line, file)) fail("too few lines in", words[5]);
        line[strcspn(line, "\n")] = 0;
        lines[i] = strdup(line);
    }
    int64_t deadline = now() + PATIENCE * 1000000000LL;
    int started = 0;
    for (int player = 0; player < 2; player++)
        for (int t = 0; t < tables || joined < started;) {
            if (t < tables && started - joined < JOINS_AT_ONCE) {
                connect_client(2 * t++ + player);
                started++;
            } else turn_loop(100000000);
            if (now() > deadline) fail("not everybody could join", "");
        }
    printf("connected\n");
    fflush(stdout);
    fcntl(0, F_SETFL, O_NONBLOCK);
    double warm, seconds;
    while (ask(line, sizeof line))
        if (sscanf(line, "%lf %lf %lf", &rate, &warm, &seconds) == 3) play(warm, seconds);
        else fail("what is this:", line);
    return 0;
}
