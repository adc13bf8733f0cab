/**
 * The published password of the demo accounts. The server records with every new password whether it is this one, and refuses it where demo
 * mode is off. Production does not start while an account has it (security.md T32).
 */
import { CodedError } from '@shufang/contract';
import type { Database } from '../../platform/database.ts';
import type { Account } from './account.ts';
import type { PasswordHasher } from './password/password-hasher.ts';
import { isPasswordAcceptable } from './password/password-rule.ts';
import { listPublishedPasswords, listUncheckedPasswords, recordPasswordCheck } from './user-store.ts';

/** The published password of the demo accounts. Source: design.md §7. */
export const PUBLISHED_PASSWORD = 'Shufang-2026';

/**
 * Maximum number of passwords that are verified at one start: only those for which the server has not recorded whether they are the
 * published one. Those of the demo's phone numbers and of users with a role other than reader come first.
 */
const CHECKED_AT_ONCE = 500;

export const isPublishedPassword = (password: string): boolean => password.normalize('NFC') === PUBLISHED_PASSWORD;

/** The columns stored for a new password. */
export interface StoredPassword {
  readonly passwordHash: string;
  readonly passwordPublished: boolean;
}

export const hashNewPassword = async ({ hasher }: Pick<Account, 'hasher'>, password: string): Promise<StoredPassword> => ({
  passwordHash: await hasher.hash(password),
  passwordPublished: isPublishedPassword(password),
});

/**
 * Checks a new password against the password rule, and refuses the published one where demo mode is off. Throws `account.passwordWeak`.
 * `tel`: the phone number of the account.
 */
export const requireNewPassword = (account: Pick<Account, 'refusesPublishedPassword'>, password: string, tel: string): void => {
  if (!isPasswordAcceptable(password, tel) || (account.refusesPublishedPassword && isPublishedPassword(password)))
    throw new CodedError('account.passwordWeak');
};

export interface PublishedAccount {
  readonly id: string;
  readonly tel: string | null;
}

/**
 * Returns the accounts that have the published password. Verifies passwords without a recorded result, at most `CHECKED_AT_ONCE`; `record`
 * stores the result. Works on a database of an earlier version, too.
 */
export const findPublishedPasswords = async (
  db: Pick<Database, 'pool'>,
  hasher: Pick<PasswordHasher, 'verify'>,
  { record }: { readonly record: boolean },
): Promise<PublishedAccount[]> => {
  const found: PublishedAccount[] = await listPublishedPasswords(db);
  const unchecked = await listUncheckedPasswords(db, CHECKED_AT_ONCE);
  // Caches results by hash, because the demo users share one hash.
  const known = new Map<string, boolean>();
  for (const { passwordHash, ...account } of unchecked) {
    const isPublished = known.get(passwordHash) ?? (await hasher.verify(passwordHash, PUBLISHED_PASSWORD));
    known.set(passwordHash, isPublished);
    if (isPublished) found.push(account);
    if (record) await recordPasswordCheck(db, { id: account.id, passwordHash, isPublished });
  }
  return found;
};
