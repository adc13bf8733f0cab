/** The page to which the browser returns from a provider: signs in, asks a new user for a phone number, or shows the error and a retry link. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { providerText } from '../../platform/messages/zh-cn/sign-in-providers.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import { notifyOpener } from './pop-up-message.ts';
import { ProviderBindForm } from './provider-bind-form.tsx';
import { ReturnFailed } from './return-failed.tsx';
import { safeRedirect } from './safe-redirect.ts';
import styles from './sign-in-card.module.css';
import { useProviderReturn } from './use-provider-return.ts';
import { useWhenDone } from './use-when-done.ts';

/** The content of the page. `params`: query parameters that the provider added to the callback URL. */
export const ProviderReturn = ({ params }: { params: URLSearchParams }) => {
  const navigate = useNavigate();
  const { provider, outcome, inPopup, failure } = useProviderReturn(params.get('code'), params.get('state'));
  const text = providerText(provider);
  useDocumentTitle(text.title);
  const [isBound, setBound] = useState(false);
  const target = safeRedirect(outcome?.returnTo ?? null);
  const isDone = isBound || (outcome !== undefined && outcome.outcome !== 'needsPhone');
  useWhenDone(isDone, () => {
    if (isBound && inPopup) notifyOpener('signedIn');
    if (outcome?.outcome === 'bound') broadcast('toast', { kind: 'success', text: text.bound });
    // The browser may refuse to close a pop-up that has visited other sites; in that case the page asks the user to close it.
    if (inPopup) close();
    else void navigate(target, { replace: true });
  });
  if (failure !== undefined)
    return (
      <ReturnFailed
        title={text.failedTitle}
        failure={failure}
        again={{ to: '/user/login', label: signInText.dispatchAgain }}
        homeLabel={signInText.dispatchHome}
      />
    );
  if (isDone)
    return (
      <>
        <h1 className={styles.title}>{signInText.dispatchDoneTitle}</h1>
        <p role="status">{signInText.dispatchCloseWindow}</p>
      </>
    );
  if (outcome?.outcome === 'needsPhone')
    return (
      <>
        <h1 className={styles.title}>{signInText.dispatchBindTitle}</h1>
        <p className={styles.lead}>{text.bindIntro(outcome.nickname)}</p>
        <ProviderBindForm provider={provider} ticket={outcome.ticket} onBound={() => setBound(true)} />
      </>
    );
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      <p role="status">{text.working}</p>
    </>
  );
};
