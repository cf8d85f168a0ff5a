/* A contest player for `session`: it keeps its right hand on the wall, heading north at first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

static int next_line(void) { return fgets(line, sizeof line, stdin) != NULL; }

int main(void) {
    const int rows[4] = {-1, 0, 1, 0}, cols[4] = {0, 1, 0, -1}; /* north, east, south, west */
    int heading = 0;
    for (;;) {
        int row, col, open[4] = {0, 0, 0, 0};
        for (int skipped = 0; skipped < 5; skipped++)
            if (!next_line()) return 0;
        if (!next_line() || sscanf(line, "%d %d", &row, &col) != 2) return 1;
        if (!next_line()) return 1;
        for (char *choice = strtok(line, ",\n"); choice; choice = strtok(NULL, ",\n")) {
            int r, c;
            if (sscanf(choice, "%d %d", &r, &c) != 2) return 1;
            for (int side = 0; side < 4; side++)
                if (r == row + rows[side] && c == col + cols[side]) open[side] = 1;
        }
        heading = (heading + 1) % 4;
        for (int turns = 0; turns < 4 && !open[heading]; turns++) heading = (heading + 3) % 4;
        printf("%d %d\n", row + rows[heading], col + cols[heading]);
        fflush(stdout);
    }
}
