/** Asks a signed-in user for consent again after the terms have changed. The texts are loaded only for users who are asked. */
import { TERMS_VERSION } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSession } from '../../platform/session/session.ts';
import { roleQuery } from './queries.ts';

const Question = lazy(async () => ({ default: (await import('./consent-question.tsx')).ConsentQuestion }));

/** Dialog shown while the user has agreed only to an earlier version of the terms. */
export const ConsentDialog = () => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(roleQuery(userId));
  const agreed = data?.consentVersion;
  return agreed !== undefined && agreed < TERMS_VERSION ? (
    <Suspense>
      <Question />
    </Suspense>
  ) : null;
};
