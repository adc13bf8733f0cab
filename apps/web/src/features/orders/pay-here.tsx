/** Payment on a phone: this window navigates to the payment provider and returns, or WeChat shows its payment sheet over the page. */
import { type Order, type PaymentChannel, type PaymentStart, payOrder } from '@shufang/contract';
import { buttonClass, Stack, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import { addressOf } from './form-address.ts';
import { leaveTo } from './leave-to.ts';
import styles from './pay.module.css';
import { type BridgeOutcome, payInWechat } from './wechat-bridge.ts';

const QR_PIXELS = 200;

/** Why the browser returned to the payment page: after a payment, or after WeChat identified the payer. */
export interface Arrival {
  readonly returned: boolean;
  readonly authorization: { readonly code: string; readonly state: string } | undefined;
}

type Outcome = Exclude<BridgeOutcome, 'paid'> | 'checking';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  checking: ordersText.checkingPayment,
  canceled: ordersText.payCanceled,
  failed: ordersText.payFailed,
  missing: ordersText.bridgeMissing,
};

interface PayHereProps {
  readonly order: Order;
  readonly channel: PaymentChannel;
  readonly isInWechat: boolean;
  readonly arrival: Arrival;
  /** Path of the page to which the reader returns after the payment. */
  readonly backTo: string | undefined;
}

const addressOfStart = (start: Extract<PaymentStart, { kind: 'form' | 'page' | 'redirect' | 'authorize' }>): string =>
  start.kind === 'form' ? addressOf(start) : start.url;

export const PayHere = ({ order, channel, isInWechat, arrival, backTo }: PayHereProps) => {
  const { no } = order;
  const [outcome, setOutcome] = useState<Outcome | undefined>(arrival.returned ? 'checking' : undefined);
  const [codeUrl, setCodeUrl] = useState<string>();
  const paying = useMutation({
    mutationFn: async (authorization: Arrival['authorization']) => {
      setOutcome(undefined);
      const { start } = await call(payOrder, { no, channel, ...authorization });
      if (start.kind === 'qr') setCodeUrl(start.codeUrl);
      else if (start.kind === 'bridge') {
        const result = await payInWechat(start.request);
        setOutcome(result === 'paid' ? 'checking' : result);
      } else {
        if (start.kind !== 'authorize') setOutcome('checking');
        leaveTo(addressOfStart(start), no, backTo);
      }
    },
    meta: { claims: true },
  });
  // The reader pressed the button before WeChat identified the payer, so the payment continues automatically, once.
  const { authorization } = arrival;
  const hasGoneOn = useRef(false);
  const { mutate } = paying;
  useEffect(() => {
    if (authorization === undefined || hasGoneOn.current) return;
    hasGoneOn.current = true;
    mutate(authorization);
  }, [authorization, mutate]);

  if (codeUrl !== undefined) {
    return (
      <Stack gap={12} justifyItems="center" className={styles.begun}>
        <QrCode text={codeUrl} label={ordersText.wechatQr} size={QR_PIXELS} />
        <p>{ordersText.scanElsewhere}</p>
      </Stack>
    );
  }
  const isTrouble = outcome === 'failed' || outcome === 'missing';
  const refused = paying.error instanceof ApiError ? paying.error.message : ordersText.startFailed;
  const message = paying.isError ? refused : outcome && OUTCOMES[outcome];
  return (
    <Stack gap={12} justifyItems="center" fullWidth textAlign="center">
      {message === undefined ? null : <p role={paying.isError || isTrouble ? 'alert' : 'status'}>{message}</p>}
      <button
        type="button"
        className={`${buttonClass(outcome === 'checking' ? 'quiet' : 'main')} ${styles.payHere}`}
        disabled={paying.isPending}
        onClick={() => mutate(undefined)}
      >
        {paying.isPending ? ordersText.starting : message === undefined ? ordersText.payHere(order.payFen) : ordersText.payAgain}
      </button>
      <Text as="p" size={13} tone="faint">
        {outcome === 'checking'
          ? ordersText.checkingHint
          : isInWechat && channel === 'wechatNative'
            ? ordersText.insideWechat
            : ordersText.leadsTo[channel]}
      </Text>
    </Stack>
  );
};
