/** Simulated use of the demo book through the license of the demo university, by the readers who exist only for the simulation. */

import { findInstitutionByName } from '../features/institution/institution-names.ts';
import type { LicenseUse } from '../features/license/license-use.ts';
import { insertLicenseUse } from '../features/license/license-use.ts';
import { saveReadingDays } from '../features/reading/reading-day-store.ts';
import type { UserDayTime } from '../features/reading-time/store.ts';
import { DEMO_SCHOOL } from './demo-items.ts';
import type { Platform } from './open-platform.ts';

/** Returns the use of each user and month: a chapter a day is a request, and a day with reading is an opening. */
const useOf = (times: readonly UserDayTime[]): LicenseUse[] =>
  [...Map.groupBy(times, ({ userId, day }) => `${userId} ${day.slice(0, 7)}`).values()].flatMap((own) => {
    const [first] = own;
    return first === undefined
      ? []
      : [
          {
            month: first.day.slice(0, 7),
            userId: first.userId,
            itemRequests: own.length,
            titleRequests: new Set(own.map(({ day }) => day)).size,
          },
        ];
  });

/** `times`: the simulated reading of these users. Does nothing without the demo university. */
export const seedDemoLicenseUse = async ({ db }: Platform, bookId: string, times: readonly UserDayTime[]): Promise<void> => {
  const institution = await findInstitutionByName(db.orm, DEMO_SCHOOL);
  if (institution === undefined) return;
  await db.transaction(async (tx) => {
    await insertLicenseUse(tx, { institutionId: institution.id, bookId }, useOf(times));
    for (const [userId, own] of Map.groupBy(times, (time) => time.userId)) {
      const days = [...Map.groupBy(own, ({ day }) => day)].map(([day, ofDay]) => ({
        bookId,
        day,
        seconds: ofDay.reduce((sum, { seconds }) => sum + seconds, 0),
      }));
      await saveReadingDays(tx, userId, 'demo0002', days);
    }
  });
};
