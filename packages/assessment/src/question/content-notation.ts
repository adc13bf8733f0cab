/**
 * A plain notation of a question's text, in which authors write it: a paragraph per line, three backticks around a listing, `code`,
 * **strong**, ~sub~, ^sup^, `{{1}}` where the first interaction is answered, `{{1.2}}` for its second gap, `{{1:text}}` for a passage that can
 * be chosen, `{{图1}}` for the first picture, `{{原1}}` for a table, a formula or a list, which stays as it was imported. A backslash before a
 * sign takes its meaning. Pure.
 */
import type { ContentElement, ContentNode } from '@shufang/contract';

/** What placeholders refer to by their numbers. */
export interface NotationParts {
  /** Ids of the interactions. */
  readonly interactions: readonly string[];
  /** Ids of the gaps of an interaction; absent: it has none. */
  readonly gaps: Readonly<Record<string, readonly string[]>>;
  readonly pictures: readonly { readonly src: string; readonly alt: string }[];
  /** Elements without a notation. The writer adds those that it meets. */
  readonly preserved: ContentNode[];
}

const FENCE = '```';
const TOKEN =
  /\\([\\`*~^{])|`([^`\n]+)`|\*\*([^\n]+?)\*\*|~([^\s~]+)~|\^([^\s^]+)\^|\{\{(\d+)(?:\.(\d+)|:([^}\n]+))?\}\}|\{\{(图|原)(\d+)\}\}/g;
/** Signs that may have a meaning. They are escaped only where they would have one, so that `2 * 3` stays as it is. */
const SIGN = /[\\`*~^]|\{(?=\{)/g;
const escaped = (text: string): string =>
  text.search(TOKEN) !== -1 || /^[\\`*~^{]|[\\`*~^{]$/.test(text) ? text.replace(SIGN, (sign) => `\\${sign}`) : text;

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'pre']);
/** Blocks without a notation. A slot in them cannot be edited. */
const PRESERVED_BLOCKS: ReadonlySet<string> = new Set(['ul', 'ol', 'table']);
const EMPHASIS: Readonly<Record<string, string>> = { strong: '**', sub: '~', sup: '^' };

const keep = (node: ContentNode, { preserved }: NotationParts): string => {
  const at = preserved.findIndex((each) => JSON.stringify(each) === JSON.stringify(node));
  return `{{原${at === -1 ? preserved.push(node) : at + 1}}}`;
};

/** Returns the text of a listing or of code; undefined if it has other elements. */
const plainText = (nodes: readonly ContentNode[]): string | undefined => {
  const texts = nodes.map((node) => {
    if (typeof node === 'string') return node;
    if (node.name === 'br') return '\n';
    return node.name === 'code' || node.name === 'span' ? plainText(node.children ?? []) : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
};

const writeSlot = (slot: ContentElement, parts: NotationParts): string => {
  const { attributes: { interaction = '', part } = {}, children } = slot;
  const number = parts.interactions.indexOf(interaction) + 1;
  if (number === 0) return keep(slot, parts);
  if (part === undefined) return `{{${number}}}`;
  const gap = parts.gaps[interaction]?.indexOf(part) ?? -1;
  if (gap >= 0) return `{{${number}.${gap + 1}}}`;
  const passage = plainText(children ?? []);
  return passage === undefined || /[}\n]/.test(passage) || passage === '' ? keep(slot, parts) : `{{${number}:${passage}}}`;
};

const writeElement = (node: ContentElement, parts: NotationParts): string => {
  const { name, children = [], attributes } = node;
  if (name === 'slot') return writeSlot(node, parts);
  if (name === 'br') return '\n';
  if (name === 'span') return writeInline(children, parts);
  if (name === 'img') {
    const at = parts.pictures.findIndex(({ src }) => src === attributes?.src);
    return at === -1 ? keep(node, parts) : `{{图${at + 1}}}`;
  }
  if (name === 'code') {
    const code = plainText(children);
    return code === undefined || code === '' || /[`\n]/.test(code) ? keep(node, parts) : `\`${code}\``;
  }
  const mark = EMPHASIS[name];
  const [only] = children;
  // Marks do not contain one another.
  const isPlain = children.length === 1 && typeof only === 'string' && /^[^\s~^*\n](?:[^~^*\n]*[^\s~^*\n])?$/.test(only);
  if (mark === undefined || !isPlain || (name !== 'strong' && /\s/.test(only))) return keep(node, parts);
  return `${mark}${name === 'strong' ? escaped(only) : only}${mark}`;
};

const writeInline = (nodes: readonly ContentNode[], parts: NotationParts): string =>
  nodes.map((node) => (typeof node === 'string' ? escaped(node) : writeElement(node, parts))).join('');

const hasBlock = (nodes: readonly ContentNode[]): boolean => nodes.some((node) => typeof node === 'object' && BLOCKS.has(node.name));

/** Returns the notation of a text. */
export const writeNotation = (nodes: readonly ContentNode[], parts: NotationParts): string => {
  const lines: string[] = [];
  let inline: ContentNode[] = [];
  const flush = (): void => {
    const line = writeInline(inline, parts);
    if (line.trim() !== '') lines.push(line.trim());
    inline = [];
  };
  const isInline = (node: ContentNode | undefined): boolean =>
    typeof node === 'string' || (node !== undefined && node.name !== 'slot' && !BLOCKS.has(node.name) && !PRESERVED_BLOCKS.has(node.name));
  for (const [index, node] of nodes.entries()) {
    // A slot between blocks is a line of its own; one in a running text is not.
    const isAlone = inline.length === 0 && !isInline(nodes[index + 1]);
    const isSlotLine = typeof node === 'object' && node.name === 'slot' && node.attributes?.part === undefined && isAlone;
    if (typeof node === 'string' || !(isSlotLine || BLOCKS.has(node.name) || PRESERVED_BLOCKS.has(node.name))) {
      inline.push(node);
      continue;
    }
    flush();
    const children = node.children ?? [];
    if (node.name === 'slot') {
      lines.push(writeSlot(node, parts));
      continue;
    }
    const listing = node.name === 'pre' ? plainText(children) : undefined;
    if (listing !== undefined && !listing.includes(FENCE)) lines.push(`${FENCE}\n${listing}\n${FENCE}`);
    else if (node.name === 'pre' || PRESERVED_BLOCKS.has(node.name)) lines.push(keep(node, parts));
    else if (hasBlock(children)) lines.push(writeNotation(children, parts));
    else {
      inline = [...children];
      flush();
    }
  }
  flush();
  return lines.join('\n');
};

/** Returns the id of the next passage of an interaction. Called once for each passage, in the order of the text. */
type NewPassage = (interaction: string, text: string) => string;

const readInline = (text: string, parts: NotationParts, newPassage: NewPassage): ContentNode[] => {
  const nodes: ContentNode[] = [];
  const push = (node: ContentNode): void => {
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
    else if (node !== '') nodes.push(node);
  };
  const slotOf = (number: number, gap: string | undefined, passage: string | undefined): ContentNode | undefined => {
    const interaction = parts.interactions[number - 1];
    if (interaction === undefined) return undefined;
    if (passage !== undefined)
      return { name: 'slot', attributes: { interaction, part: newPassage(interaction, passage) }, children: [passage.replace(/^=/, '')] };
    if (gap === undefined) return { name: 'slot', attributes: { interaction } };
    const part = parts.gaps[interaction]?.[Number(gap) - 1];
    return part === undefined ? undefined : { name: 'slot', attributes: { interaction, part } };
  };
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, sign, code, strong, sub, sup, number, gap, passage, kind, which] = match;
    push(text.slice(at, match.index));
    at = match.index + all.length;
    const image = kind === '图' ? parts.pictures[Number(which) - 1] : undefined;
    const preserved = kind === '原' ? parts.preserved[Number(which) - 1] : undefined;
    if (sign !== undefined) push(sign);
    else if (code !== undefined) push({ name: 'code', children: [code] });
    else if (strong !== undefined) push({ name: 'strong', children: readInline(strong, parts, newPassage) });
    else if (sub !== undefined) push({ name: 'sub', children: [sub] });
    else if (sup !== undefined) push({ name: 'sup', children: [sup] });
    else if (image !== undefined) push({ name: 'img', attributes: { src: image.src, alt: image.alt } });
    else if (preserved !== undefined) push(preserved);
    else push((number === undefined ? undefined : slotOf(Number(number), gap, passage)) ?? all);
  }
  push(text.slice(at));
  return nodes;
};

