/** What browsers meet on their way: the federation's answers and metadata, and the page that plays an institution. No script, nothing from elsewhere. */
import {
  CARSI_ANSWER_PATH,
  CARSI_DISCOVERED_PATH,
  CARSI_METADATA_PATH,
  CodedError,
  INSTITUTION_RETURN_PATH,
  LOCAL_IDENTITY_PATH,
} from '@shufang/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { localPerson } from '../../gateways/identity/local-identity.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { findInstitution } from './settings-store.ts';
import { chooseInstitution, takeAnswer } from './sign-in-walk.ts';
import { findWalk } from './walk-store.ts';

const hidden = { schema: { hide: true }, config: { addressIsSecret: true } };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Back to the client, which finishes with its proof or says what went wrong. */
const sendBack = (deps: InstitutionDependencies, reply: FastifyReply, query: Record<string, string>): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`${deps.publicUrl}${INSTITUTION_RETURN_PATH}?${new URLSearchParams(query).toString()}`, 303);

/** A walk that is over is told on the page; anything else is ours. */
const codeOf = (error: unknown): string => {
  if (error instanceof CodedError) return error.code;
  throw error;
};

export const registerCarsiPages = (fastify: FastifyInstance, deps: InstitutionDependencies): void => {
  const { carsi } = deps;
  if (carsi === undefined) return;
  fastify.get(CARSI_METADATA_PATH, { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/samlmetadata+xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(carsi.metadata),
  );
  fastify.post<{ Body: { SAMLResponse?: unknown; RelayState?: unknown } | undefined }>(
    CARSI_ANSWER_PATH,
    hidden,
    async ({ body }, reply) => {
      const state = textOf(body?.RelayState);
      try {
        await takeAnswer(deps, state, textOf(body?.SAMLResponse));
        return sendBack(deps, reply, { state, code: 'posted' });
      } catch (error) {
        return sendBack(deps, reply, { state, refused: codeOf(error) });
      }
    },
  );
  fastify.get<{ Querystring: { state?: unknown; entityID?: unknown } }>(CARSI_DISCOVERED_PATH, hidden, async ({ query }, reply) => {
    const state = textOf(query.state);
    try {
      return await reply.header('cache-control', 'no-store').redirect(await chooseInstitution(deps, state, textOf(query.entityID)), 303);
    } catch (error) {
      return sendBack(deps, reply, { state, refused: codeOf(error) });
    }
  });
};

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#faf8f3;color:#1f1e1b;font:16px/1.65 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(420px,100vw - 32px);padding:32px;border:1px solid #e4dfd3;border-radius:8px;background:#fffefb}
h1{margin:0 0 4px;font:700 20px/1.4 "Source Han Serif SC","Noto Serif CJK SC",serif}
p{margin:0}.note{color:#6d685f;font-size:14px}
form{display:grid;gap:16px;margin-top:24px}
label{display:grid;gap:4px;color:#6d685f;font-size:14px}
input,select{box-sizing:border-box;width:100%;min-height:44px;padding:0 12px;border:1px solid #cdc6b7;border-radius:6px;background:#fffefb;color:#1f1e1b;font:inherit;font-size:16px}
button,a{box-sizing:border-box;display:grid;place-items:center;min-height:48px;border:1px solid #cdc6b7;border-radius:6px;background:#fffefb;color:inherit;font:inherit;text-decoration:none;cursor:pointer}
button{border-color:#2c2a26;background:#2c2a26;color:#fffefb}
:focus-visible{outline:2px solid #9d2f24;outline-offset:2px}`;

const page = (content: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>演示机构登录</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;

const NOTE = '<p class="note">这里不核对身份，只用来演示机构登录的过程。</p>';

/** Only where the local page is switched on; production refuses to start with it. */
export const registerLocalIdentityPage = (fastify: FastifyInstance, deps: InstitutionDependencies): void => {
  const { local, account } = deps;
  if (local === undefined) return;
  const institutionOf = async (state: string): Promise<{ name: string; returnUrl: string } | undefined> => {
    const walk = await findWalk(account.db.orm, state, account.clock.now());
    const record = walk?.institutionId ? await findInstitution(account.db.orm, walk.institutionId) : undefined;
    return walk && record && { name: record.name, returnUrl: walk.returnUrl };
  };
  const send = (reply: FastifyReply, content: string, status = 200): FastifyReply =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page(content));
  const gone = (reply: FastifyReply): FastifyReply =>
    send(reply, '<h1>演示机构登录</h1><p>这次登录已经结束或过期，请回到书房重新登录。</p>', 404);
  const url = `${LOCAL_IDENTITY_PATH}/:state`;
  type Address = { Params: { state: string }; Body: unknown };
  fastify.get<Address>(url, hidden, async ({ params }, reply) => {
    const at = await institutionOf(params.state);
    if (at === undefined) return gone(reply);
    const back = `${at.returnUrl}?${new URLSearchParams({ state: params.state, error: 'access_denied' }).toString()}`;
    return send(
      reply,
      `<h1>${escaped(at.name)}</h1>${NOTE}<form method="post"><label>学号或工号<input name="account" required maxlength="40" autocomplete="off"></label><label>身份<select name="affiliation"><option value="student">学生</option><option value="faculty">教师</option><option value="alum">校友（已毕业）</option></select></label><button>登录</button><a href="${escaped(back)}">取消</a></form>`,
    );
  });
  fastify.post<Address>(url, hidden, async ({ params, body }, reply) => {
    const at = await institutionOf(params.state);
    const person = localPerson.safeParse(body);
    if (at === undefined || !person.success) return gone(reply);
    const query = new URLSearchParams({ state: params.state, code: local.codeFor(params.state, person.data) });
    return reply.header('cache-control', 'no-store').redirect(`${at.returnUrl}?${query.toString()}`, 303);
  });
};
