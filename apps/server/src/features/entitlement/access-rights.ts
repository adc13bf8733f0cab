/** Resolves what a caller may read, for one or many books. Pages and the reader call this and never query entitlements themselves. */
import { type AccessRight, type BookEntitlement, CodedError, type RightSource } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { CallContext, SignedInReader } from '../../platform/http/call-context.ts';
import { findAccessScope } from '../authorization/access-scope.ts';
import { readsBooksAsOperator } from '../authorization/grants.ts';
import { listAuthoredBooks } from '../catalog/authors/authored-books.ts';
import type { Book } from '../catalog/book.ts';
import { findLicensesFor, type Licensee, listLicensees, type MembershipInForce } from '../license/find-licenses.ts';
import { lockSeats, renewSeats, takeSeats } from '../license/license-capacity.ts';
import type { LicenseInForce } from '../license/license-in-force.ts';
import type { Entitlement } from './entitlement.ts';
import { listInstitutionReadings, noteInstitutionReading } from './institution-reading-store.ts';
import { type ListBoundCodes, listHeldRights } from './list-held-rights.ts';
import { type AccessQuery, findApplicableLicense, resolveAccess } from './resolve-access.ts';
import { listEntitlements, listInstitutionEntitlements } from './store.ts';

type AccessCaller = Pick<CallContext, 'reader' | 'address'>;

export interface RightsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly listBoundCodes: ListBoundCodes;
  /**
   * Returns the caller's memberships in institutions in this session. If it is undefined, institutions are recognized by client IP only.
   */
  readonly membershipsOf?: (db: Queryable, reader: SignedInReader) => Promise<readonly MembershipInForce[]>;
  /** Returns the rights that the user has to these books as a member of classes. If it is undefined, no user is in a class. */
  readonly listClassRights?: (db: Queryable, userId: string, bookIds: readonly string[]) => Promise<Entitlement[]>;
  /** Returns the books of the user's classes and since when the user is a member. If it is undefined, no user is in a class. */
  readonly listBooksOfJoinedClasses?: (db: Queryable, userId: string) => Promise<{ bookId: string; since: number }[]>;
}

export interface AccessRights {
  one(caller: AccessCaller, book: Book): Promise<AccessRight>;
  many(caller: AccessCaller, books: readonly Book[]): Promise<Map<string, AccessRight>>;
  /** Returns the licenses in force for the caller: by client IP, by this session's sign-in, or by an institution's list. */
  licensesFor(caller: AccessCaller): Promise<LicenseInForce[]>;
  /** Returns the institutions that licensed the book for users who sign in through them. */
  licenseesOf(book: Book): Promise<Licensee[]>;
  /**
   * Returns the books that the user has or had an entitlement to, newest first, without revoked entitlements. After them come the books
   * that the user wrote (source `author`, even with an entitlement), those of the user's classes (source `class`, also after the right has
   * ended), and those read through an institution (source `institution`), the last two with empty `held`.
   */
  ownedBy(userId: string): Promise<{ bookId: string; since: number; source: RightSource; held: readonly BookEntitlement[] }[]>;
  /**
   * Returns the right by which the caller opens the book now. If an institution's license has limited capacity, this takes a seat, which
   * reading renews; with `idle` it renews a seat but takes none. Records that the book was opened through an institution. `institutionIds`:
   * the institutions from which the right may come; empty if it comes from none.
   */
  open(caller: AccessCaller, book: Book, idle: boolean): Promise<OpenedRight>;
  /** Returns what `open` would return, without taking or renewing a seat. */
  inspect(caller: AccessCaller, book: Book): Promise<OpenedRight>;
  /** Returns what `inspect` returns, by the id of the book. */
  inspectMany(caller: AccessCaller, books: readonly Book[]): Promise<Map<string, OpenedRight>>;
  /** Renews the license seats that the user holds. Called while the user reads. */
  renewSeats(userId: string): Promise<void>;
}

