/**
 * Re-encodes a picture from its pixels: all other data (location, camera, thumbnails, appended programs) is
 * dropped, and the orientation is applied. Runs in an isolated process (`picture.task.ts`).
 */
import { CodedError } from '@shufang/contract/errors';
import { LIMITS } from '@shufang/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { PUBLICATION_LIMITS } from '../publication/limits.ts';
import type { Content } from './upload-kinds.ts';

type Format = Extract<Content, { kind: 'picture' }>['format'];

const SECONDS_MAX = 30;

/** Returns the name of a format in libvips, which calls AVIF `heif`. */
const loaderOf = (format: Format): string => (format === 'avif' ? 'heif' : format);

interface Target {
  readonly mediaType: string;
  readonly encode: (picture: Sharp) => Sharp;
}

const JPEG: Target = { mediaType: 'image/jpeg', encode: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 88 }) };
const PNG: Target = { mediaType: 'image/png', encode: (picture) => picture.png() };
const WEBP: Target = { mediaType: 'image/webp', encode: (picture) => picture.webp({ quality: 88 }) };

/** The format to which a picture is re-encoded: JPEG for photographs, PNG for drawings; of animations only the first frame remains. */
const TARGETS: Readonly<Record<Format, Target>> = { jpeg: JPEG, avif: JPEG, png: PNG, gif: PNG, webp: WEBP };

const asAvatar = (picture: Sharp): Sharp =>
  WEBP.encode(picture.resize({ width: LIMITS.avatarPixels, height: LIMITS.avatarPixels, fit: 'cover' }));

/** A re-encoded picture, with its size in pixels. */
export interface MadePicture {
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** Writes the new picture to `to` and returns its type and size. Throws `file.pictureBroken`. */
export const makePicture = async (from: string, format: Format, purpose: 'avatar' | 'picture', to: string): Promise<MadePicture> => {
  const target = purpose === 'avatar' ? WEBP : TARGETS[format];
  try {
    const source = sharp(from, { limitInputPixels: PUBLICATION_LIMITS.imagePixels, failOn: 'error' });
    if ((await source.metadata()).format !== loaderOf(format)) throw new CodedError('file.pictureBroken');
    const upright = source.autoOrient();
    const drawn = purpose === 'avatar' ? asAvatar(upright) : target.encode(upright);
    const { width, height } = await drawn.timeout({ seconds: SECONDS_MAX }).toFile(to);
    return { mediaType: target.mediaType, width, height };
  } catch (error) {
    if (error instanceof CodedError) throw error;
    throw new CodedError('file.pictureBroken', {}, { cause: error });
  }
};
