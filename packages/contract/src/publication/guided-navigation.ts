import { z } from 'zod';

/**
 * The narration of one document, phrase by phrase: Readium's Guided Navigation. All references are relative to the content base address;
 * a fragment of `textref` is percent-encoded.
 */
export const guidedNavigation = z.object({
  guided: z.array(
    z.object({
      /** The narrated element: address of its segment and, except for a whole document, its id. */
      textref: z.string(),
      /** The clip as a media fragment, `audio/1.mp3#t=1.5,3`; absent if a voice must read the text. */
      audioref: z.string().optional(),
      /** EPUB structural types (`footnote`, `pagebreak`), by which phrases can be skipped. */
      role: z.array(z.string()).optional(),
    }),
  ),
});
export type GuidedNavigation = z.output<typeof guidedNavigation>;
