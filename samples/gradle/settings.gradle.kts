rootProject.name = "ring"
