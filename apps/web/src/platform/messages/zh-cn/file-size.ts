/** Returns the size of a file for display, such as 860 字节 or 12.3 MB. */
const STEP = 1024;
const UNITS = ['KB', 'MB', 'GB'] as const;

export const fileSize = (bytes: number): string => {
  if (bytes < STEP) return `${bytes} 字节`;
  const at = Math.min(Math.floor(Math.log(bytes) / Math.log(STEP)), UNITS.length) - 1;
  const amount = bytes / STEP ** (at + 1);
  return `${amount.toFixed(amount < 100 ? 1 : 0).replace(/\.0$/, '')} ${UNITS[at] ?? 'KB'}`;
};
