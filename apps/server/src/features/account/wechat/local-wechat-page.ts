/**
 * The local page that simulates WeChat's authorization inside WeChat, where no public account is configured: demos and tests. No scripts,
 * no external resources.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LOCAL_WECHAT_PATH, type LocalWechat, localNickname } from '../../../gateways/wechat/local-wechat.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { sendPlainPage } from '../../../platform/http/plain-page.ts';

const TITLE = '演示微信授权';
const NOTE = '<p class="note">这里不是微信，也不核对身份，只用来演示在微信里登录的过程。</p>';
const hidden = { schema: { hide: true }, config: { pathIsSecret: true } };

/** The routes of the local page are registered only where it is enabled; production refuses to start with it. */
export const registerLocalWechatPage = (fastify: FastifyInstance, local: LocalWechat | undefined): void => {
  if (local === undefined) return;
  const gone = (reply: FastifyReply): FastifyReply =>
    sendPlainPage(reply, { title: TITLE, content: `<h1>${TITLE}</h1><p>这次授权已经结束或过期，请回到书房重新登录。</p>`, status: 404 });
  type Address = { Querystring: { attempt?: unknown }; Body: unknown };
  const attemptOf = ({ attempt: token }: Address['Querystring']) => (typeof token === 'string' ? local.findAttempt(token) : undefined);
  fastify.get<Address>(LOCAL_WECHAT_PATH, hidden, async ({ query }, reply) => {
    const attempt = attemptOf(query);
    if (attempt === undefined) return gone(reply);
    const back = `${attempt.returnUrl}?${new URLSearchParams({ state: attempt.state }).toString()}`;
    return sendPlainPage(reply, {
      title: TITLE,
      content: `<h1>${TITLE}</h1>${NOTE}<form method="post"><label>微信昵称<input name="nickname" value="演示读者" required maxlength="30" autocomplete="off"></label><button>同意</button><a href="${escapeHtml(back)}">拒绝</a></form>`,
    });
  });
  fastify.post<Address>(LOCAL_WECHAT_PATH, hidden, async ({ query, body }, reply) => {
    const attempt = attemptOf(query);
    const profile = localNickname.safeParse(body);
    if (attempt === undefined || !profile.success) return gone(reply);
    return reply.header('cache-control', 'no-store').redirect(local.consent(attempt, profile.data.nickname), 303);
  });
};
