/**
 * Converts annotations to W3C EPUB Annotations and back (https://www.w3.org/TR/epub-anno-10/). Data outside that model is stored under
 * `shufang:`, so that a file exported here can be imported without loss: `shufang:target` is the complete target, `shufang:version` the
 * version of the book for which it is valid, `shufang:anchor` what became of the passage up to that version (`anchorState`), and
 * `shufang:highlight` the style of the highlight (`highlightStyle`).
 */
import { createHash } from 'node:crypto';
import {
  ANNOTATION_SET_CONTEXT,
  type AnchorState,
  type Annotation,
  type AnnotationColor,
  type AnnotationSetItem,
  type AnnotationTarget,
  anchorState,
  annotationTarget,
  type HighlightStyle,
  highlightStyle,
} from '@shufang/contract';
import { z } from 'zod';
import type { ExportedBook } from './annotation-labels.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a ULID as the UUID of the same 128 bits. */
export const uuidOf = (id: string): string => {
  let bits = 0n;
  for (const character of id) bits = (bits << 5n) | BigInt(BASE32.indexOf(character));
  const hex = bits.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const ulidOfBits = (bits: bigint): string => {
  let id = '';
  for (let i = 0n; i < 26n; i++) id = (BASE32[Number((bits >> (i * 5n)) & 31n)] ?? '0') + id;
  return id;
};

/** Returns the id of one of our annotations for `urn:uuid:…`; undefined for any other URI. */
export const idOfUrn = (urn: string): string | undefined => {
  const hex = /^urn:uuid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i.exec(urn)?.[1]?.replaceAll('-', '');
  return hex === undefined ? undefined : ulidOfBits(BigInt(`0x${hex}`));
};

/** Returns the id for an annotation from another program's file: the same at each import by one user, and another one for each user. */
export const foreignIdOf = (userId: string, itemId: string): string =>
  ulidOfBits(BigInt(`0x${createHash('sha256').update(`${userId}\n${itemId}`).digest('hex').slice(0, 32)}`));

/** The color of EPUB Annotations for each of our colors. The palette of EPUB Annotations has orange and purple, but no red. */
const OUT: Readonly<Record<AnnotationColor, string>> = { yellow: 'yellow', green: 'green', blue: 'blue', pink: 'pink', red: 'orange' };
const IN: Readonly<Record<string, AnnotationColor>> = {
  yellow: 'yellow',
  green: 'green',
  blue: 'blue',
  pink: 'pink',
  orange: 'red',
  red: 'red',
  purple: 'pink',
};
export const colorOf = (color: string | undefined): AnnotationColor => IN[color ?? 'yellow'] ?? 'yellow';

/** EPUB Annotations has no wavy line: it is written as a line, and as itself under `shufang:highlight`. */
const STYLES_OUT: Readonly<Record<HighlightStyle, string>> = { solid: 'solid', underline: 'underline', wavy: 'underline' };
/** Returns the style of an item of a file. A style that we do not draw becomes the one nearest to it. */
export const highlightStyleOf = (body: AnnotationSetItem['body']): HighlightStyle => {
  const own = highlightStyle.safeParse(body?.['shufang:highlight']);
  if (own.success) return own.data;
  return body?.highlight === 'underline' || body?.highlight === 'strikethrough' ? 'underline' : 'solid';
};

const MOTIVATIONS: Readonly<Record<Annotation['kind'], string>> = {
  bookmark: 'bookmarking',
  highlight: 'highlighting',
  note: 'commenting',
};

const itemOf = (annotation: StoredAnnotation): object => {
  const { position, href } = annotation.target;
  const { exact, prefix, suffix } = annotation.target.quote;
  return {
    id: `urn:uuid:${uuidOf(annotation.id)}`,
    type: 'Annotation',
    motivation: MOTIVATIONS[annotation.kind],
    created: new Date(annotation.createdAt).toISOString(),
    modified: new Date(annotation.updatedAt).toISOString(),
    target: {
      source: href,
      selector: [
        ...(exact === '' ? [] : [{ type: 'TextQuoteSelector', exact, prefix, suffix }]),
        { type: 'TextPositionSelector', start: position.start, end: position.end },
      ],
      meta: { headings: annotation.chapterTitle === '' ? [] : [{ level: 1, txt: annotation.chapterTitle }] },
      'shufang:target': annotation.target,
    },
    body: {
      type: 'TextualBody',
      value: annotation.body,
      format: 'text/plain',
      color: OUT[annotation.color],
      highlight: STYLES_OUT[annotation.highlightStyle],
      'shufang:highlight': annotation.highlightStyle,
      ...(annotation.tags.length === 0 ? {} : { tags: annotation.tags }),
    },
    'shufang:version': annotation.versionId,
    'shufang:anchor': annotation.anchor,
  };
};

/** Renders the annotations of one book as a file. `nowMs`: creation time of the file, UTC ms. */
export const renderAnnotationSet = ({ annotations, ...book }: ExportedBook, nowMs: number): string =>
  `${JSON.stringify(
    {
      '@context': [ANNOTATION_SET_CONTEXT, { shufang: 'urn:shufang:annotation:' }],
      id: `urn:uuid:${uuidOf(foreignIdOf(book.id, String(nowMs)))}`,
      type: 'AnnotationSet',
      generator: { id: 'urn:shufang', type: 'Software', name: '书房' },
      generated: new Date(nowMs).toISOString(),
      title: `${book.title}：笔记`,
      about: {
        'dc:identifier': [`urn:uuid:${uuidOf(book.id)}`],
        'dc:format': 'application/epub+zip',
        'dc:title': book.title,
        ...(book.authors === '' ? {} : { 'dc:creator': [book.authors] }),
      },
      items: annotations.map(itemOf),
    },
    undefined,
    2,
  )}\n`;

const own = z.looseObject({
  target: z.looseObject({ 'shufang:target': annotationTarget }),
  'shufang:version': z.string(),
  'shufang:anchor': anchorState.default('exact'),
});

interface OwnTarget {
  readonly target: AnnotationTarget;
  /** Id of the only version of the book for which the target is valid. */
  readonly versionId: string;
  readonly anchor: AnchorState;
}

/** Returns the complete target that our export stored in an item; undefined for items that our export did not write. */
export const ownTargetOf = (item: AnnotationSetItem): OwnTarget | undefined => {
  const { success, data } = own.safeParse(item);
  if (!success) return undefined;
  return { target: data.target['shufang:target'], versionId: data['shufang:version'], anchor: data['shufang:anchor'] };
};
