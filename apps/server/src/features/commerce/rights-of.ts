/** Answers for a caller and one or many books; what the pages and the reader ask instead of looking at rights themselves. */
import { type AccessRight, CodedError, type HeldRight, type RightSource } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { CallContext, SignedInReader } from '../../platform/http/call-context.ts';
import { readsBooksAsOperator } from '../account/policy.ts';
import { boundsOf } from '../account/reach.ts';
import { listAuthoredBooks } from '../catalog/authored-books.ts';
import type { Book } from '../catalog/book.ts';
import { listInstitutionReadings, noteInstitutionReading } from './institution-reading-store.ts';
import { keepPlaces, lockPlaces, takePlaces } from './licence-places-store.ts';
import { findLicencesFor, type Licensee, listLicensees, type MembershipInForce } from './licence-store.ts';
import { listHeldRights } from './list-held-rights.ts';
import { type AccessQuestion, findOpeningLicence, type LicenceInForce, resolveAccess } from './resolve-access.ts';
import { listEntitlements, listGroupEntitlements } from './store.ts';

type Asker = Pick<CallContext, 'reader' | 'address'>;

export interface Groups {
  /** Ids of classes the person is a member of. */
  readonly class: readonly string[];
}

export interface RightsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** What ties a signed-in caller to institutions in this session. Absent: nobody is a member of one but by their network. */
  readonly membershipsOf?: (db: Queryable, reader: SignedInReader) => Promise<readonly MembershipInForce[]>;
  /** Absent: nobody is in a class. */
  readonly groupsOf?: (userId: string) => Promise<Groups>;
}

export interface RightsOf {
  one(asker: Asker, book: Book): Promise<AccessRight>;
  many(asker: Asker, books: readonly Book[]): Promise<Map<string, AccessRight>>;
  /** Licences in force for who calls: by network, by this session's sign-in, by an institution's list. */
  licencesFor(asker: Asker): Promise<LicenceInForce[]>;
  /** Institutions that bought the book for people who sign in through them. */
  licenseesOf(book: Book): Promise<Licensee[]>;
  /**
   * Books the person holds or held a right to, the newest first; what was taken back is left out. Then those they made (source `author`,
   * also where they hold a right besides), and those they read through an institution: source `institution`, none held.
   */
  ownedBy(userId: string): Promise<{ bookId: string; since: number; source: RightSource; held: readonly HeldRight[] }[]>;
  /**
   * The right by which the asker opens the book now. Where an institution's licence is for a number of people it takes a place, which is
   * kept by reading on; with `idle` it keeps one but takes none. That the book was opened through an institution is remembered.
   */
  open(asker: Asker, book: Book, idle: boolean): Promise<{ right: AccessRight; byPlace: boolean }>;
  /** A sign of reading: the person keeps the places they have in licences. */
  keepPlaces(userId: string): Promise<void>;
}

const NO_GROUPS: Groups = { class: [] };

/** Whether the person looks after a book as one of those who make it, and so reads it without a right: those of their publishers, or every one. */
const operatorOfBooks = async (
  db: Queryable,
  reader: Asker['reader'],
  now: number,
): Promise<(book: Pick<Book, 'publisher'>) => boolean> => {
  if (reader === undefined || !readsBooksAsOperator(reader.roles)) return () => false;
  const bounds = await boundsOf(db, reader.userId, 'readFullText', now);
  return ({ publisher = '' }) => bounds === undefined || bounds.publishers.includes(publisher);
};

