# What bin/bench and bin/compare share; sourced with $root set. build_java sets $java and $class_path.

distribution=$root/build/distribution/target/jshmem
built=$root/benchmarks/target/lib

# Builds the distribution and this module, unless that is done and no source has changed since.
build_java() {
    if [[ ! -r $distribution/lib/java-home || ! -d $built ]] || changed_since_build; then
        echo "building (mvn package)" >&2
        local start
        start=$(date +%s.%N) # sources that change from now on may not be part of it
        mvn -q -f "$root/pom.xml" -Dquick -DskipTests -pl benchmarks,build/distribution -am package
        touch -d "@$start" "$built"
    fi
    java=$(< "$distribution/lib/java-home")/bin/java
    class_path=$root/benchmarks/target/classes$(printf ':%s' "$built"/*.jar)
}

changed_since_build() {
    [[ -n $(find "$root" -name target -prune -o \( -path '*/src/*' -o -name pom.xml \) -type f -newer "$built" -print -quit) ]]
}
