#include "drawing.h"
#include <chafa.h>
#include <string.h>

/// The output of a method is the same for all terminals that have it, so one of them is named.
static ChafaTermInfo *terminal_of(ECallDrawingMethod method) {
    char *kitty[] = {"TERM=xterm-kitty", NULL};
    char *sixels[] = {"TERM=mlterm", NULL};
    char *characters[] = {"TERM=xterm-256color", "COLORTERM=truecolor", NULL};
    ChafaTermDb *terminals = chafa_term_db_get_default();
    return chafa_term_db_detect(terminals, method == ECALL_DRAW_KITTY    ? kitty
                                           : method == ECALL_DRAW_SIXELS ? sixels
                                                                         : characters);
}

static ChafaCanvasConfig *configuration_of(const ECallDrawing *drawing, int columns, int rows) {
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_cell_geometry(config, drawing->cell_width, drawing->cell_height);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    // Speed: pictures are small and soon replaced.
    chafa_canvas_config_set_work_factor(config, 0.2f);
    if (drawing->method == ECALL_DRAW_CHARACTERS) {
        ChafaSymbolMap *symbols = chafa_symbol_map_new();
        chafa_symbol_map_add_by_tags(symbols, drawing->ascii ? CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII
                                                             : CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID |
                                                                   CHAFA_SYMBOL_TAG_VHALF | CHAFA_SYMBOL_TAG_QUAD);
        chafa_canvas_config_set_symbol_map(config, symbols);
        chafa_symbol_map_unref(symbols);
        chafa_canvas_config_set_canvas_mode(config, drawing->colours > 256   ? CHAFA_CANVAS_MODE_TRUECOLOR
                                                    : drawing->colours > 16 ? CHAFA_CANVAS_MODE_INDEXED_240
                                                                            : CHAFA_CANVAS_MODE_INDEXED_16);
    } else {
        chafa_canvas_config_set_pixel_mode(
            config, drawing->method == ECALL_DRAW_KITTY ? CHAFA_PIXEL_MODE_KITTY : CHAFA_PIXEL_MODE_SIXELS);
        chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
    }
    return config;
}

char *ecall_draw(const uint8_t *pixels, int width, int height, const ECallDrawing *drawing, int *columns, int *rows) {
    if (width < 1 || height < 1 || drawing->columns < 1 || drawing->rows < 1 || drawing->cell_width < 1 ||
        drawing->cell_height < 1)
        return NULL;
    *columns = drawing->columns;
    *rows = drawing->rows;
    chafa_calc_canvas_geometry(width, height, columns, rows, (gfloat)drawing->cell_width / drawing->cell_height, TRUE,
                               FALSE);
    if (*columns < 1 || *rows < 1)
        return NULL;
    ChafaCanvasConfig *config = configuration_of(drawing, *columns, *rows);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    ChafaTermInfo *terminal = terminal_of(drawing->method);
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGB8, pixels, width, height, width * 3);
    GString *drawn = chafa_canvas_print(canvas, terminal);
    char *text = drawn != NULL ? g_string_free(drawn, FALSE) : NULL;
    chafa_term_info_unref(terminal);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    return text;
}

void ecall_drawn_free(char *text) { g_free(text); }
