package org.jshmem.examples.nonblocking;

/** The fast Fourier transform of Cooley and Tukey, in place, of as many complex numbers as a power of 2. */
final class Fourier {
    private final int size;

    /** Powers of the root of unity, as pairs of a real and an imaginary part. */
    private final double[] roots;

    Fourier(int size) {
        this.size = size;
        roots = new double[size];
        for (int i = 0; i < size / 2; i++) {
            roots[2 * i] = Math.cos(2 * Math.PI * i / size);
            roots[2 * i + 1] = -Math.sin(2 * Math.PI * i / size);
        }
    }

    /**
     * Transforms numbers.
     *
     * @param numbers pairs of a real and an imaginary part
     */
    void transform(double[] numbers) {
        reverseBits(numbers);
        for (int half = 1; half < size; half *= 2) {
            for (int start = 0; start < size; start += 2 * half) {
                combine(numbers, 2 * start, 2 * (start + half), half, size / half);
            }
        }
    }

    /** Puts each number where the bits of its index, in reverse order, say. */
    private void reverseBits(double[] numbers) {
        final int shift = Integer.numberOfLeadingZeros(size) + 1;
        for (int i = 1; i < size - 1; i++) {
            final int j = Integer.reverse(i) >>> shift;
            if (i < j) {
                swap(numbers, 2 * i, 2 * j);
                swap(numbers, 2 * i + 1, 2 * j + 1);
            }
        }
    }

    private static void swap(double[] numbers, int i, int j) {
        final double number = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = number;
    }

    /** Makes one transform of two of half its size, which begin at indices a and b. */
    private void combine(double[] numbers, int a, int b, int half, int step) {
        for (int i = 0; i < half; i++) {
            final double rootReal = roots[i * step];
            final double rootImaginary = roots[i * step + 1];
            final int even = a + 2 * i;
            final int odd = b + 2 * i;
            final double real = numbers[odd] * rootReal - numbers[odd + 1] * rootImaginary;
            final double imaginary = numbers[odd] * rootImaginary + numbers[odd + 1] * rootReal;
            numbers[odd] = numbers[even] - real;
            numbers[odd + 1] = numbers[even + 1] - imaginary;
            numbers[even] += real;
            numbers[even + 1] += imaginary;
        }
    }
}
