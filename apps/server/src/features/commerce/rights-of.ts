/** Answers for a caller and one or many books; what the pages and the reader ask instead of looking at rights themselves. */
import type { AccessRight, HeldRight, RightSource } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { readsEveryBook } from '../account/policy.ts';
import type { Book } from '../catalog/book.ts';
import { listInstitutionReadings, noteInstitutionReading } from './institution-reading-store.ts';
import { findLicencesAt } from './licence-store.ts';
import { listHeldRights } from './list-held-rights.ts';
import { type LicenceInForce, resolveAccess } from './resolve-access.ts';
import { listEntitlements, listGroupEntitlements } from './store.ts';

type Asker = Pick<CallContext, 'reader' | 'address'>;

/** Ids of the institutions and classes a person is a member of. */
export interface Groups {
  readonly institution: readonly string[];
  readonly class: readonly string[];
}

export interface RightsDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Absent: nobody is a member of anything but by their network. */
  readonly groupsOf?: (userId: string) => Promise<Groups>;
}

export interface RightsOf {
  one(asker: Asker, book: Book): Promise<AccessRight>;
  many(asker: Asker, books: readonly Book[]): Promise<Map<string, AccessRight>>;
  /** Licences in force for whoever calls from this address. */
  licencesAt(address: string): Promise<LicenceInForce[]>;
  /**
   * Books the person holds or held a right to, the newest first; what was taken back is left out. Then those they read through an
   * institution: source `institution`, none held.
   */
  ownedBy(userId: string): Promise<{ bookId: string; since: number; source: RightSource; held: readonly HeldRight[] }[]>;
  /** Remembers that the person opened the book by the right of an institution. */
  noteInstitution(userId: string, bookId: string): Promise<void>;
}

const NO_GROUPS: Groups = { institution: [], class: [] };

export const createRightsOf = (deps: RightsDependencies): RightsOf => {
  const { db, clock } = deps;
  const many: RightsOf['many'] = async (asker, books) => {
    if (books.length === 0) return new Map();
    const { reader, address } = asker;
    const now = clock.now();
    const bookIds = books.map((book) => book.id);
    const [own, licences, groups] = await Promise.all([
      reader === undefined ? [] : listEntitlements(db, reader.userId, bookIds),
      findLicencesAt(db, address, now),
      reader === undefined ? NO_GROUPS : (deps.groupsOf?.(reader.userId) ?? NO_GROUPS),
    ]);
    const institutions = [...groups.institution, ...licences.map(({ institutionId }) => institutionId)];
    const shared = await listGroupEntitlements(db, { institution: institutions, class: groups.class }, bookIds);
    const entitlements = Map.groupBy([...own, ...shared], (right) => right.bookId);
    const isOperator = reader !== undefined && readsEveryBook(reader.roles);
    return new Map(
      books.map((book) => [
        book.id,
        resolveAccess({ book, entitlements: entitlements.get(book.id) ?? [], licences, signedIn: reader !== undefined, isOperator, now }),
      ]),
    );
  };
  return {
    many,
    one: async (asker, book) => (await many(asker, [book])).get(book.id) ?? { kind: 'none', reason: '您还没有本书的阅读权限' },
    licencesAt: (address) => findLicencesAt(db, address, clock.now()),
    ownedBy: async (userId) => {
      const [held, throughInstitution] = await Promise.all([listHeldRights(db, userId, clock.now()), listInstitutionReadings(db, userId)]);
      const own = [...Map.groupBy(held, ({ bookId }) => bookId)].flatMap(([bookId, rights]) => {
        const [newest] = rights;
        return newest === undefined
          ? []
          : [{ bookId, since: newest.right.startsAt, source: newest.right.source, held: rights.map(({ right }) => right) }];
      });
      const ownIds = new Set(own.map(({ bookId }) => bookId));
      return [
        ...own,
        ...throughInstitution.flatMap(({ bookId, firstAt }) =>
          ownIds.has(bookId) ? [] : [{ bookId, since: firstAt, source: 'institution' as const, held: [] }],
        ),
      ];
    },
    noteInstitution: (userId, bookId) => noteInstitutionReading(db, userId, bookId, clock.now()),
  };
};
