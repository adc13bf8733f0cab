/**
 * W3C EPUB Annotations 1.0 (https://www.w3.org/TR/epub-anno-10/): the exchange format for annotations between reading systems. Parsed
 * leniently because drafts differ; written according to the draft of 2026-09-20.
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

export const ANNOTATION_SET_CONTEXT = 'https://www.w3.org/ns/epub-anno.jsonld';
/** File extension that the draft registers for annotation sets. */
export const ANNOTATION_SET_EXTENSION = 'annotation';
export const ANNOTATION_SET_TYPE = 'application/ld+json;profile="http://www.w3.org/ns/anno.jsonld"';

/** A text, given as a string or as an object with its language. */
const localizable = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const oneOrMany = <T extends z.ZodType>(one: T) =>
  z.union([z.array(one), one.transform((value) => [value])]) as unknown as z.ZodType<z.output<T>[], z.input<T> | z.input<T>[]>;

/** A selector of any type; only text selectors are supported. */
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
  target: z.looseObject({
    source: z.string().min(1).max(2_048),
    selector: oneOrMany(selector).optional(),
    meta: z
      .looseObject({
        headings: z
          .array(z.looseObject({ txt: z.string() }))
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
  body: z
    .looseObject({
      value: localizable.optional(),
      color: z.string().optional(),
      highlight: z.string().optional(),
      'shufang:highlight': z.string().optional(),
      tags: oneOrMany(z.string()).optional(),
    })
    .optional(),
});
export type AnnotationSetItem = z.output<typeof annotationSetItem>;

/** Minimum structure of a file before import; its items are validated one by one. */
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
