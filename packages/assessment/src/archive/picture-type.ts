/** The type of a picture by its first bytes. Pure. */

export type PictureType = { readonly extension: 'png' | 'jpg' | 'gif' | 'webp'; readonly mediaType: string };

const startsWith = (bytes: Uint8Array, signature: readonly number[], from = 0): boolean =>
  signature.every((byte, index) => bytes[from + index] === byte);

/** Returns the type; undefined if it is no picture that pages show. */
export const pictureType = (bytes: Uint8Array): PictureType | undefined => {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return { extension: 'png', mediaType: 'image/png' };
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { extension: 'jpg', mediaType: 'image/jpeg' };
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) return { extension: 'gif', mediaType: 'image/gif' };
  const isWebp = startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8);
  return isWebp ? { extension: 'webp', mediaType: 'image/webp' } : undefined;
};