/** Whether a line is no paragraph: a slot, or a block that is preserved. */
const isWholeLine = (nodes: readonly ContentNode[]): boolean => {
  const [only] = nodes;
  if (nodes.length !== 1 || typeof only !== 'object') return false;
  return only.name === 'slot' ? only.attributes?.part === undefined : only.name === 'pre' || PRESERVED_BLOCKS.has(only.name);
};

/**
 * Returns the text of a notation. A line that is only a slot is no paragraph. Unknown placeholders stay text.
 * `newPassage`: names the passages; the text of a right one begins with `=`, which is not part of the passage.
 */
export const readNotation = (notation: string, parts: NotationParts, newPassage: NewPassage = () => ''): ContentNode[] => {
  const nodes: ContentNode[] = [];
  let listing: string[] | undefined;
  for (const line of notation.split(/\r\n?|\n/)) {
    if (line.trim() === FENCE) {
      if (listing !== undefined) nodes.push({ name: 'pre', children: [listing.join('\n')] });
      listing = listing === undefined ? [] : undefined;
    } else if (listing !== undefined) listing.push(line);
    else if (line.trim() !== '') {
      const children = readInline(line.trim(), parts, newPassage);
      nodes.push(...(isWholeLine(children) ? children : [{ name: 'p' as const, children }]));
    }
  }
  if (listing !== undefined) nodes.push({ name: 'pre', children: [listing.join('\n')] });
  return nodes;
};

/** Returns a short text of one line, such as an option, without a paragraph around it. */
export const readInlineNotation = (notation: string, parts: NotationParts): ContentNode[] => {
  const nodes = readNotation(notation, parts);
  const [only] = nodes;
  return nodes.length === 1 && typeof only === 'object' && only.name === 'p' ? [...(only.children ?? [])] : nodes;
};
