/** Number of bytes that one call of `String.fromCharCode` takes; more would exceed the stack of some browsers. */
const CHUNK = 0x80_00;

/** Returns the content of a file in base64, for an operation with a small file in its input. */
export const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let from = 0; from < bytes.length; from += CHUNK) binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(binary);
};
