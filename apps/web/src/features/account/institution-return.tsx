/** Where an institution brings people back to: signs in, lets a newcomer choose an account, or says what went wrong and how to begin again. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { InstitutionNewcomer } from './institution-newcomer.tsx';
import { ReturnFailed } from './return-failed.tsx';
import { safeRedirect } from './safe-redirect.ts';
import styles from './sign-in-card.module.css';
import { useInstitutionReturn } from './use-institution-return.ts';
import { useWhenDone } from './use-when-done.ts';

/** `params`: of the address the person came back to. */
export const InstitutionReturn = ({ params }: { params: URLSearchParams }) => {
  const navigate = useNavigate();
  const { outcome, failure } = useInstitutionReturn(params);
  const [hasEntered, setEntered] = useState(false);
  const isDone = hasEntered || (outcome !== undefined && outcome.outcome !== 'newcomer');
  const target = safeRedirect(outcome?.returnTo ?? null);
  useWhenDone(isDone, () => {
    if (outcome?.outcome === 'bound') broadcast('toast', { kind: 'success', text: text.returnBound(outcome.institution) });
    void navigate(target, { replace: true });
  });
  if (failure !== undefined)
    return (
      <ReturnFailed
        title={text.returnFailedTitle}
        failure={failure}
        again={{ to: '/user/login?mode=institution', label: text.returnAgain }}
        homeLabel={text.returnHome}
      />
    );
  if (!isDone && outcome?.outcome === 'newcomer')
    return (
      <>
        <h1 className={styles.title}>{text.newcomerTitle}</h1>
        <p className={styles.lead}>{text.newcomerLead(outcome.institution)}</p>
        <InstitutionNewcomer ticket={outcome.ticket} onBound={() => setEntered(true)} />
      </>
    );
  return (
    <>
      <h1 className={styles.title}>{isDone ? text.returnDoneTitle : text.returnTitle}</h1>
      <p role="status">{isDone ? '' : text.returnWorking}</p>
    </>
  );
};
