/** What editors do with errata: look through them, decide, say in which version one stands right. The state machine of product.md §7.5. */
import {
  CodedError,
  type DeskErratum,
  type decideErratum as decideOperation,
  type ErratumState,
  type listDeskErrata as listOperation,
  type OutputOf,
  type ParsedInputOf,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { tellPerson } from '../../platform/notices.ts';
import { findBooks } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { decodePlace, encodePlace } from './place.ts';
import { countErrata, findErratum, listErrataPage, lockErratum, putDecision, type StoredErratum } from './store.ts';

type Dependencies = Pick<ErrataDependencies, 'db' | 'clock' | 'findPeople'>;

/** Title and number of the version in force, by book. */
const booksOf = async (
  { db }: Pick<Dependencies, 'db'>,
  errata: readonly StoredErratum[],
): Promise<ReadonlyMap<string, { title: string; versionNo: number }>> => {
  const books = await findBooks(db.orm, [...new Set(errata.map(({ bookId }) => bookId))]);
  return new Map(
    await Promise.all(
      books.map(async ({ id, title, currentVersionId }) => {
        const version = currentVersionId === undefined ? undefined : await findReleasedVersion(db.orm, currentVersionId);
        return [id, { title, versionNo: version?.no ?? 0 }] as const;
      }),
    ),
  );
};

const show = async (deps: Dependencies, errata: readonly StoredErratum[]): Promise<DeskErratum[]> => {
  const [books, people] = await Promise.all([booksOf(deps, errata), deps.findPeople(errata.flatMap(({ userId }) => userId ?? []))]);
  return errata.map(({ userId, locator, fixedInVersion, decidedAt, ...one }) => {
    const book = books.get(one.bookId);
    const who = userId === undefined ? undefined : people.get(userId);
    return {
      ...one,
      bookTitle: book?.title ?? '',
      currentVersion: book?.versionNo ?? 0,
      ...(locator === undefined ? {} : { locator }),
      ...(fixedInVersion === undefined ? {} : { fixedInVersion }),
      ...(decidedAt === undefined ? {} : { decidedAt }),
      ...(userId === undefined || who === undefined ? {} : { reporter: { userId, name: who.nickname, tel: who.tel } }),
    };
  });
};

/** Throws `request.invalid` for a cursor that is none of ours. */
export const listDeskErrata = async (
  deps: Dependencies,
  { state, bookId, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listErrataPage(deps.db.orm, { state, bookId, bounds, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const waits = state === 'submitted' || state === 'accepted';
  return {
    items: await show(deps, page),
    counts: await countErrata(deps.db.orm, { bookId, bounds }),
    ...(last === undefined ? {} : { nextCursor: encodePlace({ at: waits ? last.createdAt : (last.decidedAt ?? 0), id: last.id }) }),
  };
};

const NEWS = { accept: 'erratumAccepted', duplicate: 'erratumDuplicate', reject: 'erratumRejected', fix: 'erratumFixed' } as const;
const OUTCOMES = { accept: 'accepted', duplicate: 'duplicate', reject: 'rejected', fix: 'fixed' } as const;
const BEFORE: Record<keyof typeof OUTCOMES, ErratumState> = {
  accept: 'submitted',
  duplicate: 'submitted',
  reject: 'submitted',
  fix: 'accepted',
};

/** Throws `errata.notFound`, `errata.decided`, `errata.versionUnknown`. */
export const decideErratum = async (
  deps: Dependencies,
  operator: DeskOperator,
  { id, decision, answer, fixedInVersion }: ParsedInputOf<typeof decideOperation>,
): Promise<DeskErratum> => {
  const now = deps.clock.now();
  const state = OUTCOMES[decision];
  await deps.db.transaction(async (tx) => {
    const known = await lockErratum(tx, id);
    if (known === undefined) throw new CodedError('errata.notFound');
    if (known.state !== BEFORE[decision]) throw new CodedError('errata.decided');
    const book = (await booksOf(deps, [known])).get(known.bookId);
    const current = book?.versionNo ?? 0;
    const version = decision === 'fix' ? (fixedInVersion ?? current) : undefined;
    // A version that is not out yet is no place to look.
    if (version !== undefined && (version > current || version < known.versionNo)) throw new CodedError('errata.versionUnknown');
    // Words said at the acceptance stay when nothing is said of the correction.
    const words = decision === 'fix' && answer === '' ? known.answer : answer;
    await putDecision(tx, { id, state, answer: words, fixedInVersion: version, decidedAt: now });
    const after = { state, bookId: known.bookId, ...(version === undefined ? {} : { fixedInVersion: version }) };
    const target = { kind: 'erratum', id, name: book?.title ?? '' } as const;
    await recordAct(tx, operator, { act: `erratum.${decision}`, target, before: { state: known.state }, after, reason: answer }, now);
    if (known.userId === undefined) return;
    await tellPerson(tx, known.userId, { kind: NEWS[decision], subject: { id: known.bookId, name: book?.title ?? '' } }, now);
  });
  const decided = await findErratum(deps.db.orm, id);
  const [shown] = decided === undefined ? [] : await show(deps, [decided]);
  if (shown === undefined) throw new CodedError('errata.notFound');
  return shown;
};
