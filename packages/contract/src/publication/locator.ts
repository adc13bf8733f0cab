import { z } from 'zod';

/** A place inside a block: `offset` counts UTF-16 units of the block's text, as the DOM does. */
export const blockPoint = z.object({ blockId: z.string().min(1).max(32), offset: z.number().int().min(0) });
export type BlockPoint = z.output<typeof blockPoint>;

/** Where a reader is: Readium's Locator, with the block we keep places by. `href` is a reading-order document, never a segment. */
export const locator = z.object({
  href: z.string().min(1).max(1024),
  /** Title of the chapter, for lists. */
  title: z.string().max(300).optional(),
  locations: z.object({
    /** 0 to 1 within the document. */
    progression: z.number().min(0).max(1).optional(),
    /** 0 to 1 within the publication. */
    totalProgression: z.number().min(0).max(1).optional(),
    /** From 1; one position is `LIMITS.positionChars` characters. */
    position: z.number().int().min(1).optional(),
    /** First block on the screen and the offset of its first visible character. */
    block: blockPoint.optional(),
    /** Element id inside the document. */
    fragment: z.string().max(512).optional(),
    cfi: z.string().max(2048).optional(),
  }),
  text: z
    .object({
      before: z.string().max(500).optional(),
      highlight: z.string().max(2000).optional(),
      after: z.string().max(500).optional(),
    })
    .optional(),
});
export type Locator = z.output<typeof locator>;
