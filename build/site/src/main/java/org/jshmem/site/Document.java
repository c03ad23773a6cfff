package org.jshmem.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A document in Markdown, as HTML whose links lead to pages of the site. */
final class Document {
    /** A heading of the second level, the anchor that leads to it, and the words below. */
    record Part(String title, String anchor, StringBuilder words) {}

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();
    private static final Pattern SOURCE = Pattern.compile("(src|href)=\"([^\"]*)\"");

    private final Path source;
    private final UnaryOperator<String> links;
    private final Javadoc javadoc;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder introduction = new StringBuilder();
    private final String html;
    private String title = "";
    private boolean hasDiagrams;

    /**
     * @param source where the document is
     * @param text the document
     * @param links gives the link of the page for one of the document
     * @param javadoc what names in code lead to
     */
    Document(Path source, String text, UnaryOperator<String> links, Javadoc javadoc) {
        this.source = source;
        this.links = links;
        this.javadoc = javadoc;
        final Node node = PARSER.parse(text);
        node.accept(new Links());
        html = RENDERER.render(node)
                .replace("<table>", "<div class=\"wide\"><table>")
                .replace("</table>", "</table></div>");
    }

    Path source() {
        return source;
    }

    String title() {
        return title;
    }

    /** The words before the first part. */
    String introduction() {
        return introduction.toString();
    }

    List<Part> parts() {
        return parts;
    }

    boolean hasDiagrams() {
        return hasDiagrams;
    }

    String html() {
        return html;
    }

    private final class Links extends AbstractVisitor {
        private final IdGenerator ids = IdGenerator.builder().build();

        @Override
        public void visit(Heading heading) {
            final StringBuilder words = new StringBuilder();
            heading.accept(new AbstractVisitor() {
                @Override
                public void visit(Text text) {
                    words.append(text.getLiteral());
                }

                @Override
                public void visit(Code code) {
                    words.append(code.getLiteral());
                }
            });
            // Counts as the renderer does, which numbers headings that are the same.
            final String anchor = ids.generateId(words.toString());
            if (heading.getLevel() == 1) {
                title = words.toString();
            } else if (heading.getLevel() == 2) {
                parts.add(new Part(words.toString(), anchor, new StringBuilder()));
            }
            visitChildren(heading);
        }

        private void word(String text) {
            final StringBuilder words =
                    parts.isEmpty() ? introduction : parts.getLast().words();
            words.append(text).append(' ');
        }

        @Override
        public void visit(Text text) {
            word(text.getLiteral());
        }

        @Override
        public void visit(Link link) {
            link.setDestination(links.apply(link.getDestination()));
            visitChildren(link);
            if (link.getFirstChild() instanceof Text text) {
                Contents.title(text.getLiteral()).ifPresent(text::setLiteral);
            }
        }

        @Override
        public void visit(Image image) {
            image.setDestination(links.apply(image.getDestination()));
        }

        @Override
        public void visit(FencedCodeBlock block) {
            if (block.getInfo().equals("mermaid")) {
                final HtmlBlock diagram = new HtmlBlock();
                diagram.setLiteral("<pre class=\"mermaid\">\n" + Template.escaped(block.getLiteral()) + "</pre>");
                block.insertBefore(diagram);
                block.unlink();
                hasDiagrams = true;
            } else {
                word(block.getLiteral());
            }
        }

        @Override
        public void visit(HtmlBlock block) {
            block.setLiteral(linked(block.getLiteral()));
        }

        @Override
        public void visit(HtmlInline inline) {
            inline.setLiteral(linked(inline.getLiteral()));
        }

        private String linked(String literal) {
            return SOURCE.matcher(literal)
                    .replaceAll(match ->
                            Matcher.quoteReplacement(match.group(1) + "=\"" + links.apply(match.group(2)) + '"'));
        }

        @Override
        public void visit(Code code) {
            word(code.getLiteral());
            if (code.getParent() instanceof Link || code.getParent() instanceof Heading) {
                return;
            }
            javadoc.page(source, code.getLiteral()).ifPresent(page -> {
                final Link link = new Link(Pages.link(Pages.of(source, false), page), null);
                code.insertBefore(link);
                link.appendChild(code);
            });
        }
    }
}
