/** Sync of reading preferences: one record per user, last writer wins for each preference. */
import { defaultReadingPreferences, type Hlc, readingPreferences } from '@shufang/contract';
import { z } from 'zod';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { findStoredPreferences, savePreferences } from './preferences-store.ts';

/** The id of the only preferences record of a user. */
const PREFERENCES_ID = 'reading';
const preferenceFields = z.strictObject(readingPreferences.shape).partial();

export const createPreferencesSync = (): SyncEntityHandler => ({
  entity: 'preferences',
  async prepare(userId, op) {
    if (op.entityId !== PREFERENCES_ID) throw opInvalid('没有这种阅读设置');
    if (op.kind === 'del') throw opInvalid('阅读设置不能删除');
    const fields = preferenceFields.safeParse(op.fields);
    if (!fields.success) throw opInvalid(describeFieldIssue(fields.error));
    return async (tx, { hlc }) => {
      const stored = await findStoredPreferences(tx, userId);
      const clocks: Record<string, Hlc> = { ...stored?.clocks };
      const clocksGiven = Object.entries(fields.data);
      const won = clocksGiven.filter(([name]) => hlc > (clocks[name] ?? ''));
      const lost = clocksGiven.some(([name]) => hlc < (clocks[name] ?? ''));
      if (won.length > 0) {
        for (const [name] of won) clocks[name] = hlc;
        const preferences = { ...defaultReadingPreferences, ...stored?.preferences, ...Object.fromEntries(won) };
        await savePreferences(tx, userId, { preferences, clocks });
      }
      return { status: lost ? 'merged' : 'applied', changed: won.length > 0 };
    };
  },
  async read(db, userId, ids) {
    const stored = ids.includes(PREFERENCES_ID) ? await findStoredPreferences(db, userId) : undefined;
    if (stored === undefined) return [];
    return [
      {
        entity: 'preferences',
        entityId: PREFERENCES_ID,
        record: { ...defaultReadingPreferences, ...stored.preferences },
        clocks: { ...stored.clocks },
      },
    ];
  },
});
