import static org.jshmem.Shmem.*;

import java.awt.Color;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import org.jshmem.SymmetricInts;

static final int WIDTH = 480;
static final int HEIGHT = 320;
static final int MOST_STEPS = 400;

void main() throws IOException {
    try (var _ = init();
            SymmetricInts picture = mallocInts(WIDTH * HEIGHT)) {
        final int[] line = new int[WIDTH];
        long mine = 0;
        for (int y = myPe(); y < HEIGHT; y += nPes()) {
            for (int x = 0; x < WIDTH; x++) {
                line[x] = steps(-2.2 + 3.3 * x / WIDTH, -1.1 + 2.2 * y / HEIGHT);
                mine += line[x];
            }
            put(picture, y * WIDTH, line, 0, WIDTH, 0);
        }
        final long all = sumReduce(TEAM_WORLD, mine);
        IO.println("PE " + myPe() + " made " + mine + " of " + all + " steps");
        barrierAll();
        if (myPe() == 0) {
            ImageIO.write(draw(picture), "png", new File("mandelbrot.png"));
        }
    }
}

/** How many steps the point stays within the circle of radius 2. */
int steps(double real, double imaginary) {
    double x = 0;
    double y = 0;
    int steps = 0;
    while (steps < MOST_STEPS && x * x + y * y <= 4) {
        final double next = x * x - y * y + real;
        y = 2 * x * y + imaginary;
        x = next;
        steps++;
    }
    return steps;
}

BufferedImage draw(SymmetricInts picture) {
    final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        final float shade = (float) (Math.log(picture.get(i)) / Math.log(MOST_STEPS));
        final float brightness = shade < 1 ? (float) Math.sqrt(shade) : 0;
        image.setRGB(i % WIDTH, i / WIDTH, Color.HSBtoRGB(0.65f - 0.6f * shade, 0.8f, brightness));
    }
    return image;
}
