/**
 * The server-rendered pages of institution sign-in: the federation's responses and metadata, and the local page that simulates an
 * institution. No scripts, no external resources.
 */
import {
  CARSI_ACS_PATH,
  CARSI_DISCOVERED_PATH,
  CARSI_METADATA_PATH,
  CodedError,
  LOCAL_IDENTITY_PATH,
  SIGN_IN_RETURN_PATH,
} from '@shufang/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { localProfile } from '../../gateways/identity/local-identity.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { sendPlainPage } from '../../platform/http/plain-page.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { acceptSamlResponse, chooseInstitution } from './institution-sign-in.ts';
import { findInstitution } from './settings-store.ts';
import { findSignInAttempt } from './sign-in-attempt-store.ts';

const hidden = { schema: { hide: true }, config: { pathIsSecret: true } };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Redirects the browser to the client, which finishes the sign-in with the random text it stored (the proof) or shows the error. */
const sendBack = (deps: InstitutionDependencies, reply: FastifyReply, query: Record<string, string>): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`${deps.publicUrl}${SIGN_IN_RETURN_PATH}?${new URLSearchParams(query).toString()}`, 303);

/**
 * Returns the code of a coded error, for example of an expired sign-in attempt; the page shows the error. Any other error is internal and
 * is thrown again.
 */
const codeOf = (error: unknown): string => {
  if (error instanceof CodedError) return error.code;
  throw error;
};

export const registerCarsiPages = (fastify: FastifyInstance, deps: InstitutionDependencies): void => {
  const { federation } = deps;
  if (federation === undefined) return;
  fastify.get(CARSI_METADATA_PATH, { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/samlmetadata+xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(federation.metadata),
  );
  fastify.post<{ Body: { SAMLResponse?: unknown; RelayState?: unknown } | undefined }>(CARSI_ACS_PATH, hidden, async ({ body }, reply) => {
    const state = textOf(body?.RelayState);
    try {
      await acceptSamlResponse(deps, state, textOf(body?.SAMLResponse));
      return sendBack(deps, reply, { state, code: 'posted' });
    } catch (error) {
      return sendBack(deps, reply, { state, refused: codeOf(error) });
    }
  });
  fastify.get<{ Querystring: { state?: unknown; entityID?: unknown } }>(CARSI_DISCOVERED_PATH, hidden, async ({ query }, reply) => {
    const state = textOf(query.state);
    try {
      return await reply.header('cache-control', 'no-store').redirect(await chooseInstitution(deps, state, textOf(query.entityID)), 303);
    } catch (error) {
      return sendBack(deps, reply, { state, refused: codeOf(error) });
    }
  });
};

const TITLE = '演示机构登录';
const NOTE = '<p class="note">这里不核对身份，只用来演示机构登录的过程。</p>';

/** Registers the local page. Called only where the page is enabled; production refuses to start with it. */
export const registerLocalIdentityPage = (fastify: FastifyInstance, deps: InstitutionDependencies): void => {
  const { local, account } = deps;
  if (local === undefined) return;
  const institutionOf = async (state: string): Promise<{ name: string; returnUrl: string } | undefined> => {
    const attempt = await findSignInAttempt(account.db.orm, state, account.clock.now());
    const record = attempt?.institutionId ? await findInstitution(account.db.orm, attempt.institutionId) : undefined;
    return attempt && record && { name: record.name, returnUrl: attempt.returnUrl };
  };
  const send = (reply: FastifyReply, content: string, status = 200): FastifyReply =>
    sendPlainPage(reply, { title: TITLE, content, status });
  const gone = (reply: FastifyReply): FastifyReply =>
    send(reply, `<h1>${TITLE}</h1><p>这次登录已经结束或过期，请回到书房重新登录。</p>`, 404);
  const url = `${LOCAL_IDENTITY_PATH}/:state`;
  type Address = { Params: { state: string }; Body: unknown };
  fastify.get<Address>(url, hidden, async ({ params }, reply) => {
    const at = await institutionOf(params.state);
    if (at === undefined) return gone(reply);
    const back = `${at.returnUrl}?${new URLSearchParams({ state: params.state, error: 'access_denied' }).toString()}`;
    return send(
      reply,
      `<h1>${escapeHtml(at.name)}</h1>${NOTE}<form method="post"><label>学号或工号<input name="account" required maxlength="40" autocomplete="off"></label><label>身份<select name="affiliation"><option value="student">学生</option><option value="faculty">教师</option><option value="alum">校友（已毕业）</option></select></label><button>登录</button><a href="${escapeHtml(back)}">取消</a></form>`,
    );
  });
  fastify.post<Address>(url, hidden, async ({ params, body }, reply) => {
    const at = await institutionOf(params.state);
    const profile = localProfile.safeParse(body);
    if (at === undefined || !profile.success) return gone(reply);
    const query = new URLSearchParams({ state: params.state, code: local.codeFor(params.state, profile.data) });
    return reply.header('cache-control', 'no-store').redirect(`${at.returnUrl}?${query.toString()}`, 303);
  });
};
