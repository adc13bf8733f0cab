/**
 * Draws the small WebP image of a cover for lists of books. The cover is decoded under a pixel limit and a time limit; one that cannot be
 * drawn has no such image.
 */
import { PUBLICATION_LIMITS } from '../limits.ts';

export const COVER_WIDTH = 480;
const COVER_QUALITY = 80;
const COVER_SECONDS = 8;

export interface CoverThumbnail {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the thumbnail; undefined if the image is damaged or larger than the limit. Not for SVG with `<use>`: drawing it may never end.
 */
export const makeCoverThumbnail = async (image: Buffer): Promise<CoverThumbnail | undefined> => {
  // The library is loaded only for books with a cover, because loading it takes a tenth of a second.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  try {
    const { data, info } = await sharp(image, { limitInputPixels: PUBLICATION_LIMITS.imagePixels, failOn: 'error', density: 96 })
      .rotate()
      .resize({ width: COVER_WIDTH, height: COVER_WIDTH * 3, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: COVER_SECONDS })
      .webp({ quality: COVER_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    return ignoreUndrawableCover(error);
  }
};

/**
 * Ignores the error of a cover that cannot be drawn. The book is complete without it: clients draw a cover from the title. Callers report
 * a finding.
 */
const ignoreUndrawableCover = (error: unknown): undefined => {
  if (error instanceof Error) return undefined;
  throw error;
};
