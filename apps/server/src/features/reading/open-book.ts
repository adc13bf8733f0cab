/** Opens a book for a person: finds the right, the version in force, the place they were at, and seals a ticket for the content origin. */
import {
  CodedError,
  mayReadAll,
  type OutputOf,
  type openBook as openBookOperation,
  type ParsedInputOf,
  type ReadingPreferences,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { findBook } from '../catalog/find-books.ts';
import { toBookCard } from '../catalog/view.ts';
import type { RightsOf } from '../commerce/rights-of.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import type { ContentAddresses } from './content-addresses.ts';
import { placeTicketExpiry, sealTicket, ticketExpiry } from './content-ticket.ts';
import { manifestFor, openDocuments, stretchesOf } from './open-chapters.ts';

type Opened = OutputOf<typeof openBookOperation>;

export interface OpenBookDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly rightsOf: RightsOf;
  readonly addresses: ContentAddresses;
  readonly ticketSecret: Uint8Array;
  /** Hash of the engine's build: part of its address, so that it can be cached for ever. */
  readonly engineHash: () => Promise<string>;
  readonly findProgress: (userId: string, bookId: string) => Promise<Opened['progress']>;
  readonly findPreferences: (userId: string) => Promise<ReadingPreferences | undefined>;
}

/** Throws `catalog.bookNotFound`, `commerce.notEntitled`, `commerce.noPlace`. Anonymous people get free books and trials. */
export const openBook = async (
  deps: OpenBookDependencies,
  context: CallContext,
  { bookId, goOn }: ParsedInputOf<typeof openBookOperation>,
): Promise<Opened> => {
  const { db, clock } = deps;
  const book = await findBook(db, bookId);
  if (book?.currentVersionId === undefined) throw new CodedError('catalog.bookNotFound');
  const version = await findReleasedVersion(db, book.currentVersionId);
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  const { right, byPlace } = await deps.rightsOf.open(context, book, goOn === 'idle');
  // Who was reading is not put back to the trial: they keep their page and are told.
  if (right.full === true && (goOn !== undefined || right.kind === 'none'))
    throw new CodedError('commerce.noPlace', { reason: right.reason });
  if (right.kind === 'none') throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'commerce.notEntitled');

  const userId = context.reader?.userId;
  const [progress, preferences, engineHash] = await Promise.all([
    userId === undefined ? undefined : deps.findProgress(userId, bookId),
    userId === undefined ? undefined : deps.findPreferences(userId),
    deps.engineHash(),
  ]);
  const open = openDocuments(version.manifest, right, book);
  const expiresAt = byPlace ? placeTicketExpiry(clock.now()) : ticketExpiry(clock.now());
  const ticket = sealTicket(deps.ticketSecret, {
    versionId: version.id,
    scope: mayReadAll(right) ? 'full' : stretchesOf(open, true),
    sid: context.reader?.sid,
    userId,
    expiresAt: Math.min(expiresAt, right.endsAt ?? expiresAt),
  });
  const origin = deps.addresses.originOf(bookId);
  return {
    book: toBookCard(book, {
      rights: new Map([[bookId, right]]),
      progress: new Map(
        progress?.locator.locations.totalProgression === undefined ? [] : [[bookId, progress.locator.locations.totalProgression]],
      ),
    }),
    right,
    version: { id: version.id, no: version.no, releasedAt: version.releasedAt },
    content: {
      frameUrl: `${origin}/~engine/${engineHash}/frame.html?app=${encodeURIComponent(context.appOrigin)}`,
      baseUrl: `${origin}/~c/${ticket}/`,
      expiresAt,
    },
    manifest: manifestFor(version.manifest, open),
    ...(progress === undefined ? {} : { progress }),
    ...(preferences === undefined ? {} : { preferences }),
  };
};
