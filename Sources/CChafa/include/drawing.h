// Pictures as text for a terminal, by libchafa; without the types of its library.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
    /// Characters in two colours each; every terminal.
    ECALL_DRAW_CHARACTERS,
    ECALL_DRAW_SIXELS,
    /// The graphics protocol of kitty.
    ECALL_DRAW_KITTY,
} ECallDrawingMethod;

typedef struct {
    ECallDrawingMethod method;
    /// For characters: 16, 256, or more for all.
    int colours;
    /// Characters of ASCII alone, where the terminal does not speak UTF-8.
    int ascii;
    /// The cells that the picture may take.
    int columns, rows;
    /// The size of a cell, in pixels.
    int cell_width, cell_height;
} ECallDrawing;

/// The text that draws a picture of rows of red, green and blue bytes, fitted into the cells; one line a row for
/// characters. Sets the cells that it takes. NULL when it cannot be drawn. Freed by `ecall_drawn_free`.
char *ecall_draw(const uint8_t *pixels, int width, int height, const ECallDrawing *drawing, int *columns, int *rows);
void ecall_drawn_free(char *text);
