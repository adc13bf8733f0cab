/** A person's file as it is kept, and as the wire shows it. */
import { type FileUse, type ListedFile, PICTURE_PATH, type UserFile } from '@shufang/contract';

/** `invoice`: given to the person by us; theirs to fetch, not to delete. */
export type FileKind = 'document' | 'picture' | 'avatar' | 'export' | 'invoice';

export interface StoredFile {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Names the bytes in the object store. */
  readonly sha256: string;
  readonly visibility: 'private' | 'public';
  readonly createdAt: number;
  /** Removed after this; undefined: kept. */
  readonly expiresAt: number | undefined;
}

/** Avatars are WebP, made anew by us (`make-picture.ts`). */
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

/** Nothing of what the person did not bring themselves. */
export const viewListedFile = (file: StoredFile, uses: readonly FileUse[]): ListedFile[] => {
  const { kind } = file;
  return kind === 'export' || kind === 'invoice' ? [] : [{ ...viewFile(file), kind, uses: [...uses] }];
};
