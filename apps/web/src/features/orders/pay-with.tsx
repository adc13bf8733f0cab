/** How to pay by one platform: a code to scan, or a window of the platform's own. */
import type { PaymentChannel, PaymentStart } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import styles from './pay.module.css';
import { paymentQuery } from './queries.ts';

const QR_PIXELS = 200;

/** Alipay takes the signed fields in the address as well as in a form, and our page may send forms to nobody but ourselves. */
const addressOf = ({ action, fields }: Extract<PaymentStart, { kind: 'form' }>): string => {
  const address = new URL(action);
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  return address.href;
};

const Begun = ({ start }: { start: PaymentStart }) => {
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
        <p className={styles.hint}>{ordersText.localHint}</p>
      </>
    );
  }
  return (
    <>
      <a href={addressOf(start)} target="_blank" rel="noreferrer" className={buttonClass()}>
        {ordersText.openAlipay}
      </a>
      <p className={styles.hint}>{ordersText.alipayHint}</p>
    </>
  );
};

export const PayWith = ({ no, channel }: { no: string; channel: PaymentChannel }) => {
  const { data, error, refetch, isFetching } = useQuery(paymentQuery(no, channel));
  if (data !== undefined) {
    return (
      <div className={styles.begun}>
        <Begun start={data.start} />
      </div>
    );
  }
  if (error !== null && !isFetching) {
    return (
      <div className={styles.begun} role="alert">
        <p>{error.message || ordersText.startFailed}</p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {ordersText.retry}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.begun} role="status">
      <span className={styles.qrPlace} aria-hidden />
      <p className={styles.hint}>{ordersText.starting}</p>
    </div>
  );
};
