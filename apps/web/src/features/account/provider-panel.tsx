/** WeChat sign-in: its QR code in a frame, and a link to the same page in a new window; inside WeChat only a button. */
import { clientEnvironmentOf } from '@shufang/contract';
import { Button, Cluster, Column, Loader, Stack } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { onPopupDone } from './pop-up-message.ts';
import { ProviderButton } from './provider-button.tsx';
import styles from './sign-in.module.css';
import { beginProvider, expectInPopup } from './sign-in-proof.ts';

/** Features of the pop-up window; WeChat's page is designed for this width. */
const POPUP = 'popup,width=600,height=640';

/**
 * Sandbox rights of the frame with the QR code: WeChat's page needs its scripts and cookies, and navigates the whole window to the callback
 * URL.
 */
const FRAME_RIGHTS = 'allow-scripts allow-same-origin allow-top-navigation';

const ScanPanel = ({ returnTo }: { returnTo: string }) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wechat-walk', returnTo],
    queryFn: () => beginProvider(returnTo),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { claims: true },
  });
  useEffect(
    () =>
      onPopupDone((message) => {
        if (message === 'signedIn') broadcast('loginSuccess');
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
      <Column gap={16}>
        <p role="alert">{signInText.wechatFailedHere}</p>
        <Button variant="quiet" isBusy={isFetching} onClick={() => void refetch()}>
          {signInText.wechatRenew}
        </Button>
      </Column>
    );
  }
  return (
    <Column gap={16}>
      <Stack placeItems="center" className={styles.wechatFrame}>
        {data === undefined || isFetching ? (
          <Loader label={signInText.wechatLoading} />
        ) : (
          <iframe sandbox={FRAME_RIGHTS} src={data.embedUrl} title={signInText.wechatFrame} referrerPolicy="strict-origin" />
        )}
      </Stack>
      <Cluster gap={8}>
        <Button variant="quiet" disabled={data === undefined} onClick={handlePopup}>
          {signInText.wechatPopup}
        </Button>
        <Button variant="text" isBusy={isFetching} onClick={() => void refetch()}>
          {signInText.wechatRenew}
        </Button>
      </Cluster>
    </Column>
  );
};

/** WeChat sign-in in the panel. `returnTo`: the path of this site to which the browser returns afterwards. */
export const ProviderPanel = ({ returnTo }: { returnTo: string }) =>
  clientEnvironmentOf(navigator.userAgent) === 'wechat' ? (
    <Column gap={16}>
      <ProviderButton returnTo={returnTo} />
    </Column>
  ) : (
    <ScanPanel returnTo={returnTo} />
  );
