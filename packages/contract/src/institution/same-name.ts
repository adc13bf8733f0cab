/** Returns whether two names are equal, ignoring spaces, the middle dot, case and character width. An empty name equals none. */
export const isSameName = (one: string, other: string): boolean => {
  const normalize = (name: string): string => name.normalize('NFKC').replaceAll(/[\s·]/g, '').toLowerCase();
  return normalize(one) !== '' && normalize(one) === normalize(other);
};
