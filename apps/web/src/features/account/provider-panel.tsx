/** Sign-in with a provider: its QR code in a frame, with a link to the same page in a new window; or a button that leads to its page. */
import type { SignInProvider } from '@shufang/contract';
import { Button, Cluster, Column, Loader, Stack } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { providerText } from '../../platform/messages/zh-cn/sign-in-providers.ts';
import { onPopupDone } from './pop-up-message.ts';
import { ProviderButton } from './provider-button.tsx';
import { providerWay } from './provider-way.ts';
import styles from './sign-in.module.css';
import { beginProvider, expectInPopup } from './sign-in-proof.ts';

/** Features of the pop-up window; WeChat's page is designed for this width. */
const POPUP = 'popup,width=600,height=640';

/**
 * Sandbox rights of the frame with the QR code: the provider's page needs its scripts and cookies, and navigates the whole window to the
 * callback URL.
 */
const FRAME_RIGHTS = 'allow-scripts allow-same-origin allow-top-navigation';

interface ProviderPanelProps {
  readonly provider: SignInProvider;
  /** The path of this site to which the browser returns afterwards. */
  readonly returnTo: string;
}

const ScanPanel = ({ provider, returnTo }: ProviderPanelProps) => {
  const text = providerText(provider);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['provider-authorization', provider, returnTo],
    queryFn: () => beginProvider(provider, returnTo),
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
        <p role="alert">{text.startFailed}</p>
        <Button variant="quiet" isBusy={isFetching} onClick={() => void refetch()}>
          {signInText.renewQrCode}
        </Button>
      </Column>
    );
  }
  return (
    <Column gap={16}>
      <Stack placeItems="center" className={styles.qrCodeFrame}>
        {data === undefined || isFetching ? (
          <Loader label={text.loading} />
        ) : (
          <iframe sandbox={FRAME_RIGHTS} src={data.embedUrl} title={text.frame} referrerPolicy="strict-origin" />
        )}
      </Stack>
      <Cluster gap={8}>
        <Button variant="quiet" disabled={data === undefined} onClick={handlePopup}>
          {text.popup}
        </Button>
        <Button variant="text" isBusy={isFetching} onClick={() => void refetch()}>
          {signInText.renewQrCode}
        </Button>
      </Cluster>
    </Column>
  );
};

export const ProviderPanel = ({ provider, returnTo }: ProviderPanelProps) =>
  providerWay(provider) === 'qrCode' ? (
    <ScanPanel provider={provider} returnTo={returnTo} />
  ) : (
    <Column gap={16}>
      <ProviderButton provider={provider} returnTo={returnTo} />
    </Column>
  );
