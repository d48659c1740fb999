/* One layer of a small convolutional network. C, since only C can be built for several kinds of processor at once. */
#ifndef CCONVOLUTION_H
#define CCONVOLUTION_H

/* What a layer is. Rows, columns and the like count what they say; none is negative. */
typedef struct {
    int rows;
    int columns;
    /* Numbers a cell has on its way in, and on its way out: 8 or a multiple of 16. */
    int inputs;
    int outputs;
    int row_stride;
    int column_stride;
    /* So many blank rows are added above and below; at the sides as many columns as keep the line's length. */
    int above;
    /* Whether what is negative stays so. */
    int keeps_negative;
    /* By block of 16 outputs. */
    const float *biases;
    /* By block, row, column and input, 16 outputs each. */
    const float *weights;
} ConvolutionLayer;

/* cells: rows × columns × inputs numbers. out: as many as come of them. Gives the same on every processor. */
void convolution_apply(const ConvolutionLayer *layer, const float *cells, int rows, int columns, float *out);

#endif
