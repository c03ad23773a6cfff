package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.jshmem.SymmetricDoubles;

/** Draws the energies in the plane of elements at the origin, on a logarithmic scale. */
final class EnergySlice {
    private static final int EDGE = 480;

    /** From the least energy drawn to the most: this many powers of ten. */
    private static final double RANGE = 5;

    /** Hue of the least energy; the most is 0, red. */
    private static final float BLUE = 0.67f;

    private EnergySlice() {}

    /**
     * Writes a PNG file on PE 0; collective.
     *
     * @param energies of this PE's elements
     * @param size elements in each direction of a PE's cube
     */
    static void write(File png, double[] energies, int size) throws IOException {
        final int area = size * size;
        try (SymmetricDoubles slice = mallocDoubles(area)) {
            put(slice, 0, energies, 0, area, myPe());
            barrierAll();
            if (myPe() == 0) {
                System.setProperty("java.awt.headless", "true");
                ImageIO.write(draw(collect(slice, size), size), "png", png);
            }
            barrierAll();
        }
    }

    /** The energies on PEs of the first plane, each PE's one after another. */
    private static double[] collect(SymmetricDoubles slice, int size) {
        final int side = new Place(0, nPes()).side();
        final int area = size * size;
        final double[] all = new double[side * side * area];
        for (int pe = 0; pe < side * side; pe++) {
            get(all, pe * area, slice, 0, area, pe);
        }
        return all;
    }

    private static BufferedImage draw(double[] energies, int size) {
        final int side = new Place(0, nPes()).side();
        double most = 0;
        for (double energy : energies) {
            most = Math.max(most, energy);
        }
        final BufferedImage image = new BufferedImage(EDGE, EDGE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < EDGE; y++) {
            for (int x = 0; x < EDGE; x++) {
                final int row = (EDGE - 1 - y) * side * size / EDGE;
                final int column = x * side * size / EDGE;
                final int pe = row / size * side + column / size;
                final double energy = energies[(pe * size + row % size) * size + column % size];
                image.setRGB(x, y, colour(energy / most));
            }
        }
        return image;
    }

    private static int colour(double part) {
        final double height = Math.min(1, Math.max(0, 1 + Math.log10(part) / RANGE));
        return Color.HSBtoRGB((float) (BLUE * (1 - height)), 1, (float) Math.min(1, height * 4 + 0.1));
    }
}