export const createRightsOf = (deps: RightsDependencies): RightsOf => {
  const { clock } = deps;
  const db = deps.db.orm;
  const licencesFor = async (on: Queryable, { reader, address }: Asker, now: number) => {
    const memberships = reader === undefined ? [] : ((await deps.membershipsOf?.(on, reader)) ?? []);
    return { memberships, licences: await findLicencesFor(on, { address, userId: reader?.userId, memberships }, now) };
  };
  const questionsOf = async (db: Queryable, asker: Asker, books: readonly Book[]): Promise<Map<string, AccessQuestion>> => {
    if (books.length === 0) return new Map();
    const { reader } = asker;
    const now = clock.now();
    const bookIds = books.map((book) => book.id);
    // One after the other: a transaction has one connection.
    const own = reader === undefined ? [] : await listEntitlements(db, reader.userId, bookIds);
    const { licences, memberships } = await licencesFor(db, asker, now);
    const groups = reader === undefined ? NO_GROUPS : ((await deps.groupsOf?.(reader.userId)) ?? NO_GROUPS);
    const institutions = [...memberships, ...licences].map(({ institutionId }) => institutionId);
    const shared = await listGroupEntitlements(db, { institution: institutions, class: groups.class }, bookIds);
    const entitlements = Map.groupBy([...own, ...shared], (right) => right.bookId);
    const authored = new Set(reader === undefined ? [] : (await listAuthoredBooks(db, reader.userId)).map(({ bookId }) => bookId));
    const isOperatorOf = await operatorOfBooks(db, reader, now);
    return new Map(
      books.map((book) => [
        book.id,
        {
          book,
          entitlements: entitlements.get(book.id) ?? [],
          licences,
          signedIn: reader !== undefined,
          isAuthor: authored.has(book.id),
          isOperator: isOperatorOf(book),
          now,
        },
      ]),
    );
  };
  const many: RightsOf['many'] = async (asker, books) =>
    new Map([...(await questionsOf(db, asker, books))].map(([id, question]) => [id, resolveAccess(question)]));
  const questionOf = async (tx: Queryable, asker: Asker, book: Book): Promise<AccessQuestion> => {
    const question = (await questionsOf(tx, asker, [book])).get(book.id);
    if (question === undefined) throw new Error(`no question about ${book.id}`);
    return question;
  };
  const isByPlace = (question: AccessQuestion): boolean => {
    const { seats, readers } = findOpeningLicence(question) ?? {};
    return seats !== undefined || readers !== undefined;
  };
  /** Locks first and asks again: of two who want the last place one gets it. */
  const openByPlace = (asker: Asker, userId: string, book: Book, idle: boolean, licenceIds: readonly string[]) =>
    deps.db.transaction(async (tx) => {
      await lockPlaces(tx, licenceIds);
      const question = await questionOf(tx, asker, book);
      const right = resolveAccess(question);
      const licence = findOpeningLicence(question);
      if (right.kind !== 'institution' || licence === undefined) return { right, byPlace: false };
      const { id, seats, readers } = licence;
      const lacks = (seats !== undefined && !seats.isMine) || (readers !== undefined && !readers.isMine);
      if (idle && lacks) throw new CodedError('commerce.noPlace', { reason: '您有一段时间没有阅读，阅读名额已让出；翻页即可继续' });
      if (!idle) await takePlaces(tx, id, userId, { ...(seats && { seats }), ...(readers && { readers }) }, clock.now());
      return { right, byPlace: true };
    });
  return {
    many,
    one: async (asker, book) => (await many(asker, [book])).get(book.id) ?? { kind: 'none', reason: '您还没有本书的阅读权限' },
    licencesFor: async (asker) => (await licencesFor(db, asker, clock.now())).licences,
    licenseesOf: ({ id, shelfState }) => listLicensees(db, { id, isListed: shelfState === 'published' }, clock.now()),
    ownedBy: async (userId) => {
      const [held, authored, throughInstitution] = await Promise.all([
        listHeldRights(db, userId, clock.now()),
        listAuthoredBooks(db, userId),
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
      return [
        ...own,
        ...made,
        ...throughInstitution.flatMap(({ bookId, firstAt }) =>
          ownIds.has(bookId) ? [] : [{ bookId, since: firstAt, source: 'institution' as const, held: [] }],
        ),
      ];
    },
    open: async (asker, book, idle) => {
      const question = await questionOf(db, asker, book);
      const userId = asker.reader?.userId;
      const known = { right: resolveAccess(question), byPlace: false };
      if (known.right.kind !== 'institution' || userId === undefined) return known;
      const licenceIds = question.licences.map(({ id }) => id);
      const opened = isByPlace(question) ? await openByPlace(asker, userId, book, idle, licenceIds) : known;
      if (opened.right.kind === 'institution') await noteInstitutionReading(db, userId, book.id, clock.now());
      return opened;
    },
    keepPlaces: (userId) => keepPlaces(db, userId, clock.now()),
  };
};
