// The program of ../maven by Gradle: gradle test, gradle run
plugins {
    application
}

repositories {
    mavenLocal()
    mavenCentral()
}

java {
    toolchain { languageVersion = JavaLanguageVersion.of(25) }
}

sourceSets {
    main { java.setSrcDirs(listOf("../maven/src/main/java")) }
    test { java.setSrcDirs(listOf("../maven/src/test/java")) }
}

dependencies {
    implementation(platform("org.jshmem:jshmem-bom:0.1.0-SNAPSHOT"))
    implementation("org.jshmem:jshmem")
    implementation("org.jshmem:launcher")
    testImplementation("org.jshmem:jshmem-junit")
}

application {
    mainClass = "ring.Start"
}

tasks.test {
    useJUnitPlatform()
}
