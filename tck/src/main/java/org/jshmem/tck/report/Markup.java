package org.jshmem.tck.report;

/** Text in XML and HTML. */
final class Markup {
    private Markup() {}

    /** Text as content or as an attribute; characters that XML has no way to write become question marks. */
    static String escaped(String text) {
        final StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append('\n');
                case '\t' -> escaped.append('\t');
                default -> escaped.appendCodePoint(isOfXml(character) ? character : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean isOfXml(int character) {
        return character >= ' ' && !Character.isISOControl(character) && character < 0xD800
                || character > 0xDFFF && character < 0xFFFE
                || character > 0xFFFF;
    }
}
