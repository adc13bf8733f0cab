/** What readers do with errata: report one, see what was found, see how their own stand. */
import {
  CodedError,
  type Erratum,
  LIMITS,
  type listErrata as listOperation,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type reportErratum as reportOperation,
} from '@shufang/contract';
import type { CallContext, ReaderContext } from '../../platform/http/call-context.ts';
import { findVisibleBook } from '../catalog/get-book-info.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { decodePlace, encodePlace } from './place.ts';
import { countErrata, countErrataSince, insertErratum, listErrataOfBook, type StoredErratum } from './store.ts';

const DAY_MS = 86_400_000;

const clip = (text: string, max: number): string => {
  const chars = [...text];
  return chars.length > max ? `${chars.slice(0, max - 1).join('')}…` : text;
};

const view = (one: StoredErratum, userId: string | undefined): Erratum => {
  const mine = userId !== undefined && one.userId === userId;
  return {
    id: one.id,
    state: one.state,
    // Nobody reads a closed chapter piece by piece through what others have quoted of it.
    quote: mine ? one.quote : clip(one.quote, LIMITS.lockedSnippetChars),
    suggestion: mine ? one.suggestion : clip(one.suggestion, LIMITS.lockedSnippetChars),
    chapter: one.chapter,
    ...(one.locator === undefined ? {} : { locator: { href: one.locator.href, locations: one.locator.locations } }),
    answer: one.answer,
    versionNo: one.versionNo,
    ...(one.fixedInVersion === undefined ? {} : { fixedInVersion: one.fixedInVersion }),
    createdAt: one.createdAt,
    ...(one.decidedAt === undefined ? {} : { decidedAt: one.decidedAt }),
    mine,
  };
};

/** Throws `catalog.bookNotFound`, `errata.sameText`, `request.tooMany`. */
export const reportErratum = async (
  deps: ErrataDependencies,
  context: ReaderContext,
  { bookId, quote, suggestion, reason, chapter, locator }: ParsedInputOf<typeof reportOperation>,
): Promise<Erratum> => {
  const { userId } = context.reader;
  const { version } = await findVisibleBook({ db: deps.db.orm, personal: deps.personal }, context, bookId);
  if (quote === suggestion) throw new CodedError('errata.sameText');
  const now = deps.clock.now();
  if ((await countErrataSince(deps.db.orm, userId, now - DAY_MS)) >= LIMITS.errataPerUserPerDay) throw new CodedError('request.tooMany');
  const place = chapter === '' ? (locator?.title ?? '').slice(0, 100) : chapter;
  const made = {
    id: newId(now),
    bookId,
    userId,
    versionNo: version.no,
    quote,
    suggestion,
    reason,
    chapter: place,
    locator,
    createdAt: now,
  };
  await insertErratum(deps.db.orm, made);
  return view({ ...made, state: 'submitted', answer: '', fixedInVersion: undefined, decidedAt: undefined }, userId);
};

/** Throws `catalog.bookNotFound`, `request.invalid` for a cursor that is none of ours, `requestLogin` for a stranger's own. */
export const listErrata = async (
  deps: ErrataDependencies,
  context: CallContext,
  { bookId, whose, cursor, limit }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  await findVisibleBook({ db: deps.db.orm, personal: deps.personal }, context, bookId);
  const userId = context.reader?.userId;
  if (whose === 'mine' && userId === undefined) throw new CodedError('requestLogin');
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const ofUser = whose === 'mine' ? userId : undefined;
  const [found, counts] = await Promise.all([
    listErrataOfBook(deps.db.orm, { bookId, ofUser, after, limit: limit + 1 }),
    countErrata(deps.db.orm, { bookId, bounds: undefined }),
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((one) => view(one, userId)),
    counts,
    ...(last === undefined ? {} : { next: encodePlace({ at: last.createdAt, id: last.id }) }),
  };
};
