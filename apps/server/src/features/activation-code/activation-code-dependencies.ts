/** Dependencies of the activation-code use cases, and the functions that create them. */
import type { BookCard, OperatorClaim } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { Account } from '../account/account.ts';
import { networkOfAddress } from '../account/budgets.ts';
import { getUserInfoById } from '../account/profile/user-info.ts';
import type { AccessRights } from '../entitlement/access-rights.ts';
import type { StoredFile } from '../files/user-file.ts';
import { topicOfClaims } from '../sync/topics.ts';
import { BATCH_KEY_PURPOSE } from './batch-codes.ts';
import type { BatchDependencies } from './code-batch-view.ts';
import type { ClaimDependencies } from './code-claim.ts';
import { CODE_KEY_PURPOSE } from './code-hash.ts';
import type { CodeDependencies } from './find-typed-code.ts';

export interface ActivationCodeDependencies extends CodeDependencies, ClaimDependencies, BatchDependencies {
  readonly rights: Pick<AccessRights, 'one'>;
  /** Returns book cards for the caller; unknown books are left out. */
  readonly findBookCards: (caller: ReaderContext, bookIds: readonly string[]) => Promise<BookCard[]>;
}

/** Returns a key derived from the server's secret for this purpose. */
type DeriveKey = (purpose: string) => Uint8Array;

/** Creates the dependencies of `findBookCode`, which finds the code that a user entered. */
export const createCodeDependencies = (
  { db, clock, limiter }: Pick<CodeDependencies, 'db' | 'clock' | 'limiter'>,
  deriveKey: DeriveKey,
): CodeDependencies => ({ db, clock, limiter, networkOf: networkOfAddress, codeKey: deriveKey(CODE_KEY_PURPOSE) });

type CodePlatform = Pick<CodeDependencies, 'db' | 'clock' | 'limiter'> & {
  readonly objects: ObjectStorage;
  readonly events: { readonly publish: (topic: string, data: object) => Promise<void> };
  readonly config: { readonly publicUrl: string };
};

export const createActivationCodeDependencies = (
  platform: CodePlatform,
  deriveKey: DeriveKey,
  provided: Pick<ActivationCodeDependencies, 'rights' | 'findBookCards'> & {
    readonly account: Account;
    /** Returns the user's own file, if it exists. */
    readonly findFile: (ownerId: string, fileId: string) => Promise<StoredFile | undefined>;
  },
): ActivationCodeDependencies => {
  const { account, ...rest } = provided;
  /** Returns the user who made a claim, for operators; undefined for a deleted user. */
  const findClaimant = async (userId: string): Promise<OperatorClaim['claimant']> => {
    const user = await getUserInfoById(account, userId).catch(() => undefined);
    return user && { userId, name: user.nickname, tel: user.tel };
  };
  return {
    ...createCodeDependencies(platform, deriveKey),
    objects: platform.objects,
    batchKey: deriveKey(BATCH_KEY_PURPOSE),
    publicUrl: platform.config.publicUrl.replace(/\/$/, ''),
    findClaimant,
    notifyClaimant: (userId) => platform.events.publish(topicOfClaims(userId), {}),
    namesOf: async (userIds) => {
      const users = await Promise.all(userIds.map(findClaimant));
      return new Map(users.flatMap((user) => (user === undefined ? [] : [[user.userId, user.name] as const])));
    },
    ...rest,
  };
};
