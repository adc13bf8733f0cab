/** The JavaScript bridge of pages inside WeChat: https://pay.weixin.qq.com/doc/v3/merchant/4012791857 */
import type { WechatPayRequest } from '@shufang/contract';

interface WechatBridge {
  invoke(name: 'getBrandWCPayRequest', request: WechatPayRequest, onDone: (response: { readonly err_msg: string }) => void): void;
}

/**
 * Result of the payment sheet. `paid` alone proves nothing, so the server asks WeChat whether the order is paid. `missing`: the page does
 * not run inside WeChat.
 */
export type BridgeOutcome = 'paid' | 'canceled' | 'failed' | 'missing';

/** Maximum time to wait for the bridge, which WeChat injects shortly after the page has loaded. */
const BRIDGE_WAIT_MS = 5_000;

const findBridge = (): WechatBridge | undefined => (globalThis as { WeixinJSBridge?: WechatBridge }).WeixinJSBridge;

const untilBridge = (): Promise<WechatBridge | undefined> => {
  const bridge = findBridge();
  if (bridge !== undefined) return Promise.resolve(bridge);
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      document.removeEventListener('WeixinJSBridgeReady', finish);
      resolve(findBridge());
    };
    const timer = setTimeout(finish, BRIDGE_WAIT_MS);
    document.addEventListener('WeixinJSBridgeReady', finish);
  });
};

/** Opens the payment sheet of WeChat over the page. Returns its result. */
export const payInWechat = async (request: WechatPayRequest): Promise<BridgeOutcome> => {
  const bridge = await untilBridge();
  if (bridge === undefined) return 'missing';
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', request, ({ err_msg: message }) => {
      if (message === 'get_brand_wcpay_request:ok') resolve('paid');
      else resolve(message === 'get_brand_wcpay_request:cancel' ? 'canceled' : 'failed');
    });
  });
};
