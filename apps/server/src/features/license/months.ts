/** Months of license use, YYYY-MM in China. Pure. */

/** How far the clocks of China are ahead of UTC. */
const CHINA_AHEAD_MS = 8 * 3_600_000;

/** Returns the month of a time. */
export const monthOf = (ms: number): string => new Date(ms + CHINA_AHEAD_MS).toISOString().slice(0, 7);

/** Returns the month that is `count` months after another one, or before it for a negative count. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
};

/** Returns the last day of a month, YYYY-MM-DD. */
export const lastDayOfMonth = (month: string): string => {
  const next = Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`);
  return new Date(next - 86_400_000).toISOString().slice(0, 10);
};

/** Returns the months from the first to the last, both included; none if the first is later. */
export const listMonths = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
};
