/**
 * Marks as W3C EPUB Annotations and back (https://www.w3.org/TR/epub-anno-10/). What that model has no word for stands beside it under
 * `shufang:`, so that a file of ours comes back as it went.
 */
import { createHash } from 'node:crypto';
import {
  ANNOTATION_SET_CONTEXT,
  type Annotation,
  type AnnotationColor,
  type AnnotationSetItem,
  type AnnotationTarget,
  annotationTarget,
} from '@shufang/contract';
import { z } from 'zod';
import type { ExportedBook } from './mark-words.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** A ULID as the UUID of the same 128 bits. */
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

/** The id of ours behind `urn:uuid:…`; undefined for any other address. */
export const idOfUrn = (urn: string): string | undefined => {
  const hex = /^urn:uuid:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i.exec(urn)?.[1]?.replaceAll('-', '');
  return hex === undefined ? undefined : ulidOfBits(BigInt(`0x${hex}`));
};

/** The id a foreign annotation has with one person: the same each time its file is taken in. */
export const foreignIdOf = (userId: string, itemId: string): string =>
  ulidOfBits(BigInt(`0x${createHash('sha256').update(`${userId}\n${itemId}`).digest('hex').slice(0, 32)}`));

/** Their palette has orange and purple and no red. */
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

const MOTIVATIONS: Readonly<Record<Annotation['kind'], string>> = {
  bookmark: 'bookmarking',
  highlight: 'highlighting',
  note: 'commenting',
};

const itemOf = (mark: StoredAnnotation): object => {
  const { quote, position, href } = mark.target;
  return {
    id: `urn:uuid:${uuidOf(mark.id)}`,
    type: 'Annotation',
    motivation: MOTIVATIONS[mark.kind],
    created: new Date(mark.createdAt).toISOString(),
    modified: new Date(mark.updatedAt).toISOString(),
    target: {
      source: href,
      selector: [
        ...(quote.exact === '' ? [] : [{ type: 'TextQuoteSelector', ...quote }]),
        { type: 'TextPositionSelector', start: position.start, end: position.end },
      ],
      meta: { headings: mark.chapterTitle === '' ? [] : [{ level: 1, txt: mark.chapterTitle }] },
      'shufang:target': mark.target,
    },
    body: {
      type: 'TextualBody',
      value: mark.body,
      format: 'text/plain',
      color: OUT[mark.color],
      highlight: 'solid',
      ...(mark.tags.length === 0 ? {} : { tags: mark.tags }),
    },
    'shufang:version': mark.versionId,
  };
};

/** The marks of one book as a file. `nowMs`: when it was made. */
export const renderAnnotationSet = ({ marks, ...book }: ExportedBook, nowMs: number): string =>
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
      items: marks.map(itemOf),
    },
    undefined,
    2,
  )}\n`;

const own = z.looseObject({ target: z.looseObject({ 'shufang:target': annotationTarget }), 'shufang:version': z.string() });

/** The full target of an item that was written here; it holds for that version only. */
export const ownTargetOf = (item: AnnotationSetItem): { readonly target: AnnotationTarget; readonly versionId: string } | undefined => {
  const parsed = own.safeParse(item);
  return parsed.success ? { target: parsed.data.target['shufang:target'], versionId: parsed.data['shufang:version'] } : undefined;
};
