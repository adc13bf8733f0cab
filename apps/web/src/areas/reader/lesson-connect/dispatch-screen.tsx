/**
 * `/lesson/connect/dispatch`: the page to which WeChat and institutions return after a sign-in. Signs in, asks a new user for a phone
 * number, or shows the
 * error and a link to start again.
 */
import { INSTITUTION_STATE } from '@shufang/contract';
import { Panel, Stack } from '@shufang/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { DeviceQuestion } from '../../../features/account/device-question.tsx';
import { InstitutionReturn } from '../../../features/account/institution-return.tsx';
import { Logo } from '../../../features/account/logo.tsx';
import { notifyOpener } from '../../../features/account/pop-up-message.ts';
import { ProviderBindForm } from '../../../features/account/provider-bind-form.tsx';
import { ReturnFailed } from '../../../features/account/return-failed.tsx';
import { safeRedirect } from '../../../features/account/safe-redirect.ts';
import styles from '../../../features/account/sign-in-card.module.css';
import { useProviderReturn } from '../../../features/account/use-provider-return.ts';
import { useWhenDone } from '../../../features/account/use-when-done.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { signInText } from '../../../platform/messages/zh-cn/sign-in.ts';

const ProviderReturn = ({ params }: { params: URLSearchParams }) => {
  const navigate = useNavigate();
  const { outcome, inPopup, failure } = useProviderReturn(params.get('code'), params.get('state'));
  const [isBound, setBound] = useState(false);
  const target = safeRedirect(outcome?.returnTo ?? null);
  const isDone = isBound || (outcome !== undefined && outcome.outcome !== 'needsPhone');
  useWhenDone(isDone, () => {
    if (isBound && inPopup) notifyOpener('signedIn');
    if (outcome?.outcome === 'bound') broadcast('toast', { kind: 'success', text: signInText.dispatchBound });
    // The browser may refuse to close a pop-up that has visited other sites; in that case the page asks the user to close it.
    if (inPopup) close();
    else void navigate(target, { replace: true });
  });
  return (
    <>
      {failure !== undefined ? (
        <ReturnFailed
          title={signInText.dispatchFailedTitle}
          failure={failure}
          again={{ to: '/user/login', label: signInText.dispatchAgain }}
          homeLabel={signInText.dispatchHome}
        />
      ) : isDone ? (
        <>
          <h1 className={styles.title}>{signInText.dispatchDoneTitle}</h1>
          <p role="status">{signInText.dispatchCloseWindow}</p>
        </>
      ) : outcome?.outcome === 'needsPhone' ? (
        <>
          <h1 className={styles.title}>{signInText.dispatchBindTitle}</h1>
          <p className={styles.lead}>{signInText.dispatchBindIntro(outcome.nickname)}</p>
          <ProviderBindForm ticket={outcome.ticket} onBound={() => setBound(true)} />
        </>
      ) : (
        <>
          <h1 className={styles.title}>{signInText.dispatchTitle}</h1>
          <p role="status">{signInText.dispatchWorking}</p>
        </>
      )}
    </>
  );
};

export const Component = () => {
  const [params] = useSearchParams();
  return (
    <Stack placeItems="center" className={styles.screen}>
      <Panel className={styles.card}>
        <Logo />
        <DeviceQuestion />
        {params.get('state')?.startsWith(INSTITUTION_STATE) ? <InstitutionReturn params={params} /> : <ProviderReturn params={params} />}
      </Panel>
    </Stack>
  );
};
