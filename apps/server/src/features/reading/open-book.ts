/** Opens a book for a user: resolves the right, the current version and the reading progress, and seals a content ticket. */
import { CodedError, mayReadAll } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { toBookCard } from '../catalog/book-card.ts';
import { findBook } from '../catalog/find-books.ts';
import { areScriptsApproved } from '../catalog/scripts/are-scripts-approved.ts';
import { recordOpening } from '../license/license-use.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { findChangedSince } from './changes/seen-version.ts';
import { sealTicket, slotTicketExpiry, ticketExpiry } from './content-ticket.ts';
import { frameUrlOf } from './content-urls.ts';
import { documentRangesOf, openDocuments } from './open-chapters.ts';
import { shareOf } from './progress.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';
import { readingOrderPartOf } from './reading-order-part.ts';
import { scriptUrlOf } from './serve-scripts.ts';
import { recordTrial } from './trial-opening-store.ts';

/**
 * Returns the opened book. Throws `catalog.bookNotFound`, `entitlement.notEntitled`, `license.noSeat`. Anonymous users can open free books
 * and trials.
 */
export const openBook: UseCase<'openBook', ReadingDependencies> = async (dependencies, caller, { bookId, near, goOn }) => {
  const { db, clock } = dependencies;
  const revisionFor = await dependencies.revocations.readRevision();
  const book = await findBook(db.orm, bookId);
  if (book?.currentVersionId === undefined) throw new CodedError('catalog.bookNotFound');
  const version = await findReleasedVersion(db.orm, book.currentVersionId);
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  const { right, usesSeat, institutionIds } = await dependencies.rights.open(caller, book, goOn === 'idle');
  // If all concurrent slots of the license are taken, a user who was already reading gets an error and not the trial, so that the chapter
  // on the screen stays.
  if (right.full === true && (goOn !== undefined || right.kind === 'none'))
    throw new CodedError('license.noSeat', { reason: right.reason });
  if (right.kind === 'none') throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');

  const userId = caller.reader?.userId;
  const [progress, preferences, changedSince, engineHash] = await Promise.all([
    userId === undefined ? undefined : dependencies.findProgress(userId, bookId),
    userId === undefined ? undefined : dependencies.findPreferences(userId),
    userId === undefined || goOn !== undefined ? undefined : findChangedSince(dependencies, userId, version),
    dependencies.engineHash(),
  ]);
  const open = openDocuments(version.manifest, right, book);
  const openRanges = documentRangesOf(open, true);
  const { description: _description, ...metadata } = version.manifest.metadata;
  const start = version.manifest.readingOrder.find(({ href }, index) => href === metadata.startHref && open[index] === true);
  if (userId !== undefined && right.kind === 'trial' && goOn === undefined) await recordTrial(db.orm, userId, bookId, clock.now());
  if (userId !== undefined && institutionIds.length > 0 && goOn === undefined) {
    const href = near ?? progress?.locator.href ?? start?.href;
    const document = Math.max(
      0,
      version.manifest.readingOrder.findIndex((item) => item.href === href),
    );
    await recordOpening(db.orm, { userId, bookId, document }, institutionIds, clock.now());
  }
  const expiresAt = usesSeat ? slotTicketExpiry(clock.now()) : ticketExpiry(clock.now());
  const facts = {
    versionId: version.id,
    scope: mayReadAll(right) ? ('full' as const) : openRanges,
    sid: caller.reader?.sid,
    userId,
    expiresAt: Math.min(expiresAt, right.endsAt ?? expiresAt),
    revision: revisionFor({ bookId, userId, institutionIds }),
    institutionIds,
  };
  const ticket = sealTicket(dependencies.ticketSecret, facts);
  const hasScripts = version.manifest.readingOrder.some(({ scripted }) => scripted !== undefined);
  const mayRunScripts = hasScripts && (await areScriptsApproved(db.orm, version.id));
  const share = progress && shareOf(progress);
  const origin = dependencies.addresses.originOf(bookId, caller.appOrigin);
  return {
    book: toBookCard(book, {
      rights: new Map([[bookId, right]]),
      progress: new Map(share === undefined ? [] : [[bookId, share]]),
    }),
    right,
    version: { id: version.id, no: version.no, releasedAt: version.releasedAt },
    ...(changedSince === undefined ? {} : { changedSince }),
    content: {
      frameUrl: frameUrlOf(dependencies.addresses, engineHash, bookId, caller.appOrigin),
      baseUrl: `${origin}/~c/${ticket}/`,
      expiresAt,
    },
    metadata,
    ...(mayRunScripts ? { scripts: { baseUrl: scriptUrlOf(origin, sealTicket(dependencies.ticketSecret, facts, 'script')) } } : {}),
    readingOrder: readingOrderPartOf(version.manifest.readingOrder, open, [
      near === undefined ? undefined : { href: near, locations: {} },
      progress?.locator,
      start && { href: start.href, locations: {} },
    ]),
    openRanges,
    ...(progress === undefined ? {} : { progress }),
    ...(preferences === undefined ? {} : { preferences }),
  };
};
