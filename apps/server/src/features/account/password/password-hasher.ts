/**
 * Hashes passwords with argon2id and a queue. Hashing takes 19 MiB and tens of milliseconds of a core, so only a few hashes run at once and
 * only a limited number wait.
 */
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { createSemaphore } from '../../../platform/semaphore.ts';

/** The parameters of argon2id, the package's default algorithm. Source: security.md §2. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const WAITING_MAX = 400;

export interface PasswordHasher {
  /** Returns the hash of a password in PHC format. Throws `unavailable` when too many calls wait. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. Without a hash, verifies against a fixed one and returns false, so that an unknown phone number takes as long as
   * a known one.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Creates the hasher. It uses half of the cores, so that other calls stay fast while many users sign in. */
export const createPasswordHasher = (running = Math.max(1, Math.floor(availableParallelism() / 2))): PasswordHasher => {
  const inTurn = createSemaphore({ running, waiting: WAITING_MAX, refusal: 'unavailable' });
  let madeUpHash: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), ARGON2)),
    async verify(passwordHash, password) {
      madeUpHash ??= hash('nobody has this password', ARGON2);
      const madeUp = await madeUpHash;
      const against = passwordHash ?? madeUp;
      const right = await inTurn(() => verify(against, password.normalize('NFC')));
      return right && passwordHash !== undefined;
    },
  };
};
