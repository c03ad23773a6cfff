package org.jshmem.launcher;

import java.nio.file.Path;
import java.util.List;

/**
 * The program that every PE runs.
 *
 * @param mainClass its binary name
 * @param classPath what follows the runtime's own jars on the class path
 * @param arguments passed to its main
 */
record Program(String mainClass, List<Path> classPath, List<String> arguments) {}
