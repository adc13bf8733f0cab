/** Answers for a caller and one or many books; what the pages and the reader ask instead of looking at rights themselves. */
import type { AccessRight } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { readsEveryBook } from '../account/policy.ts';
import type { Book } from '../catalog/book.ts';
import { resolveAccess } from './resolve-access.ts';
import { listEntitlements } from './store.ts';

type Asker = Pick<CallContext, 'reader'>;

export interface RightsOf {
  one(asker: Asker, book: Book): Promise<AccessRight>;
  many(asker: Asker, books: readonly Book[]): Promise<Map<string, AccessRight>>;
  /** Books the person holds any right to, newest first. */
  ownedBy(userId: string): Promise<{ bookId: string; since: number }[]>;
}

export const createRightsOf = (deps: { db: Queryable; clock: Clock }): RightsOf => {
  const many: RightsOf['many'] = async (asker, books) => {
    const { reader } = asker;
    const entitlements =
      reader === undefined
        ? []
        : await listEntitlements(
            deps.db,
            reader.userId,
            books.map((book) => book.id),
          );
    const isOperator = reader !== undefined && readsEveryBook(reader.roles);
    return new Map(
      books.map((book) => [
        book.id,
        resolveAccess({
          book,
          entitlements: entitlements.filter((right) => right.bookId === book.id),
          signedIn: reader !== undefined,
          isOperator,
          now: deps.clock.now(),
        }),
      ]),
    );
  };
  return {
    many,
    one: async (asker, book) => (await many(asker, [book])).get(book.id) ?? { kind: 'none', reason: '您还没有本书的阅读权限' },
    ownedBy: async (userId) => {
      const seen = new Map<string, number>();
      for (const right of await listEntitlements(deps.db, userId)) {
        if (right.status === 'active' && !seen.has(right.bookId)) seen.set(right.bookId, right.startsAt);
      }
      return [...seen].map(([bookId, since]) => ({ bookId, since }));
    },
  };
};
