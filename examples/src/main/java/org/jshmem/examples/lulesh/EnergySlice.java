package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.jshmem.SymmetricDoubles;

/** Draws the lowest plane of elements where they have moved to, in the colours of their energies, by a logarithm. */
final class EnergySlice {
    /** Of the picture, in pixels, and of the gas. */
    private static final int EDGE = 480;

    private static final double LENGTH = 1.25;

    /** From the least energy that has a colour to the most: this many powers of ten. */
    private static final double RANGE = 5;

    private static final Color OUTLINE = new Color(0, 0, 0, 40);

    private final Mesh mesh;
    private final Graphics2D graphics;
    private final double most;

    private EnergySlice(Mesh mesh, Graphics2D graphics, double most) {
        this.mesh = mesh;
        this.graphics = graphics;
        this.most = most;
    }

    /** Writes a PNG file on PE 0, by which the blast is; collective. */
    static void write(File png, Mesh mesh, Nodes nodes, Elements elements) throws IOException {
        final int area = mesh.size * mesh.size;
        final int corners = mesh.edge * mesh.edge;
        try (SymmetricDoubles slice = mallocDoubles(area + 2L * corners)) {
            put(slice, 0, elements.energy, 0, area, myPe());
            put(slice, area, nodes.position[0], 0, corners, myPe());
            put(slice, area + corners, nodes.position[1], 0, corners, myPe());
            barrierAll();
            if (myPe() == 0) {
                System.setProperty("java.awt.headless", "true");
                ImageIO.write(image(mesh, slice), "png", png);
            }
            barrierAll();
        }
    }

    private static BufferedImage image(Mesh mesh, SymmetricDoubles slice) {
        final BufferedImage image = new BufferedImage(EDGE, EDGE, BufferedImage.TYPE_INT_RGB);
        final Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, EDGE, EDGE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        final EnergySlice drawing = new EnergySlice(mesh, graphics, slice.get(0));
        final int side = new Place(0, nPes()).side();
        final double[] part = new double[(int) slice.length()];
        for (int pe = 0; pe < side * side; pe++) {
            get(part, slice, pe);
            drawing.draw(part);
        }
        graphics.dispose();
        return image;
    }

    private void draw(double... part) {
        for (int row = 0; row < mesh.size; row++) {
            for (int column = 0; column < mesh.size; column++) {
                final int node = mesh.size * mesh.size + row * mesh.edge + column;
                final Path2D outline = outline(part, node, node + 1, node + 1 + mesh.edge, node + mesh.edge);
                graphics.setColor(colour(part[row * mesh.size + column] / most));
                graphics.fill(outline);
                graphics.setColor(OUTLINE);
                graphics.draw(outline);
            }
        }
    }

    private Path2D outline(double[] part, int... nodes) {
        final int rows = mesh.edge * mesh.edge;
        final Path2D path = new Path2D.Double();
        for (int node : nodes) {
            final double x = part[node] * EDGE / LENGTH;
            final double y = EDGE - part[node + rows] * EDGE / LENGTH;
            if (path.getCurrentPoint() == null) {
                path.moveTo(x, y);
            } else {
                path.lineTo(x, y);
            }
        }
        path.closePath();
        return path;
    }

    /** White, yellow, red. */
    private static Color colour(double part) {
        final float height = (float) Math.clamp(1 + Math.log10(part) / RANGE, 0, 1);
        return new Color(1, Math.min(1, 2 - 2 * height), Math.max(0, 1 - 2 * height));
    }
}
