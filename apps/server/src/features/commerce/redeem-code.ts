/** Binds a code to a person and opens its book, in one transaction (security.md §2, money and codes). */
import { newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { Book } from '../catalog/book.ts';
import { CODE_SOURCES, type KnownCode, sourceOfPurpose, stateOfCode } from './code-batch.ts';
import { refusalOfCode } from './code-sentences.ts';
import { bindCode, findCode } from './code-store.ts';
import { type CodeAsker, type CodeDependencies, type FoundBookCode, findBookCode } from './find-typed-code.ts';
import { listEntitlements, lockRightsOfBook, upsertEntitlement } from './store.ts';

const DAY_MS = 86_400_000;

export interface Redemption {
  readonly book: Book;
  readonly boundAt: number;
  /** True: this person had bound the code before. */
  readonly repeated: boolean;
}

/** A term begins where the person's last running term from a code ends: a second code prolongs the first, whatever either was for. */
const endOfRight = async (tx: Transaction, userId: string, code: KnownCode, now: number): Promise<number | undefined> => {
  if (code.termDays === undefined) return undefined;
  await lockRightsOfBook(tx, userId, code.bookId);
  const ends = (await listEntitlements(tx, userId, [code.bookId])).flatMap((right) =>
    CODE_SOURCES.some((source) => source === right.source) && right.status === 'active' && right.endsAt !== undefined ? [right.endsAt] : [],
  );
  return Math.max(now, ...ends) + code.termDays * DAY_MS;
};

/** Binds it and writes the right, or neither; undefined when it can no longer be bound. */
const bind = (deps: CodeDependencies, { hmac, purpose }: FoundBookCode, userId: string, now: number): Promise<KnownCode | undefined> =>
  deps.db.transaction(async (tx) => {
    const code = await bindCode(tx, hmac, userId, now);
    if (code === undefined) return undefined;
    await upsertEntitlement(tx, {
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

/** Throws what `findBookCode` does, and the refusals of `refusalOfCode`. */
export const redeemCode = async (deps: CodeDependencies, asker: CodeAsker, typed: string): Promise<Redemption> => {
  const found = await findBookCode(deps, asker, typed);
  const { hmac, known, book } = found;
  const now = deps.clock.now();
  const person = { userId: asker.userId, book, now };
  // Most that cannot be bound are told so without a transaction; whether it can is decided by `bind` alone.
  const looksOpen = stateOfCode(known, person) === 'open';
  if (looksOpen && (await bind(deps, found, asker.userId, now)) !== undefined) return { book, boundAt: now, repeated: false };
  // Somebody was faster between looking and binding, perhaps the same person on another device.
  const latest = looksOpen ? ((await findCode(deps.db.orm, hmac)) ?? known) : known;
  const refusal = refusalOfCode(stateOfCode(latest, person), latest, { kind: '激活码', ...book });
  if (refusal !== undefined) throw refusal;
  return { book, boundAt: latest.boundAt ?? now, repeated: true };
};
