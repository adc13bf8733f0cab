/** Days as date fields write them, in the time of who looks. */
const DAY_MS = 86_400_000;

/** Midnight of that day here; undefined for what is no day. */
export const startOfDay = (day: string | null): number | undefined => {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
};

/** The end of that day, exclusive. */
export const endOfDay = (day: string | null): number | undefined => {
  const start = startOfDay(day);
  return start === undefined ? undefined : start + DAY_MS;
};
