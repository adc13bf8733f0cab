/**
 * Makes a picture anew from its pixels: whatever else the file held (place, camera, thumbnails, programs hidden behind the picture) is
 * gone, and turned pictures stand upright. Runs in the server's own process, in libvips' threads, a few pictures at a time.
 */
import { CodedError, LIMITS } from '@shufang/contract';
import type { Sharp } from 'sharp';
import { createLanes } from './lanes.ts';
import type { Content } from './recognise-content.ts';

type Format = Extract<Content, { kind: 'picture' }>['format'];

const SECONDS_MAX = 30;
const inLane = createLanes({ running: 2, waiting: 32 });

/** AVIF is called `heif` by libvips. */
const loaderOf = (format: Format): string => (format === 'avif' ? 'heif' : format);

interface Target {
  readonly mediaType: string;
  readonly encode: (picture: Sharp) => Sharp;
}

const JPEG: Target = { mediaType: 'image/jpeg', encode: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 88 }) };
const PNG: Target = { mediaType: 'image/png', encode: (picture) => picture.png() };
const WEBP: Target = { mediaType: 'image/webp', encode: (picture) => picture.webp({ quality: 88 }) };

/** Photographs stay photographs, drawings stay sharp; of moving pictures the first stays. */
const TARGETS: Readonly<Record<Format, Target>> = { jpeg: JPEG, avif: JPEG, png: PNG, gif: PNG, webp: WEBP };

const asAvatar = (picture: Sharp): Sharp =>
  WEBP.encode(picture.resize({ width: LIMITS.avatarPixels, height: LIMITS.avatarPixels, fit: 'cover' }));

/** Writes the new picture to `to` and answers its type. Throws `file.pictureBroken`, `request.tooMany` when too many wait. */
export const makePicture = (from: string, format: Format, purpose: 'avatar' | 'picture', to: string): Promise<string> =>
  inLane(async () => {
    // Loaded for those who upload pictures only: it costs every start a tenth of a second otherwise.
    const { default: sharp } = await import('sharp');
    const target = purpose === 'avatar' ? WEBP : TARGETS[format];
    try {
      const source = sharp(from, { limitInputPixels: LIMITS.imagePixels, failOn: 'error' });
      if ((await source.metadata()).format !== loaderOf(format)) throw new CodedError('file.pictureBroken');
      const upright = source.autoOrient();
      const drawn = purpose === 'avatar' ? asAvatar(upright) : target.encode(upright);
      await drawn.timeout({ seconds: SECONDS_MAX }).toFile(to);
    } catch (error) {
      if (error instanceof CodedError) throw error;
      throw new CodedError('file.pictureBroken', {}, { cause: error });
    }
    return target.mediaType;
  });
