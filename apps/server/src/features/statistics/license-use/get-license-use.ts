/** Returns how the readers of an institution use its licenses. */
import type { MonthOfUse } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { findBooks } from '../../catalog/find-books.ts';
import { requireInstitutionName } from '../../institution/institution-names.ts';
import { listInstitutionLicenses } from '../../license/institution-licenses.ts';
import { addMonths, listMonths, monthOf } from '../../license/months.ts';
import { publishedParts, publishedUsers } from '../privacy.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { countLicenseUse, isUseSimulated, type UseCount } from './license-use-store.ts';

export const USE_MONTHS = 12;
const TITLES_SHOWN = 5;
const HOUR_SECONDS = 3_600;

/** Returns the numbers of a month as they are published. */
const publish = (month: string, count: UseCount | undefined, isShown: boolean): MonthOfUse => {
  const readers = count === undefined || !isShown ? undefined : publishedUsers(count.readers);
  if (count === undefined || readers === undefined) return { month };
  const { titleRequests, itemRequests, seconds } = count;
  return { month, readers, hours: Math.round(seconds / HOUR_SECONDS), titleRequests, itemRequests };
};

/**
 * Returns the ids of the licenses whose numbers of a month may be shown. The total of the month is shown as well, so that of several
 * licenses none may follow from the others.
 */
const shownLicenses = (counts: readonly UseCount[]): ReadonlySet<string> =>
  counts.length === 1
    ? new Set(counts.map(({ licenseId }) => licenseId))
    : publishedParts(new Map(counts.map(({ licenseId, readers }) => [licenseId, readers])));

/** Throws `institution.notFound`. */
export const getLicenseUse: UseCase<'getLicenseUse', StatisticsDependencies> = async ({ db, clock }, _caller, { institutionId }) => {
  const { orm } = db;
  const now = clock.now();
  const institution = await requireInstitutionName(orm, institutionId);
  const last = addMonths(monthOf(now), -1);
  const scope = { institutionId, from: addMonths(last, 1 - USE_MONTHS), to: last };
  const counts = await countLicenseUse(orm, scope);
  const names = listMonths(scope.from, scope.to);
  const countOf = (licenseId: string, month: string) => counts.find((one) => one.licenseId === licenseId && one.month === month);
  const shown = new Map(
    [...names, ''].map((month) => [month, shownLicenses(counts.filter((one) => one.licenseId !== '' && one.month === month))]),
  );
  const licenses = await listInstitutionLicenses(orm, institutionId, now);
  const bookIds = licenses.flatMap((license) => license.bookIds.slice(0, TITLES_SHOWN));
  const titles = new Map((await findBooks(orm, [...new Set(bookIds)])).map(({ id, title }) => [id, title]));
  return {
    institution,
    computedAt: now,
    isSimulated: await isUseSimulated(orm, institutionId),
    months: names.map((month) => publish(month, countOf('', month), true)),
    licenses: licenses.map(({ id, contractNo, scope: books, bookIds: ids, startsAt, endsAt, state, ...capacity }) => {
      const readers = publish('', countOf(id, ''), shown.get('')?.has(id) === true).readers;
      const { seats, concurrent, seatsTaken, reading } = capacity;
      return {
        id,
        contractNo,
        scope: books,
        books: ids.length,
        titles: ids.slice(0, TITLES_SHOWN).flatMap((bookId) => titles.get(bookId) ?? []),
        startsAt,
        endsAt,
        state,
        ...(seats === undefined ? {} : { seats }),
        ...(concurrent === undefined ? {} : { concurrent }),
        ...(seatsTaken === undefined ? {} : { seatsTaken }),
        ...(reading === undefined ? {} : { reading }),
        ...(readers === undefined ? {} : { readers }),
        months: names.map((month) => publish(month, countOf(id, month), shown.get(month)?.has(id) === true)),
      };
    }),
  };
};
