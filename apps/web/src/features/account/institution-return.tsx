/**
 * The page to which the browser returns from an institution: signs in, lets a new user choose an account, or shows the error and a retry
 * link.
 */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import { NewInstitutionUserForm } from './new-institution-user-form.tsx';
import { ReturnFailed } from './return-failed.tsx';
import { safeRedirect } from './safe-redirect.ts';
import styles from './sign-in-card.module.css';
import { useInstitutionReturn } from './use-institution-return.ts';
import { useWhenDone } from './use-when-done.ts';

/**
 * The content of the page to which the browser returns from an institution. `params`: query parameters that the institution sign-in added
 * to the URL.
 */
export const InstitutionReturn = ({ params }: { params: URLSearchParams }) => {
  useDocumentTitle(text.returnTitle);
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
        <NewInstitutionUserForm ticket={outcome.ticket} onBound={() => setEntered(true)} />
      </>
    );
  return (
    <>
      <h1 className={styles.title}>{isDone ? text.returnDoneTitle : text.returnTitle}</h1>
      <p role="status">{isDone ? '' : text.returnWorking}</p>
    </>
  );
};
