/** Reads the clock values of SMIL: `1:02:03.5`, `02:03.5`, `7.75h`, `5min`, `30s`, `200ms`, `30`. Pure. Source: SMIL 3.0 §5.4.3. */

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3_600, min: 60, s: 1, ms: 0.001, '': 1 };

/** Returns the seconds; undefined if the text is no clock value. */
export const secondsOfClock = (text: string): number | undefined => {
  const value = text.trim().replace(/^npt=/, '');
  const clock = /^(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)$/.exec(value);
  if (clock) {
    const [, hours = '0', minutes = '', seconds = ''] = clock;
    if (Number(minutes) > 59 || Number(seconds) >= 60) return undefined;
    return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  }
  const count = /^(\d{1,9}(?:\.\d{1,9})?)(h|min|s|ms|)$/.exec(value);
  return count ? Number(count[1]) * (UNIT_SECONDS[count[2] ?? ''] ?? 1) : undefined;
};
