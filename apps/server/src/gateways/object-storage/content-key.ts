/** Returns the key for an object with this sha256 (64 hex digits). */
export const contentKey = (sha256: string): string => `sha256/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
