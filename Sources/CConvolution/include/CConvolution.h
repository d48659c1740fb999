/* One layer of a small convolutional network. In C, because only C can be compiled for several processor generations at
 * once. */
#ifndef CCONVOLUTION_H
#define CCONVOLUTION_H

/* The parameters of a layer; none is negative. */
typedef struct {
    int rows;
    int columns;
    /* Features per cell of the input, and of the output: 8 or a multiple of 16. */
    int inputs;
    int outputs;
    int row_stride;
    int column_stride;
    /* How many blank rows are added above and below; at the sides, as many columns are added as keep the width. */
    int above;
    /* Whether negative outputs are kept instead of set to 0. */
    int keeps_negative;
    /* In blocks of 16 outputs. */
    const float *biases;
    /* By block, row, column and input, 16 outputs each. */
    const float *weights;
} ConvolutionLayer;

/* cells: rows × columns × inputs numbers. out: the numbers of all output cells. The result is the same on every
 * processor. */
void convolution_apply(const ConvolutionLayer *layer, const float *cells, int rows, int columns, float *out);

#endif
