/** What the head of a person's page asks the other slices, taken from an open platform. */
import { countMarksOf } from '../features/annotation/store.ts';
import { listWaitingApplications } from '../features/application/waiting-applications.ts';
import type { TodoDependencies } from '../features/bookshelf/shelf-dependencies.ts';
import type { RightsOf } from '../features/commerce/rights-of.ts';
import { countTicketsOfUser } from '../features/help/store.ts';
import { countToPay } from '../features/orders/store.ts';
import type { Platform } from './open-platform.ts';

export const todoParts = ({ db, clock }: Pick<Platform, 'db' | 'clock'>, rights: RightsOf): TodoDependencies => ({
  // What an institution lends is not the person's own.
  ownedSince: async (userId) => (await rights.ownedBy(userId)).filter(({ source }) => source !== 'institution'),
  countNotes: (userId) => countMarksOf(db.orm, userId),
  countOrdersToPay: (userId) => countToPay(db.orm, userId, clock.now()),
  countTickets: (userId) => countTicketsOfUser(db.orm, userId),
  institutionsFor: async (asker) =>
    (await rights.licencesFor(asker)).map(({ institution, mode, bookIds, endsAt }) => ({
      name: institution,
      via: mode,
      scope: bookIds === undefined ? ('all' as const) : ('books' as const),
      endsAt,
    })),
  waitingApplications: (userId) => listWaitingApplications(db.orm, userId, clock.now()),
});
