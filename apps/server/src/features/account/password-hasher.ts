/** argon2id with a queue: hashing takes 19 MiB and tens of milliseconds of a core, so only a few run at once and only so many wait. */
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { CodedError } from '@shufang/contract';

/** security.md §2. The package's default algorithm is argon2id. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const WAITING_MAX = 400;

export interface PasswordHasher {
  /** PHC text. Throws `unavailable` when too many wait. */
  hash(password: string): Promise<string>;
  /** Without a hash it works as long on a made-up one and answers false: an unknown number takes the time of a known one. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Runs at most `running` of the given works at a time, in order; refuses with `unavailable` when `waiting` already wait. */
export const createBoundedQueue = (running: number, waiting: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let active = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (active < running) active += 1;
    else {
      if (queue.length >= waiting) throw new CodedError('unavailable');
      // The one that finishes hands its place over, so `active` stays as it is.
      await new Promise<void>((resolve) => {
        queue.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) active -= 1;
      else next();
    }
  };
};

/** Half of the cores, so that other calls stay quick while many people sign in. */
export const createPasswordHasher = (running = Math.max(1, Math.floor(availableParallelism() / 2))): PasswordHasher => {
  const inTurn = createBoundedQueue(running, WAITING_MAX);
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
