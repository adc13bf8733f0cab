/** Conversion of the values of date fields, in local time. */
const DAY_MS = 86_400_000;

/** Returns the local start of a day; undefined for an invalid date. */
export const startOfDay = (day: string | null): number | undefined => {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
};

/** Returns the end of a day in local time, exclusive: 24 hours after its start. */
export const endOfDay = (day: string | null): number | undefined => {
  const start = startOfDay(day);
  return start === undefined ? undefined : start + DAY_MS;
};
