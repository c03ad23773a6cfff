package org.jshmem.examples.minimd;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Locale;
import javax.imageio.ImageIO;

/** Draws the temperature over the steps. Needs fonts on the machine, but no display. */
final class TemperaturePlot {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 280;
    private static final int LEFT = 44;
    private static final int RIGHT = 460;
    private static final int TOP = 24;
    private static final int BOTTOM = 240;
    private static final double HIGHEST = 1.5;
    private static final double GRID = 0.25;
    private static final int GRID_COLUMNS = 4;

    private final Graphics2D graphics;
    private final double[] temperatures;

    private TemperaturePlot(Graphics2D graphics, double[] temperatures) {
        this.graphics = graphics;
        this.temperatures = temperatures;
    }

    /**
     * Writes a PNG file.
     *
     * @param temperatures after 0, 1, 2 … steps, up to 1.5
     */
    static void write(File png, double[] temperatures) throws IOException {
        System.setProperty("java.awt.headless", "true");
        final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_INDEXED);
        final Graphics2D graphics = image.createGraphics();
        new TemperaturePlot(graphics, temperatures).draw();
        graphics.dispose();
        ImageIO.write(image, "png", png);
    }

    private void draw() {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        drawGrid();
        drawCurve();
    }

    private void drawGrid() {
        for (double temperature = 0; temperature <= HIGHEST; temperature += GRID) {
            final int y = (int) y(temperature);
            drawLine(LEFT, y, RIGHT, y);
            graphics.drawString(String.format(Locale.ROOT, "%.2f", temperature), LEFT - 34, y + 4);
        }
        for (int i = 0; i <= GRID_COLUMNS; i++) {
            final int step = (temperatures.length - 1) * i / GRID_COLUMNS;
            final int x = (int) x(step);
            drawLine(x, TOP, x, BOTTOM);
            graphics.drawString(Integer.toString(step), x - 8, BOTTOM + 16);
        }
        graphics.drawString("temperature", LEFT, TOP - 8);
        graphics.drawString("step", (LEFT + RIGHT) / 2, HEIGHT - 8);
    }

    private void drawLine(int x0, int y0, int x1, int y1) {
        graphics.setColor(Color.LIGHT_GRAY);
        graphics.drawLine(x0, y0, x1, y1);
        graphics.setColor(Color.BLACK);
    }

    private void drawCurve() {
        final Path2D curve = new Path2D.Double();
        curve.moveTo(x(0), y(temperatures[0]));
        for (int step = 1; step < temperatures.length; step++) {
            curve.lineTo(x(step), y(temperatures[step]));
        }
        graphics.setStroke(new BasicStroke(1.5f));
        graphics.setColor(Color.RED);
        graphics.draw(curve);
    }

    private double x(int step) {
        return LEFT + (RIGHT - LEFT) * (double) step / Math.max(1, temperatures.length - 1);
    }

    private static double y(double temperature) {
        return BOTTOM - (BOTTOM - TOP) * temperature / HIGHEST;
    }
}
