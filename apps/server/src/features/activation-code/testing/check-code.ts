/** Looks up an activation code in tests whose server has neither the catalog nor access rights. */
import type { AccessRight } from '@shufang/contract';
import type { ReaderContext } from '../../../platform/http/call-context.ts';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import type { ActivationCodeDependencies } from '../activation-code-dependencies.ts';
import { checkActivationCode } from '../check-activation-code.ts';
import type { CodeDependencies } from '../find-typed-code.ts';

/** Looks up a code as a user who has this right to its book. */
export const checkCode = (deps: CodeDependencies, userId: string, right: AccessRight, code: string) =>
  payloadOf(
    checkActivationCode(
      { ...deps, rights: { one: async () => right }, findBookCards: async () => [{}] } as unknown as ActivationCodeDependencies,
      { reader: { userId }, address: '198.51.100.1' } as unknown as ReaderContext,
      { code },
    ),
  );
