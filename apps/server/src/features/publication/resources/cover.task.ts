/** Draws the thumbnail of a cover in an isolated process. */
import { type CoverThumbnail, makeCoverThumbnail } from './cover-thumbnail.ts';

export const run = (image: Uint8Array): Promise<CoverThumbnail | undefined> => makeCoverThumbnail(Buffer.from(image));
