import { z } from 'zod';

/**
 * Hybrid logical clock: `<ms, 13 digits>-<counter, 4 hex>-<device id>`. Timestamps are compared as text; equal times of two devices are
 * ordered by the device id. A client passes every timestamp that it pulls to `nextHlc`, so that an edit of a pulled record is later than
 * that record. Source: Kulkarni et al., "Logical Physical Clocks" (2014).
 */
export const hlc = z.string().regex(/^\d{13}-[0-9a-f]{4}-[0-9a-z]{6,32}$/);
export type Hlc = z.output<typeof hlc>;

export const formatHlc = (ms: number, counter: number, deviceId: string): Hlc =>
  `${String(ms).padStart(13, '0')}-${counter.toString(16).padStart(4, '0')}-${deviceId}`;

export const parseHlc = (value: Hlc): { ms: number; counter: number; deviceId: string } => {
  const [ms = '0', counter = '0', ...device] = value.split('-');
  return { ms: Number(ms), counter: Number.parseInt(counter, 16), deviceId: device.join('-') };
};

/** Returns the next timestamp of this device: later than `last`, and not before the present time `nowMs`. */
export const nextHlc = (last: Hlc | undefined, nowMs: number, deviceId: string): Hlc => {
  if (last === undefined) return formatHlc(nowMs, 0, deviceId);
  const { ms, counter } = parseHlc(last);
  if (nowMs > ms) return formatHlc(nowMs, 0, deviceId);
  return counter >= 0xffff ? formatHlc(ms + 1, 0, deviceId) : formatHlc(ms, counter + 1, deviceId);
};
