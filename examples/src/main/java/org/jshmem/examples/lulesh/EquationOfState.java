package org.jshmem.examples.lulesh;

/**
 * Energy, pressure, viscosity and speed of sound of the elements after their volumes have changed: a step of the energy
 * to the middle, with the pressure there a better one to the end, and one more. The gas has an adiabatic index of 5/3.
 */
final class EquationOfState {
    private static final double ENERGY_CUT = 1e-7;
    private static final double PRESSURE_CUT = 1e-7;
    private static final double VISCOSITY_CUT = 1e-7;
    private static final double LEAST_ENERGY = -1e15;
    private static final double LEAST_VOLUME = 1e-9;
    private static final double LARGEST_VOLUME = 1e9;
    private static final double SLOPE = 2.0 / 3;
    private static final double LEAST_SQUARE = .1111111e-36;
    private static final double LEAST_SPEED = .3333333e-18;

    private final Regions regions;
    private final Elements elements;
    private final double[] energy;
    private final double[] pressure;
    private final double[] viscosity;
    private final double[] speed;

    EquationOfState(Regions regions, Elements elements) {
        this.regions = regions;
        this.elements = elements;
        this.energy = new double[elements.energy.length];
        this.pressure = new double[elements.energy.length];
        this.viscosity = new double[elements.energy.length];
        this.speed = new double[elements.energy.length];
    }

    /** Computes all elements, those of expensive regions repeatedly. */
    void compute() {
        for (int region = 0; region < regions.count(); region++) {
            final int[] places = regions.elements(region);
            for (int repetition = 0; repetition < regions.cost(region); repetition++) {
                for (int i = 0; i < places.length; i++) {
                    compute(places[i], i);
                }
            }
            store(places);
        }
    }

    private void compute(int element, int index) {
        final double v = Math.min(Math.max(elements.nextVolume[element], LEAST_VOLUME), LARGEST_VOLUME);
        final double change = elements.volumeChange[element];
        final double middle = v - 0.5 * change;
        final double oldStress = elements.pressure[element] + elements.viscosity[element];
        final double linear = elements.linearViscosity[element];
        final double quadratic = elements.quadraticViscosity[element];
        final boolean grows = change > 0;

        double e = Math.max(elements.energy[element] - 0.5 * change * oldStress, LEAST_ENERGY);
        final double pMiddle = pressure(e, middle);
        double q = grows ? 0 : speed(e, pMiddle, middle) * linear + quadratic;
        e = cut(e + 0.5 * change * (3 * oldStress - 4 * (pMiddle + q)));
        double p = pressure(e, v);
        final double qEnd = grows ? 0 : speed(e, p, v) * linear + quadratic;
        e = cut(e - (7 * oldStress - 8 * (pMiddle + q) + (p + qEnd)) * change * (1.0 / 6));
        p = pressure(e, v);
        final double c = speed(e, p, v);
        if (!grows) {
            q = c * linear + quadratic;
            q = Math.abs(q) < VISCOSITY_CUT ? 0 : q;
        }
        energy[index] = e;
        pressure[index] = p;
        viscosity[index] = q;
        speed[index] = c;
    }

    private static double cut(double energy) {
        return Math.abs(energy) < ENERGY_CUT ? 0 : Math.max(energy, LEAST_ENERGY);
    }

    private static double pressure(double energy, double volume) {
        final double pressure = volume >= LARGEST_VOLUME ? 0 : SLOPE / volume * energy;
        return pressure < PRESSURE_CUT ? 0 : pressure;
    }

    private static double speed(double energy, double pressure, double volume) {
        final double square = SLOPE * energy + volume * SLOPE * pressure;
        return square <= LEAST_SQUARE ? LEAST_SPEED : Math.sqrt(square);
    }

    private void store(int... places) {
        for (int i = 0; i < places.length; i++) {
            final int element = places[i];
            elements.energy[element] = energy[i];
            elements.pressure[element] = pressure[i];
            elements.viscosity[element] = viscosity[i];
            elements.soundSpeed[element] = speed[i];
        }
    }
}
