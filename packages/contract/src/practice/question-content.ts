/** Texts of questions as a small tree, so that they can be shown without markup of a book, and written in any exchange format. */
import { z } from 'zod';

/** Elements of a question's text that HTML has as well. */
export const TEXT_ELEMENTS = [
  'p',
  'div',
  'span',
  'strong',
  'em',
  'code',
  'pre',
  'sub',
  'sup',
  'br',
  'ul',
  'ol',
  'li',
  'table',
  'tr',
  'th',
  'td',
] as const;

/** Elements of presentation MathML within `math`. */
export const MATH_ELEMENTS = [
  'mrow',
  'mi',
  'mn',
  'mo',
  'mtext',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mtable',
  'mtr',
  'mtd',
] as const;

/**
 * Elements of a question's text; the names are those of HTML. A `slot` is where the reader answers: `interaction` is the id of the
 * interaction, `part` that of one of its gaps or of its selectable texts. A formula is presentation MathML (`math` to `mtd`); `alt` of `math`
 * is the formula in LaTeX.
 */
export const CONTENT_ELEMENTS = [...TEXT_ELEMENTS, 'img', 'slot', 'math', ...MATH_ELEMENTS] as const;

/** Attributes that have a meaning; importers drop all others. */
export const CONTENT_ATTRIBUTES = ['src', 'alt', 'interaction', 'part'] as const;

export interface ContentElement {
  readonly name: (typeof CONTENT_ELEMENTS)[number];
  readonly attributes?: { readonly [K in (typeof CONTENT_ATTRIBUTES)[number]]?: string | undefined } | undefined;
  readonly children?: readonly ContentNode[] | undefined;
}

/** A text, or an element. */
export type ContentNode = string | ContentElement;

export const contentNode: z.ZodType<ContentNode> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.object({
        name: z.enum(CONTENT_ELEMENTS),
        attributes: z.partialRecord(z.enum(CONTENT_ATTRIBUTES), z.string()).optional(),
        children: z.array(contentNode).optional(),
      }),
    ]),
  )
  .meta({ id: 'ContentNode' });

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'pre', 'ul', 'ol', 'li', 'table', 'tr', 'br']);

const isBlock = (node: ContentNode | undefined): boolean => typeof node === 'object' && BLOCKS.has(node.name);

const textOf = (node: ContentNode): string => {
  if (typeof node === 'string') return node;
  if (node.name === 'slot' && node.children === undefined) return '____';
  if (node.name === 'img') return node.attributes?.alt ?? '';
  return node.name === 'math' && node.attributes?.alt !== undefined ? node.attributes.alt : contentText(node.children ?? []);
};

/** Returns the plain text of a question's text: a picture is its alternative text, a formula its LaTeX, a slot `____`, a block a line of its own. */
export const contentText = (nodes: readonly ContentNode[]): string =>
  nodes.map((node, index) => (index > 0 && (isBlock(node) || isBlock(nodes[index - 1])) ? `\n${textOf(node)}` : textOf(node))).join('');
