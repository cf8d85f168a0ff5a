/* A contest architect: a binary tree maze, each cell open to the north or the west, by a coin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int size;
    unsigned seed;
    if (scanf("%d %u", &size, &seed) != 2 || size < 2) return 1;
    int sides = size * (size - 1);
    char *south = malloc(sides + 1), *east = malloc(sides + 1);
    memset(south, '1', sides), memset(east, '1', sides);
    south[sides] = east[sides] = 0;
    for (int row = 0; row < size; row++)
        for (int col = 0; col < size; col++) {
            seed = seed * 1664525u + 1013904223u; /* Numerical Recipes */
            int north = row && (!col || seed >> 31);
            if (north) south[(row - 1) * size + col] = '0';
            else if (col) east[row * (size - 1) + col - 1] = '0';
        }
    printf("%d\n%d %d\n0 %d\n%s\n%s\n", size, size - 1, 0, size - 1, south, east);
    return 0;
}
