/**
 * Converts one content document of a book (XHTML, or a standalone SVG page) into clean XHTML segments with block ids. Pure: the input is
 * bytes, the output is text.
 */
import { cleanSvgFile } from '../resources/clean-svg-file.ts';
import { type Block, type ConvertedDocument, type DocumentSource, emptyCounts } from './content-model.ts';
import { type ElementNode, findChild } from './content-tree.ts';
import { cutSegments } from './cut-segments.ts';
import { decodeText } from './decode-text.ts';
import { findBlocks } from './find-blocks.ts';
import { collectFindings } from './findings.ts';
import { joinLines } from './join-lines.ts';
import { keepTogether } from './keep-together.ts';
import { parseMarkup } from './parse-markup.ts';
import { renderSegments } from './render-segments.ts';
import { sanitize } from './sanitize.ts';
import type { SanitizeContext } from './sanitize-context.ts';

const number = (value: string | undefined): number | undefined => {
  const parsed = Number.parseFloat(value ?? '');
  return Number.isFinite(parsed) && parsed > 0 ? parsed : undefined;
};

const viewportOfMeta = (root: ElementNode): { width: number; height: number } | undefined => {
  const head = findChild(root, 'head');
  for (const child of head?.children ?? []) {
    if (child.kind !== 'element' || child.name !== 'meta' || child.attributes.get('name')?.toLowerCase() !== 'viewport') continue;
    const content = child.attributes.get('content') ?? '';
    const width = number(/\bwidth\s*=\s*([\d.]+)/i.exec(content)?.[1]);
    const height = number(/\bheight\s*=\s*([\d.]+)/i.exec(content)?.[1]);
    if (width && height) return { width, height };
  }
  return undefined;
};

const viewportOfSvg = (root: ElementNode): { width: number; height: number } | undefined => {
  const [, , width, height] = (root.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number.parseFloat);
  if (width && height && width > 0 && height > 0) return { width, height };
  const own = { width: number(root.attributes.get('width')), height: number(root.attributes.get('height')) };
  const absolute = !/%/.test(`${root.attributes.get('width')}${root.attributes.get('height')}`);
  return absolute && own.width && own.height ? { width: own.width, height: own.height } : undefined;
};

/** Letters of the scripts whose typesetting depends on the language, by primary language. */
const LETTERS_OF: Readonly<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
};
const SAMPLE_CHARS = 500;

/**
 * Returns the language to state in a document that states none. The package's language is that of the metadata, not of the documents; it is
 * used only for Chinese, Japanese and Korean, where fonts and line breaks depend on it, if the text is written in their letters.
 */
const languageOfText = (language: string | undefined, blocks: readonly Block[]): string | undefined => {
  const letters = LETTERS_OF[/^[a-z]+/i.exec(language ?? '')?.[0].toLowerCase() ?? ''];
  if (letters === undefined) return undefined;
  let sample = '';
  for (const { text } of blocks) {
    if (sample.length >= SAMPLE_CHARS) break;
    sample += text.slice(0, SAMPLE_CHARS);
  }
  const written = sample.match(letters)?.length ?? 0;
  return written * 4 >= (sample.match(/\p{L}/gu)?.length ?? 0) ? language : undefined;
};

export const convertDocument = (source: DocumentSource): ConvertedDocument => {
  const findings = collectFindings(source.href);
  const { root, styleSheets } = parseMarkup(decodeText(source.bytes, findings), findings);
  const context: SanitizeContext = {
    href: source.href,
    resolve: source.resolve,
    findings,
    counts: emptyCounts(),
    players: [],
    base: undefined,
    ids: new Set(),
    styles: new Map(),
    imageHrefs: 0,
    cleanDrawing: (bytes) => {
      const drawing = cleanSvgFile({ bytes, href: source.href, resolve: () => ({ kind: 'missing', reason: '内嵌图形不能引用其他文件' }) });
      findings.addAll(drawing.findings);
      return drawing.svg;
    },
  };
  const document = sanitize(root, styleSheets, context);
  joinLines(document.body);
  keepTogether(document.body, { isVertical: source.isVertical === true });
  const { blocks, elementIds, cuts } = findBlocks(document.body);
  if (cuts > 0) findings.add('paragraph.cut', undefined, cuts);
  if (blocks.length === 0) findings.add('document.empty');
  for (const [id, index] of elementIds) if (index >= blocks.length) elementIds.set(id, Math.max(0, blocks.length - 1));
  const segmentStarts = cutSegments(document.body, blocks);
  const isStated = document.html.attributes.has('lang') || document.body.attributes.has('lang');
  const language = isStated ? undefined : languageOfText(source.language, blocks);
  const chars = blocks.reduce((sum, block) => sum + block.text.length, Math.max(0, blocks.length - 1));
  return {
    href: source.href,
    title: document.title,
    blocks,
    chars,
    elementIds,
    segmentStarts,
    counts: context.counts,
    players: context.players,
    viewport: root.namespace === 'svg' ? viewportOfSvg(root) : viewportOfMeta(root),
    findings: findings.list(),
    render: (ids, linkTo) => renderSegments({ href: source.href, document, blocks, segmentStarts, language, ids, linkTo }),
  };
};
