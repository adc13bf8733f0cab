/** Binds a code to a user and grants its book, in one transaction (security.md §2, money and codes). */
import { newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { Book } from '../catalog/book.ts';
import { CODE_SOURCES, grantByCode, listEntitlementsOf, lockEntitlementsOf, sourceOfPurpose } from '../entitlement/code-entitlements.ts';
import { type StoredCode, stateOfCode } from './code-batch.ts';
import { refusalOfCode } from './code-sentences.ts';
import { bindCode, findCode } from './code-store.ts';
import { type CodeCaller, type CodeDependencies, type FoundBookCode, findBookCode } from './find-typed-code.ts';

const DAY_MS = 86_400_000;

export interface Redemption {
  readonly book: Book;
  readonly boundAt: number;
  /** Whether the user had already bound the code. */
  readonly repeated: boolean;
}

/**
 * Returns the end of the entitlement that a code grants. Its term starts at the end of the user's latest term from a code, so a second code
 * of any purpose extends the first.
 */
const endOfRight = async (tx: Transaction, userId: string, code: StoredCode, now: number): Promise<number | undefined> => {
  if (code.termDays === undefined) return undefined;
  await lockEntitlementsOf(tx, userId, code.bookId);
  const ends = (await listEntitlementsOf(tx, userId, [code.bookId])).flatMap((right) =>
    CODE_SOURCES.some((source) => source === right.source) && right.status === 'active' && right.endsAt !== undefined ? [right.endsAt] : [],
  );
  return Math.max(now, ...ends) + code.termDays * DAY_MS;
};

/** Binds the code and grants the entitlement, or does neither. Returns undefined if the code can no longer be bound. */
const bind = (deps: CodeDependencies, { hmac, purpose }: FoundBookCode, userId: string, now: number): Promise<StoredCode | undefined> =>
  deps.db.transaction(async (tx) => {
    const code = await bindCode(tx, hmac, userId, now);
    if (code === undefined) return undefined;
    await grantByCode(tx, {
      id: newId(now),
      userId,
      bookId: code.bookId,
      source: sourceOfPurpose(purpose),
      sourceId: hmac.toString('hex'),
      startsAt: now,
      endsAt: await endOfRight(tx, userId, code, now),
      status: 'active',
      grantedBy: undefined,
      note: '',
      createdAt: now,
    });
    return code;
  });

/** Redeems a code for a user. Throws the errors of `findBookCode` and `refusalOfCode`. */
export const redeemCode = async (deps: CodeDependencies, caller: CodeCaller, typed: string): Promise<Redemption> => {
  const found = await findBookCode(deps, caller, typed);
  const { hmac, known, book } = found;
  const now = deps.clock.now();
  const reader = { userId: caller.userId, book, now };
  // This check only saves a transaction for most codes that cannot be bound; the SQL statement in `bind` decides.
  const looksOpen = stateOfCode(known, reader) === 'open';
  if (looksOpen && (await bind(deps, found, caller.userId, now)) !== undefined) return { book, boundAt: now, repeated: false };
  // If `bind` failed, another call has bound the code meanwhile, perhaps of the same user on another device; so its state is read again.
  const latest = looksOpen ? ((await findCode(deps.db.orm, hmac)) ?? known) : known;
  const refusal = refusalOfCode(stateOfCode(latest, reader), latest, { kind: '激活码', ...book });
  if (refusal !== undefined) throw refusal;
  return { book, boundAt: latest.boundAt ?? now, repeated: true };
};
