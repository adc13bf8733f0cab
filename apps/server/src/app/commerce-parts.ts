/** What the commerce slice needs of the other slices, taken from an open platform. */
import type { OperatorClaim } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { getUserInfo } from '../features/account/get-user-info.ts';
import { BATCH_KEY_PURPOSE } from '../features/commerce/batch-codes.ts';
import type { ClaimDependencies } from '../features/commerce/claim-code.ts';
import { CODE_KEY_PURPOSE } from '../features/commerce/code-hash.ts';
import type { CodeDependencies } from '../features/commerce/find-typed-code.ts';
import type { BatchDependencies } from '../features/commerce/manage-batches.ts';
import { findOwnFile } from '../features/files/store.ts';
import { topicOfClaims } from '../features/sync/topics.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

/** What it takes to find the code somebody typed. */
export const codeParts = ({ db, clock, limiter, secret }: Pick<Platform, 'db' | 'clock' | 'limiter' | 'secret'>): CodeDependencies => ({
  db,
  clock,
  limiter,
  networkOf: networkOfAddress,
  codeKey: deriveKey(secret, CODE_KEY_PURPOSE),
});

type CommerceParts = CodeDependencies & BatchDependencies & ClaimDependencies;

export const commerceParts = (platform: Platform, account: Account): CommerceParts => {
  const { db, clock, secret, config, objects, events } = platform;
  /** Undefined for who is gone. */
  const askerOf = async (userId: string): Promise<OperatorClaim['asker']> => {
    const user = await getUserInfo(account, userId).catch(() => undefined);
    return user && { userId, name: user.nickname, tel: user.tel };
  };
  return {
    ...codeParts(platform),
    objects,
    batchKey: deriveKey(secret, BATCH_KEY_PURPOSE),
    publicUrl: config.publicUrl.replace(/\/$/, ''),
    askerOf,
    tellAsker: (userId) => events.publish(topicOfClaims(userId), {}),
    namesOf: async (userIds) => {
      const people = await Promise.all(userIds.map(askerOf));
      return new Map(people.flatMap((person) => (person === undefined ? [] : [[person.userId, person.name] as const])));
    },
    findFile: (ownerId, fileId) => findOwnFile(db.orm, ownerId, fileId, clock.now()),
  };
};
