/** The requirements of WeChat Pay on a request for a trade. */
import { isIP } from 'node:net';

export type WechatProduct = 'native' | 'jsapi' | 'h5';

const H5_TYPES = ['iOS', 'Android', 'Wap'];

/** The fields required of every request for a WeChat trade. */
export interface WechatOrder {
  readonly appid: string;
  readonly mchid: string;
  readonly description: string;
  readonly out_trade_no: string;
  readonly notify_url: string;
  readonly amount: { readonly total: number; readonly currency: string };
  readonly payer?: { readonly openid: string };
  readonly scene_info?: { readonly payer_client_ip: string; readonly h5_info: { readonly type: string } };
}

/** Returns the reason why WeChat would refuse a request; undefined for a valid one. */
export const problemOf = (
  asked: WechatOrder,
  product: WechatProduct,
  expected: { readonly appId: string; readonly mchId: string; readonly isAccountOpenid: (openid: string) => boolean },
): string | undefined => {
  const { payer, scene_info: sceneInfo, amount } = asked;
  if (asked.mchid !== expected.mchId || asked.appid !== expected.appId) return 'appid和mch_id不匹配';
  if (!/^[\w|*-]{6,32}$/.test(asked.out_trade_no ?? '') || !asked.description || !/^https?:/.test(asked.notify_url ?? ''))
    return '参数错误';
  if (!(amount?.total > 0) || amount.currency !== 'CNY') return 'amount';
  if (product === 'jsapi' && !expected.isAccountOpenid(payer?.openid ?? '')) return 'appid和openid不匹配';
  const isValidSceneInfo = isIP(sceneInfo?.payer_client_ip ?? '') !== 0 && H5_TYPES.includes(sceneInfo?.h5_info.type ?? '');
  return product === 'h5' && !isValidSceneInfo ? 'scene_info' : undefined;
};
