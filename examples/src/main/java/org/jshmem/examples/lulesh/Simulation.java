package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import java.io.File;
import java.io.IOException;

/** The blast wave; made, used and closed by all PEs together. */
final class Simulation implements AutoCloseable {
    /** Energy of the blast in a cube with as many elements along an edge. */
    private static final double ENERGY = 3.948746e7;

    private static final double EDGE = 45;

    private final Mesh mesh;
    private final Nodes nodes;
    private final Elements elements;
    private final NodalForces forces;
    private final Kinematics kinematics;
    private final Viscosity viscosity;
    private final EquationOfState state;
    private final Halo forceHalo;
    private final Halo motionHalo;
    private final Halo gradientHalo;
    private final TimeStep timeStep;

    /**
     * The gas at rest, with all energy in the element at the origin.
     *
     * @param size elements in each direction of a PE's cube
     * @param exchanges makes what PEs exchange data by
     */
    Simulation(int size, BorderExchange.Maker exchanges) {
        final Place place = new Place(myPe(), nPes());
        mesh = new Mesh(size, place);
        nodes = new Nodes(mesh, place);
        elements = new Elements(mesh);
        forces = new NodalForces(mesh, nodes, elements);
        kinematics = new Kinematics(mesh, nodes, elements);
        viscosity = new Viscosity(mesh, elements);
        state = new EquationOfState(new Regions(mesh.elements, myPe()), elements);
        forceHalo = new Halo(exchanges, 0, mesh, Place.AXES);
        motionHalo = new Halo(exchanges, 1, mesh, 2 * Place.AXES);
        gradientHalo = new Halo(exchanges, 2, mesh, Place.AXES);
        connect(place);
        kinematics.fill();
        shareMasses();
        final double energy = ENERGY * Math.pow(size * place.side() / EDGE, Place.AXES);
        if (place.isFirst()) {
            elements.energy[0] = energy;
        }
        timeStep = new TimeStep(0.5 * Math.cbrt(elements.mass[0]) / Math.sqrt(2 * energy));
        barrierAll();
    }

    /** Forces are added up; a shared node moves as on the highest PE; gradients are needed behind faces. */
    private void connect(Place place) {
        for (Border border : Border.all(mesh, place)) {
            forceHalo.sendTo(border, border.nodes());
            forceHalo.receiveFrom(border, border.nodes());
            if (border.isToHigher()) {
                motionHalo.receiveFrom(border, border.nodes());
            } else {
                motionHalo.sendTo(border, border.nodes());
            }
            if (border.isFace()) {
                gradientHalo.sendTo(border, border.elements(mesh));
                gradientHalo.receiveFrom(border, border.ghosts(mesh));
            }
        }
    }

    private void shareMasses() {
        forceHalo.expect(1);
        forceHalo.send(nodes.mass);
        forceHalo.add(nodes.mass);
    }

    double[] energies() {
        return elements.energy;
    }

    boolean isAtEnd() {
        return timeStep.isAtEnd();
    }

    int iterations() {
        return timeStep.iterations();
    }

    /** Makes one step; collective. */
    void step() {
        timeStep.next();
        moveNodes();
        changeElements();
        timeStep.limit(elements);
    }

    private void moveNodes() {
        forceHalo.expect(Place.AXES);
        forces.compute();
        forceHalo.send(nodes.force);
        forceHalo.add(nodes.force);
        motionHalo.expect(2 * Place.AXES);
        nodes.move(timeStep.length());
        motionHalo.send(nodes.motion);
        motionHalo.set(nodes.motion);
    }

    private void changeElements() {
        gradientHalo.expect(Place.AXES);
        kinematics.compute(timeStep.length());
        gradientHalo.send(elements.gradients);
        gradientHalo.set(elements.gradients);
        viscosity.compute();
        state.compute();
        elements.update();
    }

    /** Draws the energies; collective. */
    void draw(File png) throws IOException {
        EnergySlice.write(png, mesh, nodes, elements);
    }

    @Override
    public void close() {
        forceHalo.close();
        motionHalo.close();
        gradientHalo.close();
    }
}
