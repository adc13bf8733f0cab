import { z } from 'zod';

/** A position inside a block: `offset` counts UTF-16 units of the block's text, as the DOM does. */
export const blockPoint = z.object({ blockId: z.string().min(1).max(32), offset: z.number().int().min(0) });
export type BlockPoint = z.output<typeof blockPoint>;

/** A position in a publication: Readium's Locator, extended by the block. `href` is a document of the reading order, never a segment. */
export const locator = z.object({
  href: z.string().min(1).max(1024),
  /** Title of the chapter that contains the position, for lists. */
  title: z.string().max(300).optional(),
  locations: z.object({
    /** Progression within the document, 0 to 1. */
    progression: z.number().min(0).max(1).optional(),
    /** Progression within the publication, 0 to 1. */
    totalProgression: z.number().min(0).max(1).optional(),
    /** Position in the publication, from 1; one position is `LIMITS.positionChars` characters. */
    position: z.number().int().min(1).optional(),
    /** First block on the screen and the offset of its first visible character. */
    block: blockPoint.optional(),
    /** Id of an element in the document at which the position lies. */
    fragment: z.string().max(512).optional(),
    cfi: z.string().max(2048).optional(),
  }),
  text: z
    .object({
      before: z.string().max(500).optional(),
      highlight: z.string().max(2000).optional(),
      after: z.string().max(500).optional(),
      /** The same as people read it: each formula once. Present if it differs. */
      readable: z.object({ before: z.string().max(500), highlight: z.string().max(2000), after: z.string().max(500) }).optional(),
    })
    .optional(),
});
export type Locator = z.output<typeof locator>;
