/** The small WebP picture of a cover that cards show. Decoded under a pixel limit and a time limit; a cover that cannot be drawn gives none. */
import { LIMITS } from '@shufang/contract/limits';

export const COVER_WIDTH = 480;
const COVER_QUALITY = 80;
const COVER_SECONDS = 8;

export interface CoverThumbnail {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** `undefined` when the picture is damaged or larger than the limit. Not for SVG with `<use>`: drawing one may take for ever. */
export const makeCoverThumbnail = async (picture: Buffer): Promise<CoverThumbnail | undefined> => {
  // Loaded for books that have a cover only: it costs every conversion a tenth of a second otherwise.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  try {
    const { data, info } = await sharp(picture, { limitInputPixels: LIMITS.imagePixels, failOn: 'error', density: 96 })
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

/** The book is whole without it: the shelf draws a cover from the title. Callers report it as a finding. */
const ignoreUndrawableCover = (error: unknown): undefined => {
  if (error instanceof Error) return undefined;
  throw error;
};
