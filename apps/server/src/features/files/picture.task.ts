/** Re-encodes an uploaded picture in an isolated process. */
import type { PictureWork } from './isolated-files.ts';
import { type MadePicture, makePicture } from './make-picture.ts';

/** Re-encodes the picture. Throws `file.pictureBroken`. */
export const run = ({ from, format, purpose, to }: PictureWork): Promise<MadePicture> => makePicture(from, format, purpose, to);
