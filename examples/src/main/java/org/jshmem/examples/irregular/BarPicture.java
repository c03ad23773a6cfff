package org.jshmem.examples.irregular;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** Draws a bar for each PE, and a line for their mean. Needs fonts on the machine, but no display. */
final class BarPicture {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 240;
    private static final int LEFT = 16;
    private static final int RIGHT = 464;
    private static final int TOP = 28;
    private static final int BOTTOM = 208;
    private static final int MOST_LABELS = 16;
    private static final Color BAR = new Color(70, 130, 180);

    private BarPicture() {}

    /**
     * Writes a PNG file.
     *
     * @param png the file
     * @param title what the bars are
     * @param values one for each PE
     */
    static void write(File png, String title, long... values) throws IOException {
        System.setProperty("java.awt.headless", "true");
        final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_INDEXED);
        final Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        draw(graphics, values);
        graphics.setColor(Color.BLACK);
        graphics.drawString(title, LEFT, TOP - 10);
        graphics.dispose();
        ImageIO.write(image, "png", png);
    }

    private static void draw(Graphics2D graphics, long... values) {
        final long most = Math.max(1, Arrays.stream(values).max().orElse(0));
        final int labelEvery = (values.length + MOST_LABELS - 1) / MOST_LABELS;
        for (int pe = 0; pe < values.length; pe++) {
            final int left = x(pe, values.length);
            final int width = Math.max(1, (x(pe + 1, values.length) - left) * 3 / 4);
            final int height = height(values[pe], most);
            graphics.setColor(BAR);
            graphics.fillRect(left, BOTTOM - height, width, height);
            if (pe % labelEvery == 0) {
                graphics.setColor(Color.BLACK);
                graphics.drawString("PE " + pe, left, BOTTOM + 18);
            }
        }
        final int mean = BOTTOM - height(Arrays.stream(values).sum() / values.length, most);
        graphics.setColor(Color.RED);
        graphics.drawLine(LEFT, mean, RIGHT, mean);
    }

    private static int x(int pe, int pes) {
        return LEFT + (RIGHT - LEFT) * pe / pes;
    }

    private static int height(long value, long most) {
        return (int) ((BOTTOM - TOP) * value / most);
    }
}
