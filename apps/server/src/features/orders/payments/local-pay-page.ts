/** The page of the simulated payment provider, for demos and tests. The page contains no script and no external resource. */
import { LOCAL_NOTIFY_PATH, LOCAL_PAY_PATH } from '@shufang/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type LocalPay, type LocalTrade, localPress } from '../../../gateways/payment/local-pay.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#faf8f3;color:#1f1e1b;font:16px/1.65 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(420px,100vw - 32px);padding:32px;border:1px solid #e4dfd3;border-radius:8px;background:#fffefb}
h1{margin:0 0 4px;font:700 20px/1.4 "Source Han Serif SC","Noto Serif CJK SC",serif}
p{margin:0}.note{color:#6d685f;font-size:14px}.subject{margin-top:24px}
.amount{margin:4px 0 24px;font-size:32px;font-weight:600}
form{display:grid;gap:12px}
button{min-height:48px;border:1px solid #cdc6b7;border-radius:6px;background:#fffefb;color:inherit;font:inherit;cursor:pointer}
button.main{border-color:#2c2a26;background:#2c2a26;color:#fffefb}
a.back{display:grid;place-items:center;min-height:48px;margin-top:16px;color:inherit}
button:focus-visible,a:focus-visible{outline:2px solid #9d2f24;outline-offset:2px}
.others{display:grid;grid-template-columns:1fr 1fr 1fr;gap:8px}.others button{min-height:40px;font-size:14px}`;

const MESSAGES: Readonly<Record<LocalTrade['state'] | 'expired', string>> = {
  open: '',
  paid: '付款成功。可以关闭这个窗口，回到书房。',
  refunded: '这笔付款已经退回。',
  closed: '这笔交易已经关闭，不能付款。请回到书房重新支付。',
  expired: '已超过付款时间。请回到书房重新下单。',
};

const page = (trade: LocalTrade | undefined, options: { now: number; failed: boolean }): string => {
  const shell = (content: string): string =>
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>演示支付</title><style>${STYLE}</style></head><body><main><h1>演示支付</h1><p class="note">这里不会扣款，只用来演示付款的过程。</p>${content}</main></body></html>`;
  if (trade === undefined) return shell('<p class="subject">没有这笔交易。</p>');
  const state = trade.state === 'open' && trade.expiresAt <= options.now ? 'expired' : trade.state;
  const head = `<p class="subject">${escapeHtml(trade.subject)}</p><p class="amount">¥${(trade.amountFen / 100).toFixed(2)}</p>`;
  const back = trade.returnUrl === undefined ? '' : `<a class="back" href="${escapeHtml(trade.returnUrl)}">回到书房</a>`;
  if (state !== 'open')
    return shell(
      `${head}<p role="status">${trade.returnUrl !== undefined && state === 'paid' ? '付款成功。' : MESSAGES[state]}</p>${back}`,
    );
  const button = (press: string, name: string, main = false): string =>
    `<button name="press" value="${press}"${main ? ' class="main"' : ''}>${name}</button>`;
  const failed = options.failed ? '<p role="status">付款没有成功，可以再试一次。</p>' : '';
  return shell(
    `${head}<form method="post">${failed}${button('pay', '付款成功', true)}<div class="others">${button('fail', '付款失败')}${button('later', '稍后通知')}${button('twice', '重复通知')}</div></form>${back}`,
  );
};

type PageRequest = { Params: { tradeNo: string; proof: string }; Body: { press?: unknown } | undefined };

export const registerLocalPayPage = (fastify: FastifyInstance, deps: { localPay: LocalPay; now: () => number; host: string }): void => {
  const send = (reply: FastifyReply, trade: LocalTrade | undefined, failed = false) =>
    reply
      .code(trade === undefined ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page(trade, { now: deps.now(), failed }));
  const url = `${LOCAL_PAY_PATH}/:tradeNo/:proof`;
  const config = { pathIsSecret: true };
  fastify.get<PageRequest>(url, { schema: { hide: true }, config }, async ({ params }, reply) =>
    send(reply, await deps.localPay.findTrade(params.tradeNo, params.proof)),
  );
  fastify.post<PageRequest>(url, { schema: { hide: true }, config }, async ({ params, body }, reply) => {
    const trade = await deps.localPay.findTrade(params.tradeNo, params.proof);
    const press = localPress.safeParse(body?.press);
    if (trade === undefined || !press.success) return send(reply, trade);
    const pressed = await deps.localPay.press(trade.tradeNo, press.data, async (payload, headers) => {
      await fastify.inject({
        method: 'POST',
        url: LOCAL_NOTIFY_PATH,
        headers: { host: deps.host, 'content-type': 'application/json', ...headers },
        payload,
      });
    });
    return send(reply, pressed, press.data === 'fail');
  });
};
