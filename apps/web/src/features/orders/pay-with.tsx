/** Payment with one payment provider on a computer: a QR code, or a window of the provider. */
import type { PaymentChannel, PaymentStart } from '@shufang/contract';
import { buttonClass, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import { addressOf } from './form-address.ts';
import styles from './pay.module.css';
import { paymentQuery } from './queries.ts';

const QR_PIXELS = 200;

const Begun = ({ start }: { start: Extract<PaymentStart, { kind: 'qr' | 'page' | 'form' }> }) => {
  if (start.kind === 'qr') {
    return (
      <>
        <QrCode text={start.codeUrl} label={ordersText.wechatQr} size={QR_PIXELS} />
        <p>{ordersText.scanWechat}</p>
      </>
    );
  }
  if (start.kind === 'page') {
    return (
      <>
        <QrCode text={start.url} label={ordersText.localQr} size={QR_PIXELS} />
        <a href={start.url} target="_blank" rel="noreferrer" className={buttonClass()}>
          {ordersText.openLocal}
        </a>
        <Text as="p" size={13} tone="faint">
          {ordersText.localHint}
        </Text>
      </>
    );
  }
  return (
    <>
      <a href={addressOf(start)} target="_blank" rel="noreferrer" className={buttonClass()}>
        {ordersText.openAlipay}
      </a>
      <Text as="p" size={13} tone="faint">
        {ordersText.alipayHint}
      </Text>
    </>
  );
};

export const PayWith = ({ no, channel }: { no: string; channel: PaymentChannel }) => {
  const { data, error, refetch, isFetching } = useQuery(paymentQuery(no, channel));
  if (data !== undefined) {
    const { start } = data;
    // The server offers `redirect`, `bridge` and `authorize` only to phones, so nothing is shown for them on a computer.
    if (start.kind === 'redirect' || start.kind === 'bridge' || start.kind === 'authorize') return null;
    return (
      <Stack gap={12} justifyItems="center" className={styles.begun}>
        <Begun start={start} />
      </Stack>
    );
  }
  if (error !== null && !isFetching) {
    return (
      <Stack gap={12} justifyItems="center" className={styles.begun} role="alert">
        <p>{error.message || ordersText.startFailed}</p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {ordersText.retry}
        </button>
      </Stack>
    );
  }
  return (
    <Stack gap={12} justifyItems="center" className={styles.begun} role="status">
      <span className={styles.qrBox} aria-hidden />
      <Text as="p" size={13} tone="faint">
        {ordersText.starting}
      </Text>
    </Stack>
  );
};
