/** Whether two people write the same name: spaces, the dot inside names, case and half or full width do not count. No name is no name's equal. */
export const isSameName = (one: string, other: string): boolean => {
  const bare = (name: string): string => name.normalize('NFKC').replaceAll(/[\s·]/g, '').toLowerCase();
  return bare(one) !== '' && bare(one) === bare(other);
};
