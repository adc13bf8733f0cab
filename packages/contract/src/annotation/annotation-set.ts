/**
 * W3C EPUB Annotations 1.0 (https://www.w3.org/TR/epub-anno-10/): the file in which people carry their marks from one reading system
 * to another. Read leniently, for drafts of it differ; written as the draft of 2026-09-20 says.
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

export const ANNOTATION_SET_CONTEXT = 'https://www.w3.org/ns/epub-anno.jsonld';
/** Registered for these files by the draft. */
export const ANNOTATION_SET_EXTENSION = 'annotation';
export const ANNOTATION_SET_TYPE = 'application/ld+json;profile="http://www.w3.org/ns/anno.jsonld"';

/** A text, or a text with its language. */
const localizable = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const oneOrMany = <T extends z.ZodType>(one: T) =>
  z.union([z.array(one), one.transform((value) => [value])]) as unknown as z.ZodType<z.output<T>[], z.input<T> | z.input<T>[]>;

/** A selector of any kind; only those of text are understood. */
const selector = z.looseObject({
  type: z.string(),
  exact: z.string().max(20_000).optional(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
  start: z.number().int().min(0).optional(),
  end: z.number().int().min(0).optional(),
});

export const annotationSetItem = z.looseObject({
  id: z.string().min(1).max(512),
  motivation: z.string().optional(),
  created: z.string().optional(),
  modified: z.string().optional(),
  target: z.looseObject({ source: z.string().min(1).max(2_048), selector: oneOrMany(selector).optional() }),
  body: z
    .looseObject({
      value: localizable.optional(),
      color: z.string().optional(),
      tags: oneOrMany(z.string()).optional(),
    })
    .optional(),
});
export type AnnotationSetItem = z.output<typeof annotationSetItem>;

/** What is asked of a file before a person chooses to take it in; its items are looked at one by one. */
export const annotationSetFile = z.looseObject({
  type: z.literal('AnnotationSet'),
  title: localizable.optional(),
  about: z
    .looseObject({
      'dc:identifier': oneOrMany(z.string()).optional(),
      'dc:title': localizable.optional(),
    })
    .optional(),
  items: z.array(z.unknown()).max(LIMITS.noteExportMax),
});
export type AnnotationSetFile = z.output<typeof annotationSetFile>;
