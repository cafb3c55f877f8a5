/* The yardstick: the search of npuzzle/kernels/pattern_ida.py in C, line by line, and plain Manhattan IDA*
   for the 4x4. Reads its data from the file that kernels.py writes; prints a line per board: length, expanded,
   generated, seconds. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 16, BITS = 2, PER_BYTE = 4, MOST = 3, GROUPS = 3, DEEPEST = 400 };
enum { LEFT, WAY, BLANK, HISTORY, SLACK, MIRROR_SLACK, FIELDS };

static uint8_t *table, *ways;
static int32_t *follows;
static uint8_t tiles[CELLS], edges[CELLS], away[CELLS * CELLS * 4], group[CELLS], mirror_group[CELLS], lowest[16];
static int32_t goes[4], step[CELLS * 4], mirror_step[CELLS * 4], at[GROUPS], mirror_at[GROUPS];
static int32_t path[(DEEPEST + 1) * FIELDS];
static int64_t expanded, generated;
static int32_t longest;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static int entry(int32_t number) { return table[number / PER_BYTE] >> number % PER_BYTE * BITS & MOST; }

/* Return 1 if there is a path of `bound` moves. */
static int search(int32_t blank, int32_t slack, int32_t mirror_slack, int32_t bound) {
    int32_t depth = 0, peak = 1, *here = path;
    here[LEFT] = edges[blank] & ways[0];
    here[BLANK] = blank;
    here[HISTORY] = 0;
    here[SLACK] = slack;
    here[MIRROR_SLACK] = mirror_slack;
    expanded++;
    for (;;) {
        int32_t left = here[LEFT];
        blank = here[BLANK];
        if (left == 0) {
            if (depth == 0) {
                longest = peak;
                return 0;
            }
            int32_t way = here[WAY];
            depth--;
            here -= FIELDS;
            int32_t dst = here[BLANK], tile = tiles[dst];
            tiles[blank] = tile;
            at[group[tile]] -= step[tile * 4 + way];
            mirror_at[mirror_group[tile]] -= mirror_step[tile * 4 + way];
            continue;
        }
        int32_t way = lowest[left];
        here[LEFT] = left & (left - 1);
        generated++;
        int32_t src = blank + goes[way], tile = tiles[src];
        int32_t further = away[(tile * CELLS + src) * 4 + way];
        int32_t old = at[group[tile]], new = old + step[tile * 4 + way];
        slack = here[SLACK] - further - entry(new) + entry(old);
        if (slack < 0) continue;
        int32_t mirror_old = mirror_at[mirror_group[tile]], mirror_new = mirror_old + mirror_step[tile * 4 + way];
        mirror_slack = here[MIRROR_SLACK] - further - entry(mirror_new) + entry(mirror_old);
        if (mirror_slack < 0) continue;
        if (depth + 1 == bound) {
            longest = peak;
            return 1;
        }
        mirror_at[mirror_group[tile]] = mirror_new;
        tiles[blank] = tile;
        at[group[tile]] = new;
        int32_t history = follows[here[HISTORY] * 4 + way];
        depth++;
        here += FIELDS;
        here[LEFT] = edges[src] & ways[history];
        here[WAY] = way;
        here[BLANK] = src;
        here[HISTORY] = history;
        here[SLACK] = slack;
        here[MIRROR_SLACK] = mirror_slack;
        expanded++;
        if (depth >= peak) peak = depth + 1;
    }
}

static int distance(int a, int b) { return abs(a / 4 - b / 4) + abs(a % 4 - b % 4); }

static int far[CELLS][CELLS];

/* Return 1 if there is a path: depth-first, as in textbooks, without reversing the last move. */
static int manhattan(int blank, int came_from, int g, int h, int bound) {
    expanded++;
    for (int way = 0; way < 4; way++) {
        if (!(edges[blank] >> way & 1)) continue;
        int src = blank + goes[way];
        if (src == came_from) continue;
        generated++;
        int tile = tiles[src], child = h - far[tile][src] + far[tile][blank];
        if (g + 1 + child > bound) continue;
        if (child == 0) return 1;
        tiles[blank] = tile;
        int found = manhattan(src, blank, g + 1, child, bound);
        tiles[src] = tile;
        if (found) return 1;
    }
    return 0;
}

static void *read_block(FILE *file) {
    int32_t size;
    if (fread(&size, 4, 1, file) != 1) exit(2);
    void *block = malloc(size);
    if (fread(block, 1, size, file) != (size_t)size) exit(2);
    return block;
}

static void copy_block(FILE *file, void *to) {
    int32_t size;
    if (fread(&size, 4, 1, file) != 1 || fread(to, 1, size, file) != (size_t)size) exit(2);
}

/* reference FILE tables|manhattan BOARDS: BOARDS is the number of boards to solve */
int main(int count, char **words) {
    FILE *file = fopen(words[1], "rb");
    if (count != 4 || !file) return 2;
    table = read_block(file);
    copy_block(file, goes);
    copy_block(file, edges);
    copy_block(file, away);
    copy_block(file, group);
    copy_block(file, step);
    copy_block(file, mirror_group);
    copy_block(file, mirror_step);
    ways = read_block(file);
    follows = read_block(file);
    copy_block(file, lowest);
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++) far[a][b] = distance(a, b);
    for (int board = 0; board < atoi(words[3]); board++) {
        int32_t start[4]; /* blank, slack, mirror slack, bound */
        uint8_t cells[CELLS];
        copy_block(file, cells);
        copy_block(file, at);
        copy_block(file, mirror_at);
        copy_block(file, start);
        memcpy(tiles, cells, CELLS);
        expanded = generated = 0;
        double began = now();
        int found = 0;
        if (words[2][0] == 't') {
            while (!(found = search(start[0], start[1]++, start[2]++, start[3]))) start[3] += 2;
        } else {
            int h = 0;
            for (int cell = 0; cell < CELLS; cell++)
                if (cells[cell]) h += far[cells[cell]][cell];
            for (start[3] = h; !(found = manhattan(start[0], -1, 0, h, start[3])); start[3] += 2) {}
        }
        double seconds = now() - began;
        printf("%d %lld %lld %.9f %d\n", start[3], (long long)expanded, (long long)generated, seconds, longest);
    }
    return 0;
}
