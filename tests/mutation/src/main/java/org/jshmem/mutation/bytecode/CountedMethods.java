package org.jshmem.mutation.bytecode;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Which methods of a class have code that somebody wrote and that does more than make text. */
final class CountedMethods {
    private static final Pattern LEFT_OUT =
            Pattern.compile("toString|describe\\w*|equals|hashCode|values|valueOf|\\$values");
    private static final String LAMBDA = "lambda$";

    private CountedMethods() {}

    static List<MethodModel> of(ClassModel model) {
        if (model.isModuleInfo()
                || model.flags().has(AccessFlag.SYNTHETIC)
                || model.thisClass().asInternalName().endsWith("package-info")) {
            return List.of();
        }
        final List<MethodModel> methods = new ArrayList<>();
        for (MethodModel method : model.methods()) {
            if (method.code().isPresent() && isCounted(model, method)) {
                methods.add(method);
            }
        }
        return methods;
    }

    private static boolean isCounted(ClassModel model, MethodModel method) {
        final String name = method.methodName().stringValue();
        final boolean isSynthetic = method.flags().has(AccessFlag.SYNTHETIC) && !name.startsWith(LAMBDA);
        return !isSynthetic
                && !LEFT_OUT.matcher(name).matches()
                && !isAccessor(model, method)
                && !TextCode.isThrowable(method.methodTypeSymbol().returnType().displayName());
    }

    private static boolean isAccessor(ClassModel model, MethodModel method) {
        return method.methodTypeSymbol().parameterCount() == 0
                && model.findAttribute(Attributes.record())
                        .map(record -> record.components().stream()
                                .map(RecordComponentInfo::name)
                                .anyMatch(method.methodName()::equals))
                        .orElse(false);
    }
}
