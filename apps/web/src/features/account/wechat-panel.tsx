/** WeChat: its QR code in a frame, and the same page in a window of its own for who cannot use the frame. */
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import styles from './sign-in.module.css';
import { onPopupDone } from './wechat-opener.ts';
import { beginWechat, expectInPopup, InsecureWechatError } from './wechat-proof.ts';

/** WeChat draws its page for this width. */
const POPUP = 'popup,width=600,height=640';

/** The frame is WeChat's own origin, whose page needs its scripts and its cookies, and takes the whole page to the return address. */
const FRAME_RIGHTS = 'allow-scripts allow-same-origin allow-top-navigation';

/** `returnTo`: the path of this site to which the whole page comes back. */
export const WechatPanel = ({ returnTo }: { returnTo: string }) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wechat-walk', returnTo],
    queryFn: () => beginWechat(returnTo),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { claims: true },
  });
  useEffect(
    () =>
      onPopupDone((word) => {
        if (word === 'signedIn') broadcast('loginSuccess');
      }),
    [],
  );
  const handlePopup = (): void => {
    if (data === undefined) return;
    const opened = open(data.popupUrl, '_blank', POPUP);
    if (opened === null) location.assign(data.popupUrl);
    else expectInPopup(data.state);
  };
  if (error !== null) {
    return (
      <div className={styles.wechat}>
        <p role="alert">{error instanceof InsecureWechatError ? signInText.wechatInsecure : signInText.wechatFailedHere}</p>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {signInText.wechatRenew}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.wechat}>
      <div className={styles.wechatFrame}>
        {data === undefined || isFetching ? (
          <Loader role="status" aria-label={signInText.wechatLoading} />
        ) : (
          <iframe sandbox={FRAME_RIGHTS} src={data.embedUrl} title={signInText.wechatFrame} referrerPolicy="strict-origin" />
        )}
      </div>
      <div className={styles.wechatActions}>
        <Button variant="default" disabled={data === undefined} onClick={handlePopup}>
          {signInText.wechatPopup}
        </Button>
        <Button variant="subtle" loading={isFetching} onClick={() => void refetch()}>
          {signInText.wechatRenew}
        </Button>
      </div>
    </div>
  );
};
