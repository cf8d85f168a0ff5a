/* IDA* with Manhattan distance on the 15-puzzle, as a peer for research/kernels/sliding/ida_star.py.
 *
 * Plain recursion over an array of tiles, changes of h by table, the parent's move excluded, blank order
 * U L R D, the root counted once, the end when the goal is generated. Reads lines of 16 numbers, the goal is
 * 0 to 15 in order. Prints generated nodes, the sum of the lengths and the CPU seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int to_of[16][4], count_of[16];
static int8_t change[16][16][16];
static uint8_t tiles[16];
static uint64_t generated;
static int bound, next_bound;

static int distance(int tile, int cell) {
    return tile ? abs(tile / 4 - cell / 4) + abs(tile % 4 - cell % 4) : 0;
}

static int dive(int blank, int came_from, int g, int h) {
    for (int i = 0; i < count_of[blank]; i++) {
        int to = to_of[blank][i];
        if (to == came_from)
            continue;
        generated++;
        int tile = tiles[to], child_h = h + change[tile][to][blank];
        int f = g + 1 + child_h;
        if (f > bound) {
            if (f < next_bound)
                next_bound = f;
            continue;
        }
        if (child_h == 0)
            return g + 1;
        tiles[blank] = tile;
        tiles[to] = 0;
        int found = dive(to, blank, g + 1, child_h);
        tiles[to] = tile;
        tiles[blank] = 0;
        if (found)
            return found;
    }
    return 0;
}

int main(void) {
    for (int cell = 0; cell < 16; cell++) {
        int near[4] = {cell >= 4 ? cell - 4 : -1, cell % 4 ? cell - 1 : -1, cell % 4 < 3 ? cell + 1 : -1,
                       cell < 12 ? cell + 4 : -1};
        for (int i = 0; i < 4; i++)
            if (near[i] >= 0)
                to_of[cell][count_of[cell]++] = near[i];
        for (int tile = 0; tile < 16; tile++)
            for (int to = 0; to < 16; to++)
                change[tile][cell][to] = distance(tile, to) - distance(tile, cell);
    }
    int total = 0, number;
    clock_t started = clock();
    while (scanf("%d", &number) == 1) {
        int h = 0, blank = 0, found = 0;
        for (int cell = 0; cell < 16; cell++) {
            if (cell && scanf("%d", &number) != 1)
                return 1;
            tiles[cell] = number;
            h += distance(number, cell);
            if (!number)
                blank = cell;
        }
        generated++;
        for (bound = h; !found; bound = next_bound) {
            next_bound = 1 << 20;
            found = dive(blank, -1, 0, h);
        }
        total += found;
    }
    printf("%llu %d %.6f\n", (unsigned long long)generated, total, (double)(clock() - started) / CLOCKS_PER_SEC);
    return 0;
}
