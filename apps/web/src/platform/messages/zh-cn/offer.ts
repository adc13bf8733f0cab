/** Texts of the offer on a book's page. They are loaded with that page; the texts of orders are loaded later. */
import { chineseDates } from '../../chinese-dates.ts';

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
const minute = chineseDates({ dateStyle: 'long', timeStyle: 'short' });

export const offerText = {
  retry: '重试',
  buyLabel: '购买',
  price: (fen: number) => yuan(fen),
  term: (days: number | undefined) => (days === undefined ? '长期有效' : `有效 ${days} 天`),
  refundRule: '退款规则',
  noExtra: '一次付清，书内没有其他收费',
  buy: '购买',
  goPay: '去支付',
  openOrder: '您有一个待支付的订单',
  openOrderLeft: (fen: number) => `您有一个待支付的订单，${yuan(fen)}，在到期之前仍可支付`,
  ordering: '正在下单',
  offerLoading: '正在查询价格',
  offerFailed: '价格与购买方式没有加载出来。',
  signInToBuy: '登录后购买',
  renew: '续订',
  signInToRenew: '登录后续订',
  /** The regular price, shown beside a lower renewal price. */
  fullPrice: (fen: number) => `原价 ${yuan(fen)}`,
  renewalTerm: (until: number | undefined) =>
    until === undefined ? '续订价，付款后开始计算' : `续订价，从 ${minute.format(until)} 接着计算`,
  saleFrom: (at: number) => `${minute.format(at)} 开售`,
  saleUntil: (at: number) => `${minute.format(at)} 停售`,
  saleEnded: (at: number | undefined) => (at === undefined ? '已停售' : `已于 ${minute.format(at)} 停售`),
};
