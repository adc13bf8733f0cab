/** Files that students hand in: how a response names them, and what is shown of them. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { type HandedFileKind, handedFileKind } from '../question/question-model.ts';

/** Clockwise rotation of a picture in degrees, as its student turned it. */
export const pictureRotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

export type PictureRotation = z.output<typeof pictureRotation>;

/** A file of a response. `width`, `height`: of a picture in pixels, before its rotation. */
export const handedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Detected from the content; pictures are re-encoded by the server. */
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  rotation: pictureRotation,
});

export type HandedFile = z.output<typeof handedFile>;

/** A file as a response names it. The answer, and with it the receipt, covers order and rotation. */
export interface FileReference {
  readonly id: string;
  readonly rotation: PictureRotation;
}

/** Returns the value of a response for a file. */
export const writeFileReference = ({ id, rotation }: FileReference): string => (rotation === 0 ? id : `${id}:${rotation}`);

/** Returns the file that a value of a response names. An unknown rotation counts as none. */
export const readFileReference = (value: string): FileReference => {
  const [id = '', turned] = value.split(':');
  const rotation = pictureRotation.safeParse(Number(turned));
  return { id, rotation: rotation.success ? rotation.data : 0 };
};

const KINDS: Readonly<Record<string, HandedFileKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
};

/** Returns the kind of a file to hand in by its media type; undefined for files that cannot be handed in. */
export const handedFileKindOf = (mediaType: string): HandedFileKind | undefined =>
  mediaType.startsWith('image/') ? 'picture' : KINDS[mediaType];

/** Returns the kinds and the number of files that a question accepts. */
export const acceptedFiles = ({
  accepts,
  filesMax,
}: {
  readonly accepts?: readonly HandedFileKind[] | undefined;
  readonly filesMax?: number | undefined;
}): { readonly kinds: readonly HandedFileKind[]; readonly filesMax: number } => ({
  kinds: accepts ?? handedFileKind.options,
  filesMax: filesMax ?? LIMITS.handedFilesMax,
});
