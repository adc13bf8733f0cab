/** A user's file as stored, and as sent to clients. */
import { type FileUse, type ListedFile, PICTURE_PATH, type UserFile } from '@shufang/contract';

/** The kind of a file. `invoice`: issued to the user, who can download but not delete it. */
export type FileKind = 'document' | 'picture' | 'avatar' | 'export' | 'invoice';

export interface StoredFile {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** The SHA-256 of the file's bytes, which is their key in the object store. */
  readonly sha256: string;
  readonly visibility: 'private' | 'public';
  readonly createdAt: number;
  /** When the file expires and is deleted; undefined: never. */
  readonly expiresAt: number | undefined;
  /** Size of a picture; undefined for other files. */
  readonly pixels: { readonly width: number; readonly height: number } | undefined;
}

/** Returns the public URL of a picture. Avatars are re-encoded as WebP (`make-picture.ts`). */
export const publicUrlOf = (file: Pick<StoredFile, 'visibility' | 'sha256'>): string | null =>
  file.visibility === 'public' ? `${PICTURE_PATH}/${file.sha256}.webp` : null;

export const viewFile = (file: StoredFile): UserFile => ({
  id: file.id,
  name: file.name,
  mediaType: file.mediaType,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
  url: publicUrlOf(file),
});

/** Returns an array with the listed file, or an empty one for a file that the user did not upload. */
export const viewListedFile = (file: StoredFile, uses: readonly FileUse[]): ListedFile[] => {
  const { kind } = file;
  return kind === 'export' || kind === 'invoice' ? [] : [{ ...viewFile(file), kind, uses: [...uses] }];
};