export interface OpenedRight {
  readonly right: AccessRight;
  /** Whether a license seat was taken for the right. */
  readonly usesSeat: boolean;
  readonly institutionIds: readonly string[];
}

/**
 * Returns a predicate: whether the caller may read a book as an operator, without an entitlement. An operator with an access scope may read
 * only the books of its publishers.
 */
const operatorOfBooks = async (
  db: Queryable,
  reader: AccessCaller['reader'],
  now: number,
): Promise<(book: Pick<Book, 'publisher'>) => boolean> => {
  if (reader === undefined || !readsBooksAsOperator(reader.roles)) return () => false;
  const scope = await findAccessScope(db, reader, 'readFullText', now);
  return ({ publisher = '' }) => scope === undefined || scope.publishers.includes(publisher);
};

export const createAccessRights = (deps: RightsDependencies): AccessRights => {
  const { clock } = deps;
  const db = deps.db.orm;
  const licensesFor = async (on: Queryable, { reader, address }: AccessCaller, now: number) => {
    const memberships = reader === undefined ? [] : ((await deps.membershipsOf?.(on, reader)) ?? []);
    return { memberships, licenses: await findLicensesFor(on, { address, userId: reader?.userId, memberships }, now) };
  };
  const queriesOf = async (db: Queryable, caller: AccessCaller, books: readonly Book[]): Promise<Map<string, AccessQuery>> => {
    if (books.length === 0) return new Map();
    const { reader } = caller;
    const now = clock.now();
    const bookIds = books.map((book) => book.id);
    // The queries run one after another, because a transaction has only one connection.
    const own = reader === undefined ? [] : await listEntitlements(db, reader.userId, bookIds);
    const { licenses, memberships } = await licensesFor(db, caller, now);
    const ofClasses = reader === undefined ? [] : ((await deps.listClassRights?.(db, reader.userId, bookIds)) ?? []);
    const institutions = [...new Set([...memberships, ...licenses].map(({ institutionId }) => institutionId))].toSorted();
    const shared = await listInstitutionEntitlements(db, institutions, bookIds);
    const entitlements = Map.groupBy([...own, ...shared, ...ofClasses], (right) => right.bookId);
    const authored = new Set(reader === undefined ? [] : (await listAuthoredBooks(db, reader.userId)).map(({ bookId }) => bookId));
    const isOperatorOf = await operatorOfBooks(db, reader, now);
    return new Map(
      books.map((book) => [
        book.id,
        {
          book,
          entitlements: entitlements.get(book.id) ?? [],
          licenses,
          institutionIds: institutions,
          signedIn: reader !== undefined,
          isAuthor: authored.has(book.id),
          isOperator: isOperatorOf(book),
          now,
        },
      ]),
    );
  };
  const many: AccessRights['many'] = async (caller, books) =>
    new Map([...(await queriesOf(db, caller, books))].map(([id, query]) => [id, resolveAccess(query)]));
  const queryOf = async (tx: Queryable, caller: AccessCaller, book: Book): Promise<AccessQuery> => {
    const query = (await queriesOf(tx, caller, [book])).get(book.id);
    if (query === undefined) throw new Error(`no query about ${book.id}`);
    return query;
  };
  const openedBy = ({ institutionIds = [] }: AccessQuery, right: AccessRight, usesSeat: boolean): OpenedRight => ({
    right,
    usesSeat,
    institutionIds: right.kind === 'institution' ? institutionIds : [],
  });
  const hasCapacityLimit = (query: AccessQuery): boolean => {
    const { seats, readers } = findApplicableLicense(query) ?? {};
    return seats !== undefined || readers !== undefined;
  };
  const inspected = (query: AccessQuery): OpenedRight => {
    const right = resolveAccess(query);
    return openedBy(query, right, right.kind === 'institution' && hasCapacityLimit(query));
  };
  /** Locks the seats and resolves the right again, so that of two concurrent callers only one gets the last seat. */
  const openWithSeat = (caller: AccessCaller, userId: string, book: Book, idle: boolean, licenseIds: readonly string[]) =>
    deps.db.transaction(async (tx) => {
      await lockSeats(tx, licenseIds);
      const query = await queryOf(tx, caller, book);
      const right = resolveAccess(query);
      const license = findApplicableLicense(query);
      if (right.kind !== 'institution' || license === undefined) return openedBy(query, right, false);
      const { id, seats, readers } = license;
      const lacks = (seats !== undefined && !seats.isMine) || (readers !== undefined && !readers.isMine);
      if (idle && lacks) throw new CodedError('license.noSeat', { reason: '您有一段时间没有阅读，阅读名额已让出；翻页即可继续' });
      if (!idle) await takeSeats(tx, id, userId, { ...(seats && { seats }), ...(readers && { readers }) }, clock.now());
      return openedBy(query, right, true);
    });
  return {
    many,
    one: async (caller, book) => (await many(caller, [book])).get(book.id) ?? { kind: 'none', reason: '您还没有本书的阅读权限' },
    licensesFor: async (caller) => (await licensesFor(db, caller, clock.now())).licenses,
    licenseesOf: ({ id, shelfState }) => listLicensees(db, { id, isListed: shelfState === 'published' }, clock.now()),
    ownedBy: async (userId) => {
      const [held, authored, ofClasses, throughInstitution] = await Promise.all([
        listHeldRights(db, deps.listBoundCodes, userId, clock.now()),
        listAuthoredBooks(db, userId),
        deps.listBooksOfJoinedClasses?.(db, userId) ?? [],
        listInstitutionReadings(db, userId),
      ]);
      const authoredIds = new Set(authored.map(({ bookId }) => bookId));
      const own = [...Map.groupBy(held, ({ bookId }) => bookId)].flatMap(([bookId, rights]) => {
        const [newest] = rights;
        return newest === undefined
          ? []
          : [
              {
                bookId,
                since: newest.right.startsAt,
                source: authoredIds.has(bookId) ? 'author' : newest.right.source,
                held: rights.map(({ right }) => right),
              },
            ];
      });
      const ownIds = new Set(own.map(({ bookId }) => bookId));
      const made = authored.flatMap(({ bookId, since }) =>
        ownIds.has(bookId) ? [] : [{ bookId, since, source: 'author' as const, held: [] }],
      );
      for (const { bookId } of made) ownIds.add(bookId);
      const joined = ofClasses.filter(({ bookId }) => !ownIds.has(bookId));
      for (const { bookId } of joined) ownIds.add(bookId);
      return [
        ...own,
        ...made,
        ...joined.map(({ bookId, since }) => ({ bookId, since, source: 'class' as const, held: [] })),
        ...throughInstitution.flatMap(({ bookId, firstAt }) =>
          ownIds.has(bookId) ? [] : [{ bookId, since: firstAt, source: 'institution' as const, held: [] }],
        ),
      ];
    },
    open: async (caller, book, idle) => {
      const query = await queryOf(db, caller, book);
      const userId = caller.reader?.userId;
      const current = openedBy(query, resolveAccess(query), false);
      if (current.right.kind !== 'institution' || userId === undefined) return current;
      const licenseIds = query.licenses.map(({ id }) => id);
      const opened = hasCapacityLimit(query) ? await openWithSeat(caller, userId, book, idle, licenseIds) : current;
      if (opened.right.kind === 'institution') await noteInstitutionReading(db, userId, book.id, clock.now());
      return opened;
    },
    inspect: async (caller, book) => inspected(await queryOf(db, caller, book)),
    inspectMany: async (caller, books) => new Map([...(await queriesOf(db, caller, books))].map(([id, query]) => [id, inspected(query)])),
    renewSeats: (userId) => renewSeats(db, userId, clock.now()),
  };
};
