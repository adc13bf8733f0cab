/** What editors write of a book: its facts, who made it, its cover. */
import {
  type BookRole,
  CodedError,
  type DeskBook,
  type listDeskBooks as listOperation,
  type OutputOf,
  type ParsedInputOf,
  type saveDeskBook as saveOperation,
} from '@shufang/contract';
import { changeBetween, type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { booksWithin, requirePublisherWithin } from '../media/publication/books-within.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import { outlineOf } from '../media/publication/version-outline.ts';
import {
  countCategories,
  type DeskRow,
  findDeskRow,
  listContributors,
  listDeskRows,
  listEditionsOf,
  lockDeskRow,
  replaceContributors,
  type StoredContributor,
  updateCover,
  updateFacts,
} from './desk-store.ts';
import { peopleOf } from './people.ts';
import { coverPath } from './view.ts';

export interface BookDeskDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly findPeople: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { nickname: string; tel: string }>>;
  readonly findPersonByTel: (tel: string) => Promise<{ id: string } | undefined>;
  /** How long the right lasts that is bought now, between which times it is sold, and what renewing it costs. */
  readonly findSale: (bookId: string) => Promise<Pick<DeskBook, 'termDays' | 'saleFrom' | 'saleTo' | 'renewalFen'>>;
  /** The words search finds the book by, made anew. */
  readonly reindex: (tx: Transaction, bookId: string) => Promise<void>;
  /** Draws a card picture from a picture of this person and keeps it. Throws `file.notFound`, `file.pictureBroken`. */
  readonly drawCover: (ownerId: string, fileId: string) => Promise<{ sha256: string; width: number; height: number }>;
}

/** Whom cards name as the authors of a book. */
const AUTHOR_ROLES: readonly BookRole[] = ['author', 'chiefEditor', 'associateEditor'];

const contributorsOf = async (db: Queryable, row: DeskRow): Promise<StoredContributor[]> => {
  const stored = await listContributors(db, row.id);
  if (stored.length > 0 || row.facts_edited) return stored;
  return peopleOf(row.contributors).map(({ name, role, unit = '' }) => ({ name, role, unit, userId: undefined }));
};

const summary = (row: DeskRow): OutputOf<typeof listOperation>['items'][number] => ({
  bookId: row.id,
  title: row.title,
  authors: row.authors,
  isbn: row.isbn ?? '',
  publisher: row.publisher ?? '',
  accessModel: row.access_model,
  priceFen: row.price_fen,
  state: row.shelf_state,
  updatedAt: row.updated_at,
  ...(row.cover_sha256 === null
    ? {}
    : { cover: { url: coverPath(row.id, row.cover_sha256), width: row.cover_width ?? 0, height: row.cover_height ?? 0 } }),
});

/** Of the other editions those in reach: one of another publisher may not be out yet. Throws `catalog.bookNotFound`. */
export const getDeskBook = async (deps: BookDeskDependencies, bookId: string, bounds: Bounds | undefined): Promise<DeskBook> => {
  const row = await findDeskRow(deps.db.orm, bookId);
  if (row === undefined) throw new CodedError('catalog.bookNotFound');
  const contributors = await contributorsOf(deps.db.orm, row);
  const [people, sale, editions] = await Promise.all([
    deps.findPeople(contributors.flatMap(({ userId }) => userId ?? [])),
    deps.findSale(bookId),
    row.work_id === null ? [] : listEditionsOf(deps.db.orm, row.work_id),
  ]);
  const inReach = await booksWithin(
    deps.db.orm,
    editions.map((one) => one.bookId),
    bounds,
  );
  return {
    ...summary(row),
    subtitle: row.subtitle ?? '',
    description: row.description ?? '',
    categoryIds: row.category_ids,
    ...(row.level === null ? {} : { level: row.level }),
    edition: row.edition,
    editions: editions.filter((one) => inReach.has(one.bookId)),
    ...sale,
    trialChapters: row.trial_chapters,
    ...(row.trial_chosen === null ? {} : { trialChosen: row.trial_chosen }),
    planTag: row.plan_tag ?? '',
    planProof: row.plan_proof ?? '',
    removalNotice: row.removal_notice ?? '',
    contributors: contributors.map(({ name, role, unit, userId }) => {
      const who = userId === undefined ? undefined : people.get(userId);
      return {
        name,
        role,
        unit,
        ...(userId === undefined || who === undefined ? {} : { linked: { userId, name: who.nickname, tel: who.tel } }),
      };
    }),
  };
};

