/** Re-encodes an uploaded picture in an isolated process. */
import type { PictureWork } from './isolated-files.ts';
import { makePicture } from './make-picture.ts';

/** Re-encodes the picture. Throws `file.pictureBroken`. */
export const run = ({ from, format, purpose, to }: PictureWork): Promise<string> => makePicture(from, format, purpose, to);
