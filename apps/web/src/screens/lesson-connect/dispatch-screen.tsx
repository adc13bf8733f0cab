/** `/lesson/connect/dispatch`: where WeChat and institutions bring people back to. Signs in, asks a newcomer for a number, or says what went wrong and how to begin again. */
import { INSTITUTION_STATE } from '@shufang/contract';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { InstitutionReturn } from '../../features/account/institution-return.tsx';
import { LogoMark } from '../../features/account/logo-mark.tsx';
import { ReturnFailed } from '../../features/account/return-failed.tsx';
import { safeRedirect } from '../../features/account/safe-redirect.ts';
import styles from '../../features/account/sign-in-card.module.css';
import { useWechatReturn } from '../../features/account/use-wechat-return.ts';
import { useWhenDone } from '../../features/account/use-when-done.ts';
import { WechatBindForm } from '../../features/account/wechat-bind-form.tsx';
import { tellOpener } from '../../features/account/wechat-opener.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';

const WechatReturn = ({ params }: { params: URLSearchParams }) => {
  const navigate = useNavigate();
  const { outcome, inPopup, failure } = useWechatReturn(params.get('code'), params.get('state'));
  const [isBound, setBound] = useState(false);
  const target = safeRedirect(outcome?.returnTo ?? null);
  const isDone = isBound || (outcome !== undefined && outcome.outcome !== 'needsPhone');
  useWhenDone(isDone, () => {
    if (isBound && inPopup) tellOpener('signedIn');
    if (outcome?.outcome === 'bound') broadcast('toast', { kind: 'success', text: signInText.dispatchBound });
    // A browser may refuse to close a window that has been elsewhere in between; the page then says so.
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
          <WechatBindForm ticket={outcome.ticket} onBound={() => setBound(true)} />
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
    <div className={styles.screen}>
      <div className={styles.card}>
        <LogoMark />
        {params.get('state')?.startsWith(INSTITUTION_STATE) ? <InstitutionReturn params={params} /> : <WechatReturn params={params} />}
      </div>
    </div>
  );
};
