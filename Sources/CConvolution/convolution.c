#include "CConvolution.h"

#include <string.h>

/* No fused multiply-add: results would differ in the last bit between processors. */
#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__) && defined(__linux__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#define WIDTH 16
/* How many cells are computed together: their sums are independent, and fit into the registers. */
#define SHARING 4

typedef float Block __attribute__((vector_size(WIDTH * sizeof(float)), aligned(sizeof(float))));

static inline __attribute__((always_inline)) void store(
    const ConvolutionLayer *layer, int block, const Block *sums, float *out)
{
    Block sum = *sums;
    int count = layer->outputs < WIDTH ? layer->outputs : WIDTH;
    if (!layer->keeps_negative) sum = (Block)((sum > 0) & (__typeof__(sum > 0))sum);
    memcpy(out + block * WIDTH, &sum, (size_t)count * sizeof(float));
}

FOR_EACH_PROCESSOR
void convolution_apply(const ConvolutionLayer *layer, const float *cells, int rows, int columns, float *out)
{
    int inputs = layer->inputs, width = columns / layer->column_stride;
    int height = (rows + 2 * layer->above - layer->rows) / layer->row_stride + 1;
    int blocks = (layer->outputs + WIDTH - 1) / WIDTH, step = layer->column_stride * inputs;
    const Block *all = (const Block *)layer->weights, *biases = (const Block *)layer->biases;
    for (int y = 0; y < height; y++) {
        int top = y * layer->row_stride - layer->above;
        int first = top < 0 ? -top : 0, last = rows - top < layer->rows ? rows - top : layer->rows;
        for (int x = 0; x < width; x++) {
            int left = x * layer->column_stride - layer->columns / 2;
            int last_left = left + (SHARING - 1) * layer->column_stride;
            /* Neighbouring cells share each weight, unless the kernel extends over an edge. */
            int is_inside = left >= 0 && x + SHARING <= width && last_left + layer->columns <= columns;
            int start = (left < 0 ? -left : 0) * inputs;
            int end = (columns - left < layer->columns ? columns - left : layer->columns) * inputs;
            float *place = out + (size_t)(y * width + x) * (size_t)layer->outputs;
            for (int block = 0; block < blocks; block++) {
                Block sums[SHARING];
                for (int near = 0; near < SHARING; near++) sums[near] = biases[block];
                for (int row = first; row < last; row++) {
                    const float *cell = cells + ((long)(top + row) * columns + left) * inputs;
                    const Block *weights = all + (long)(block * layer->rows + row) * layer->columns * inputs;
                    if (is_inside) {
                        for (int index = 0; index < end; index++) {
                            for (int near = 0; near < SHARING; near++) {
                                sums[near] += weights[index] * cell[index + near * step];
                            }
                        }
                    } else {
                        for (int index = start; index < end; index++) sums[0] += weights[index] * cell[index];
                    }
                }
                for (int near = 0; near < (is_inside ? SHARING : 1); near++) {
                    store(layer, block, &sums[near], place + near * layer->outputs);
                }
            }
            if (is_inside) x += SHARING - 1;
        }
    }
}