export const listDeskBooks = async (
  { db }: Pick<BookDeskDependencies, 'db'>,
  { q, state, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const [, at, id] =
    cursor === undefined ? [] : (/^(\d{1,15}) ([0-9a-z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []);
  if (cursor !== undefined && (at === undefined || id === undefined)) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  const after = at === undefined || id === undefined ? undefined : { at: Number(at), id };
  const rows = await listDeskRows(db.orm, { q, state, bounds, after, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(summary),
    ...(last === undefined ? {} : { nextCursor: Buffer.from(`${last.updated_at} ${last.id}`).toString('base64url') }),
  };
};

type Given = NonNullable<ParsedInputOf<typeof saveOperation>['contributors']>;

/** Only links that stand already are kept by an id; a new one needs the whole number. Throws `account.personNotFound`. */
const linkContributors = async (
  deps: BookDeskDependencies,
  given: Given,
  known: readonly StoredContributor[],
): Promise<StoredContributor[]> => {
  const linked: StoredContributor[] = [];
  for (const { name, role, unit, userId, tel } of given) {
    const found = tel === undefined ? undefined : await deps.findPersonByTel(tel);
    if (tel !== undefined && found === undefined) throw new CodedError('account.personNotFound');
    const kept = known.some((one) => one.userId !== undefined && one.userId === userId) ? userId : undefined;
    linked.push({ name, role, unit, userId: found?.id ?? kept });
  }
  return linked;
};

const authorsLine = (contributors: readonly StoredContributor[]): string => {
  const authors = contributors.filter(({ role }) => AUTHOR_ROLES.includes(role));
  return [...new Set((authors.length > 0 ? authors : contributors).map(({ name }) => name))].join('、');
};

type GivenTrial = Pick<ParsedInputOf<typeof saveOperation>, 'trialChapters' | 'trialChosen'>;

/** The chapters in reading order, and how many they are; a number alone means the first ones. Throws `request.invalid` for a chapter there is not. */
const trialOf = async (
  tx: Transaction,
  row: DeskRow,
  { trialChapters, trialChosen }: GivenTrial,
): Promise<{ trialChapters: number; trialChosen: string[] | null }> => {
  if (trialChosen === undefined)
    return trialChapters === undefined
      ? { trialChapters: row.trial_chapters, trialChosen: row.trial_chosen }
      : { trialChapters, trialChosen: null };
  const version = await findReleasedVersion(tx, row.current_version_id);
  const outline = version && outlineOf(version.manifest);
  const keys = (outline?.chapters ?? []).map((index) => outline?.keys[index] ?? '');
  const wanted = new Set(trialChosen);
  const chosen = keys.filter((key) => wanted.has(key));
  if (chosen.length < wanted.size) throw new CodedError('request.invalid', { reason: '目录有变化，请刷新后重新选择试读的章节' });
  return { trialChapters: chosen.length, trialChosen: chosen };
};

/** Throws `catalog.bookNotFound`, `account.personNotFound`, `request.invalid` for a category or a chapter nobody knows and for a publisher out of bounds. */
export const saveDeskBook = async (
  deps: BookDeskDependencies,
  operator: DeskOperator,
  { bookId, contributors, reason, trialChosen, ...given }: ParsedInputOf<typeof saveOperation>,
  bounds: Bounds | undefined,
): Promise<DeskBook> => {
  if (given.publisher !== undefined) requirePublisherWithin(given.publisher, bounds);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const row = await lockDeskRow(tx, bookId);
    if (row === undefined) throw new CodedError('catalog.bookNotFound');
    const known = await contributorsOf(tx, row);
    const made = contributors === undefined ? known : await linkContributors(deps, contributors, known);
    const before = {
      title: row.title,
      subtitle: row.subtitle ?? '',
      isbn: row.isbn ?? '',
      publisher: row.publisher ?? '',
      description: row.description ?? '',
      categoryIds: row.category_ids,
      level: row.level,
      accessModel: row.access_model,
      trialChapters: row.trial_chapters,
      trialChosen: row.trial_chosen,
      planTag: row.plan_tag ?? '',
      planProof: row.plan_proof ?? '',
    };
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const after: typeof before = {
      ...before,
      ...changed,
      ...(await trialOf(tx, row, { trialChosen, trialChapters: given.trialChapters })),
    };
    if (after.planTag !== '' && after.planProof === '') throw new CodedError('request.invalid', { reason: '请填写列入规划的文号' });
    if (after.planTag === '') after.planProof = '';
    const ids = [...new Set(after.categoryIds)];
    if ((await countCategories(tx, ids)) < ids.length) throw new CodedError('request.invalid', { reason: '没有这个学科' });
    const shown =
      contributors === undefined
        ? row.contributors
        : made.map(({ name, role, unit }) => ({ name, role, ...(unit === '' ? {} : { unit }) }));
    await updateFacts(
      tx,
      bookId,
      { ...after, categoryIds: ids, authors: contributors === undefined ? row.authors : authorsLine(made), contributors: shown },
      now,
    );
    await replaceContributors(tx, bookId, made);
    await deps.reindex(tx, bookId);
    const facts = changeBetween({ ...before, contributors: known }, { ...after, contributors: made });
    await recordAct(tx, operator, { act: 'book.edit', target: { kind: 'book', id: bookId, name: after.title }, ...facts, reason }, now);
  });
  return getDeskBook(deps, bookId, bounds);
};

/** Throws `catalog.bookNotFound`, `file.notFound`, `file.pictureBroken`. */
export const setBookCover = async (
  deps: BookDeskDependencies,
  operator: DeskOperator,
  { bookId, fileId }: { readonly bookId: string; readonly fileId: string },
  bounds: Bounds | undefined,
): Promise<DeskBook> => {
  await getDeskBook(deps, bookId, bounds);
  const cover = await deps.drawCover(operator.userId, fileId);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const row = await lockDeskRow(tx, bookId);
    if (row === undefined) throw new CodedError('catalog.bookNotFound');
    await updateCover(tx, bookId, cover, now);
    const facts = { before: { cover: row.cover_sha256 }, after: { cover: cover.sha256 } };
    await recordAct(tx, operator, { act: 'book.cover', target: { kind: 'book', id: bookId, name: row.title }, ...facts }, now);
  });
  return getDeskBook(deps, bookId, bounds);
};
