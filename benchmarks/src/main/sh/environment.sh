# What bin/bench and bin/compare share; sourced with $root set. Sets $java (a JDK 25) and $class_path.

benchmarks=$root/benchmarks/target

is_java_25() {
    [[ -x $1 ]] && "$1" -version 2>&1 | grep -q 'version "25'
}

find_java() {
    local candidate
    for candidate in "${JAVA_HOME-}/bin/java" "$(command -v java || true)" \
        /usr/lib/jvm/*/bin/java /opt/*/bin/java "$HOME"/.sdkman/candidates/java/*/bin/java "$HOME"/.jdks/*/bin/java; do
        if is_java_25 "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    echo "No JDK 25 found: set JAVA_HOME." >&2
    return 1
}

# Builds this module and what it needs, unless that is done and nothing has changed since.
build_java() {
    if [[ ! -d $benchmarks/lib ]] || changed_since_build; then
        echo "building the benchmarks" >&2
        (cd "$root" && mvn -q -DskipTests -pl benchmarks,distribution -am package)
        touch "$benchmarks/lib"
    fi
    class_path=$benchmarks/classes$(printf ':%s' "$benchmarks"/lib/*.jar)
}

changed_since_build() {
    [[ -n $(find "$root" -path '*/target' -prune -o \( -path '*/src/*' -o -name pom.xml \) -type f \
        -newer "$benchmarks/lib" -print -quit) ]]
}

java=$(find_java)
