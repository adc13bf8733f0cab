/** Definition of a block's text. The importer applies it to its tree and the reading engine to the DOM; their offsets must agree. */

/**
 * [Note: block text]
 * A block is an element that carries `data-block`. Its text is the concatenation, in document order and unchanged (white space, line breaks
 * and no-break spaces as the DOM has them, no normalization), of all text nodes inside it, except those
 * - inside a descendant that carries `data-block` itself (that text belongs to the nested block; our importer makes no nested blocks),
 * - inside an element with the local name `rt`, `rp`, `script`, `style` or `template`, in any namespace.
 * So the base text of ruby counts and its readings do not; MathML and inline SVG count with all their text nodes, `annotation`, `title` and
 * `desc` included; elements hidden by style count; generated content and alternative texts do not; comments do not.
 * Offsets count UTF-16 units of this text. The text of a reading-order document consists of the texts of its blocks, in document order,
 * joined with one line feed. The text of a segment continues that of the previous segment. Elements that a segment repeats from an earlier
 * one (`data-repeat`) belong to no block.
 */
export const BLOCK_ATTRIBUTE = 'data-block';

/** Elements whose text is not part of a block's text. Names are compared in lower case. */
export const UNCOUNTED_ELEMENTS: ReadonlySet<string> = new Set(['rt', 'rp', 'script', 'style', 'template']);

/** Text that is put between the texts of a document's blocks to form the document's text. */
export const BLOCK_SEPARATOR = '\n';
