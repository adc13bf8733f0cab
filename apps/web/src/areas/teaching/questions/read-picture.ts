/** Reads a picture of the device as part of a question: scaled down until it is small enough. */

const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Longest side of a stored picture in pixels. */
const SIDE_MAX = 1_600;
/** Characters of a stored picture; a question may have several. */
const CHARS_MAX = 200_000;
const QUALITIES = [0.85, 0.7, 0.5];

const asDataUrl = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:${file.type};base64,${btoa(binary)}`;
};

/** Returns the picture as a data URL; `unreadable` for another kind of file, `tooLarge` if it cannot be made small enough. */
export const readPicture = async (file: Blob): Promise<string | { readonly problem: 'unreadable' | 'tooLarge' }> => {
  if (!TYPES.has(file.type)) return { problem: 'unreadable' };
  if (file.size * 1.4 < CHARS_MAX) return asDataUrl(file);
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return { problem: 'unreadable' };
  const canvas = document.createElement('canvas');
  for (const scale of [1, 0.6, 0.4]) {
    const factor = Math.min(1, (SIDE_MAX * scale) / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * factor));
    canvas.height = Math.max(1, Math.round(bitmap.height * factor));
    const context = canvas.getContext('2d');
    if (context === null) return { problem: 'unreadable' };
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const url = canvas.toDataURL('image/jpeg', quality);
      if (url.length <= CHARS_MAX) return url;
    }
  }
  return { problem: 'tooLarge' };
};
