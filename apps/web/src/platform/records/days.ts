/** Conversion of the values of date fields, such as `2026-11-22`, in the time zone of the device. */

const pad = (part: number): string => String(part).padStart(2, '0');

/** Returns the day that contains a time (UTC ms), as the value of a date field. */
export const dayOf = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

/** Returns the start of a day; undefined for an invalid date. */
export const startOfDay = (day: string | null): number | undefined => {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
};

/** Returns the end of a day, exclusive: the start of the next day, which is 23 or 25 hours later when clocks change. */
export const endOfDay = (day: string | null): number | undefined => {
  const start = startOfDay(day);
  if (start === undefined) return undefined;
  const date = new Date(start);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
};
