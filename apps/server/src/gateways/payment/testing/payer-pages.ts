/** The pages of WeChat (H5) and Alipay (wap pay) that the browser of a phone opens. Each has links 付款 (pay) and 放弃付款 (cancel). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StandInTrade } from './payment-stand-in.ts';

interface PayerPagesDependencies {
  /** The only site that may open WeChat's page; undefined: any site may. */
  readonly h5Origin: string | undefined;
  readonly trades: ReadonlyMap<string, StandInTrade>;
  readonly tradeOfPrepayId: (prepayId: string) => StandInTrade | undefined;
  readonly isSignedByApplication: (params: Readonly<Record<string, string>>) => boolean;
  readonly open: (tradeNo: string, totalFen: number, notifyUrl: string) => void;
  readonly pay: (tradeNo: string) => void;
}

type ServePage = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

const escaped = (given: string): string => given.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const showPage = (response: ServerResponse, status: number, name: string, links: Readonly<Record<string, string>>): void => {
  const shown = Object.entries(links).map(([label, href]) => `<p><a href="${escaped(href)}">${label}</a></p>`);
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="zh"><link rel="icon" href="data:,"><title>${name}</title><h1>${name}</h1>${shown.join('')}</html>`);
};

export const createPayerPages = (deps: PayerPagesDependencies): ServePage => {
  const showPayPage = (response: ServerResponse, name: string, tradeNo: string, to: { paid: string; quit: string }): void => {
    const { state = 'closed' } = deps.trades.get(tradeNo) ?? {};
    if (state !== 'open') return showPage(response, 200, `${name}：交易状态不对`, { 返回商家: to.quit });
    const paid = `/paid?${new URLSearchParams({ trade: tradeNo, to: to.paid }).toString()}`;
    return showPage(response, 200, name, { 付款: paid, 放弃付款: to.quit });
  };
  /** Handles a request of the payer's browser; returns false for any other request. */
  return (request: IncomingMessage, response: ServerResponse, url: URL): boolean => {
    const { pathname, searchParams } = url;
    if (pathname === '/checkmweb') {
      const { referer = '' } = request.headers;
      const from = URL.canParse(referer) ? new URL(referer).origin : '';
      const to = searchParams.get('redirect_url') ?? '';
      if (from === '' || (deps.h5Origin !== undefined && from !== deps.h5Origin)) showPage(response, 403, '商家参数格式有误：referer', {});
      else
        showPayPage(response, '微信支付', deps.tradeOfPrepayId(searchParams.get('prepay_id') ?? '')?.tradeNo ?? '', { paid: to, quit: to });
    } else if (pathname === '/gateway.do' && request.method === 'GET') {
      const params: Record<string, string> = Object.fromEntries(searchParams);
      const content = JSON.parse(params['biz_content'] ?? '{}') as Record<string, string>;
      const [tradeNo = '', quit = ''] = [content['out_trade_no'], content['quit_url']];
      const isRight =
        deps.isSignedByApplication(params) &&
        params['method'] === 'alipay.trade.wap.pay' &&
        content['product_code'] === 'QUICK_WAP_WAY' &&
        Boolean(content['subject']) &&
        [quit, params['return_url'] ?? '', params['notify_url'] ?? ''].every((address) => URL.canParse(address));
      if (!isRight) showPage(response, 400, '支付宝：订单信息有误', {});
      else {
        if (!deps.trades.has(tradeNo)) deps.open(tradeNo, Math.round(Number(content['total_amount']) * 100), params['notify_url'] ?? '');
        showPayPage(response, '支付宝', tradeNo, { paid: params['return_url'] ?? '', quit });
      }
    } else if (pathname === '/paid') {
      deps.pay(searchParams.get('trade') ?? '');
      response.writeHead(302, { location: searchParams.get('to') ?? '' }).end();
    } else return false;
    return true;
  };
};
