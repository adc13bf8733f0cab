/** Writes the text of a question as HTML, for formats whose texts are HTML. Pure. */
import type { ContentNode } from '@shufang/contract';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface HtmlWriter {
  /** Returns the address of a picture. */
  readonly hrefOf: (source: string) => string;
  /** Returns the HTML of a slot. */
  readonly slot: (interaction: string, part: string | undefined) => string;
}

/** Returns the HTML; formulas are LaTeX between `\(` and `\)`. */
export const writeHtml = (nodes: readonly ContentNode[], writer: HtmlWriter): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return escape(node).replaceAll('\n', '<br/>');
      const { attributes, children = [] } = node;
      switch (node.name) {
        case 'slot':
          return children.length > 0 ? writeHtml(children, writer) : writer.slot(attributes?.interaction ?? '', attributes?.part);
        case 'img':
          return `<img src="${escape(writer.hrefOf(attributes?.src ?? ''))}" alt="${escape(attributes?.alt ?? '')}"/>`;
        case 'math':
          return `\\(${escape(attributes?.alt ?? '')}\\)`;
        case 'br':
          return '<br/>';
        default:
          return `<${node.name}>${writeHtml(children, writer)}</${node.name}>`;
      }
    })
    .join('');
