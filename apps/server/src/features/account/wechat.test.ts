import { createHash, randomBytes } from 'node:crypto';
import { LIMITS, type LoginResult, WECHAT_RETURN_PATH } from '@shufang/contract';
import { type StandInPerson, startWechatStandIn, type WechatStandIn } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWechatApi } from '../../gateways/wechat/wechat-api.ts';
import { bindWechat, unbindWechat } from './bind-wechat.ts';
import { forgetExpiredProofs } from './forget-expired.ts';
import { getUserInfo } from './get-user-info.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from './testing/account-fixture.ts';
import { wechatNickname } from './wechat-ticket.ts';
import { finishWechat, startWechat } from './wechat-walk.ts';

const ORIGIN = 'http://localhost:9350';
const here = { deviceCode: 'web', deviceId: undefined, userAgent: '', address: '192.0.2.9', userId: undefined } as const;

let standIn: WechatStandIn;
let fixture: AccountFixture;
beforeAll(async () => {
  standIn = await startWechatStandIn({ returnOrigin: ORIGIN });
  fixture = await createAccountFixture({ wechat: createWechatApi({ ...standIn, timeoutMs: 2_000 }) });
});
afterAll(async () => {
  await fixture.drop();
  await standIn.stop();
});

interface Begun {
  /** What the browser keeps. */
  readonly proof: string;
  readonly popupUrl: string;
}
interface Returned {
  readonly code: string;
  readonly state: string;
  readonly proof: string;
}

const begin = async (userId?: string, returnTo = '/bookshelf'): Promise<Begun> => {
  const proof = randomBytes(16).toString('base64url');
  const proofHash = createHash('sha256').update(proof).digest('base64url');
  const { popupUrl } = await startWechat(fixture.account, { proofHash, returnTo }, { userId, appOrigin: ORIGIN, address: '192.0.2.9' });
  return { proof, popupUrl };
};
const agree = async ({ proof, popupUrl }: Begun): Promise<Returned> => {
  const back = await standIn.press(popupUrl, '同意');
  expect(back.origin + back.pathname).toBe(ORIGIN + WECHAT_RETURN_PATH);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', proof };
};
const finish = (returned: Returned, userId?: string) => finishWechat(fixture.account, returned, { ...here, userId });

let people = 0;
/** Somebody WeChat knows and we do not. */
const stranger = (): StandInPerson => {
  people += 1;
  const person = { openid: `openid-${people}`, unionid: `unionid-${people}`, nickname: `微信读者${people}` };
  standIn.scanAs(person);
  return person;
};
const ticketOf = async (): Promise<string> => {
  const result = await finish(await agree(await begin()));
  if (result.outcome !== 'needsPhone') throw new Error(`unexpected: ${result.outcome}`);
  return result.ticket;
};
const bind = async (ticket: string, tel: string, code?: string): Promise<LoginResult> =>
  bindWechat(fixture.account, { ticket, tel, code: code ?? (await fixture.sendCode(tel, { type: 'binding' })) }, here);
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('signing in with WeChat', () => {
  it('asks a stranger for a phone number once, and knows them from then on', async () => {
    const { nickname } = stranger();
    const first = await finish(await agree(await begin(undefined, '/course/info/b1?from=qr')));
    expect(first).toEqual({
      outcome: 'needsPhone',
      ticket: expect.stringMatching(/^[\w-]{22}$/),
      nickname,
      returnTo: '/course/info/b1?from=qr',
    });
    const tel = '13900000201';
    const login = await bind(first.outcome === 'needsPhone' ? first.ticket : '', tel);
    expect(login.registered).toBe(true);
    const userId = await idOf(login);
    expect(await getUserInfo(fixture.account, userId)).toMatchObject({
      nickname,
      tel: '139****0201',
      wechatBound: true,
      hasPassword: false,
    });

    const again = await finish(await agree(await begin()));
    expect(again).toMatchObject({ outcome: 'signedIn', returnTo: '/bookshelf', login: { registered: false } });
    expect(await idOf((again as { login: LoginResult }).login)).toBe(userId);
  });

  it('ties a stranger to the account their number has, with its name', async () => {
    const tel = '13900000202';
    const userId = await idOf(await fixture.signInBySms(tel));
    stranger();
    const login = await bind(await ticketOf(), tel);
    expect([login.registered, await idOf(login)]).toEqual([false, userId]);
    expect(await getUserInfo(fixture.account, userId)).toMatchObject({ nickname: '读者0202', wechatBound: true });
  });

  it('keeps out a frozen person', async () => {
    stranger();
    const userId = await idOf(await bind(await ticketOf(), '13900000203'));
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [userId]);
    expect(await outcomeOf(finish(await agree(await begin())))).toBe('account.frozen');
  });

  it('brings people to pages of this site only', async () => {
    stranger();
    for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example'])
      expect(await finish(await agree(await begin(undefined, target)))).toMatchObject({ returnTo: '/' });
  });
});

describe('a walk to WeChat', () => {
  it('ends once: a state is used up by its first use, right or wrong, and one of several at once gets through', async () => {
    stranger();
    const returned = await agree(await begin());
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(finish(returned))));
    expect(outcomes.toSorted()).toEqual(['account.wechatFailed', 'account.wechatFailed', 'account.wechatFailed', 'success']);
    expect(await outcomeOf(finish(returned))).toBe('account.wechatFailed');
  });

  it('is refused with the proof of another browser, and is over then', async () => {
    stranger();
    const returned = await agree(await begin());
    const { proof: foreign } = await begin();
    expect(await outcomeOf(finish({ ...returned, proof: foreign }))).toBe('account.wechatFailed');
    expect(await outcomeOf(finish(returned))).toBe('account.wechatFailed');
  });

  it('is refused with a state we never gave and with the state of another walk', async () => {
    stranger();
    const [mine, yours] = [await agree(await begin()), await agree(await begin())];
    expect(await outcomeOf(finish({ ...mine, state: randomBytes(16).toString('base64url') }))).toBe('account.wechatFailed');
    expect(await outcomeOf(finish({ ...mine, state: yours.state }))).toBe('account.wechatFailed');
    expect(await outcomeOf(finish(mine))).toBe('success');
  });

  it('is refused with a code that was used before or made up, also in a fresh walk', async () => {
    stranger();
    const used = await agree(await begin());
    await finish(used);
    const fresh = await agree(await begin());
    expect(await outcomeOf(finish({ ...fresh, code: used.code }))).toBe('account.wechatFailed');
    expect(await outcomeOf(finish({ ...(await agree(await begin())), code: 'made-up' }))).toBe('account.wechatFailed');
  });

  it('brings no code back when the person says no', async () => {
    stranger();
    const { proof, popupUrl } = await begin();
    const back = await standIn.press(popupUrl, '拒绝');
    expect(back.searchParams.has('code')).toBe(false);
    const state = back.searchParams.get('state') ?? '';
    expect(await outcomeOf(finish({ code: 'none', state, proof }))).toBe('account.wechatFailed');
  });

  it('may take ten minutes and not longer', async () => {
    stranger();
    const [quick, slow] = [await agree(await begin()), await agree(await begin())];
    fixture.clock.advance(LIMITS.wechatStateLifetimeMs - 60_000);
    expect(await outcomeOf(finish(quick))).toBe('success');
    fixture.clock.advance(60_000);
    expect(await outcomeOf(finish(slow))).toBe('account.wechatFailed');
  });

  it('says that WeChat is away, and the next one works', async () => {
    stranger();
    for (const trouble of ['busy', 'broken', 'silent'] as const) {
      const returned = await agree(await begin());
      standIn.trouble(trouble);
      expect(await outcomeOf(finish(returned))).toBe('unavailable');
      standIn.trouble();
    }
    expect(await outcomeOf(finish(await agree(await begin())))).toBe('success');
  });

  it('is begun so often a minute by one network, and not at all where WeChat is not set up', async () => {
    const input = { proofHash: 'x'.repeat(43), returnTo: '/' };
    const start = (account = fixture.account) =>
      outcomeOf(startWechat(account, input, { userId: undefined, appOrigin: ORIGIN, address: '198.51.100.50' }));
    const outcomes: string[] = [];
    for (let i = 0; i <= LIMITS.wechatStartsPerAddressPerMinute; i++) outcomes.push(await start());
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(LIMITS.wechatStartsPerAddressPerMinute);
    expect(outcomes.at(-1)).toBe('request.tooMany');
    const without = { ...fixture.account, wechat: undefined };
    expect(await start(without)).toBe('account.wechatOff');
    const nothing = { code: 'a', state: 'b', proof: 'c'.repeat(22) };
    expect(await outcomeOf(finishWechat(without, nothing, here))).toBe('account.wechatOff');
  });

  it('leaves neither proof nor ticket readable in the database, and nothing at all when its time is over', async () => {
    stranger();
    const { proof } = await begin();
    const ticket = await ticketOf();
    const { pool } = fixture.account.db;
    const kept = JSON.stringify([
      (await pool.query('select * from wechat_state')).rows,
      (await pool.query('select * from wechat_ticket')).rows,
    ]);
    expect([kept.includes(proof), kept.includes(ticket)]).toEqual([false, false]);
    fixture.clock.advance(LIMITS.wechatStateLifetimeMs + 1);
    await forgetExpiredProofs(fixture.account);
    const { rows } = await pool.query('select (select count(*) from wechat_state) + (select count(*) from wechat_ticket) as left_over');
    expect(rows).toEqual([{ left_over: 0 }]);
  });
});

describe('tying WeChat to an account', () => {
  it('is done for the signed-in person who began, again without harm, and undone', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000210'));
    stranger();
    expect(await finish(await agree(await begin(userId, '/user')), userId)).toEqual({ outcome: 'bound', returnTo: '/user' });
    expect(await finish(await agree(await begin(userId)), userId)).toMatchObject({ outcome: 'bound' });
    expect((await getUserInfo(fixture.account, userId)).wechatBound).toBe(true);
    expect((await unbindWechat(fixture.account, userId)).wechatBound).toBe(false);
    expect((await unbindWechat(fixture.account, userId)).wechatBound).toBe(false);
    expect(await finish(await agree(await begin()))).toMatchObject({ outcome: 'needsPhone' });
  });

  it('is refused when another person ends what one began, and when nobody is signed in any more', async () => {
    const [mine, yours] = [await idOf(await fixture.signInBySms('13900000211')), await idOf(await fixture.signInBySms('13900000212'))];
    stranger();
    expect(await outcomeOf(finish(await agree(await begin(mine)), yours))).toBe('account.wechatFailed');
    expect(await outcomeOf(finish(await agree(await begin(mine))))).toBe('requestLogin');
    for (const id of [mine, yours]) expect((await getUserInfo(fixture.account, id)).wechatBound).toBe(false);
  });

  it('is refused when the WeChat is tied to somebody else, or the account to another WeChat', async () => {
    const person = stranger();
    const first = await idOf(await bind(await ticketOf(), '13900000213'));
    const second = await idOf(await fixture.signInBySms('13900000214'));
    expect(await outcomeOf(finish(await agree(await begin(second)), second))).toBe('account.wechatTaken');

    const other = stranger();
    expect(await outcomeOf(finish(await agree(await begin(first)), first))).toBe('account.wechatTaken');
    const tel = '13900000213';
    const ticket = await ticketOf();
    const code = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(bind(ticket, tel, code))).toBe('account.wechatTaken');
    // Neither ticket nor code is lost by that: another number may take the one, the other is still its owner's.
    expect(await outcomeOf(bind(ticket, '13900000215'))).toBe('success');
    standIn.scanAs(person);
    expect(await idOf(((await finish(await agree(await begin()))) as { login: LoginResult }).login)).toBe(first);
    standIn.scanAs(other);
    expect(await idOf(((await finish(await agree(await begin()))) as { login: LoginResult }).login)).not.toBe(first);
  });

  it('gives one of two accounts at the same moment the WeChat, and one of two WeChats at the same moment the number', async () => {
    stranger();
    const [one, two] = [await ticketOf(), await ticketOf()];
    const [first, second] = ['13900000216', '13900000217'];
    const codes = [await fixture.sendCode(first, { type: 'binding' }), await fixture.sendCode(second, { type: 'binding' })];
    const outcomes = await Promise.all([outcomeOf(bind(one, first, codes[0])), outcomeOf(bind(two, second, codes[1]))]);
    expect(outcomes.toSorted()).toEqual(['account.wechatTaken', 'success']);
    // The account that would have been made for the other number was not.
    const { rows } = await fixture.account.db.pool.query('select count(*) as made from user_account where tel = any($1)', [
      [first, second],
    ]);
    expect(rows).toEqual([{ made: 1 }]);
  });

  it('needs the code of the number: a wrong one leaves the ticket, a used or old ticket is none', async () => {
    stranger();
    const tel = '13900000218';
    const ticket = await ticketOf();
    const code = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(bind(ticket, tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(bind(ticket, tel, code))).toBe('success');
    expect(await outcomeOf(bind(ticket, tel, code))).toBe('account.wechatFailed');
    expect(await outcomeOf(bind(randomBytes(16).toString('base64url'), tel, code))).toBe('account.wechatFailed');

    stranger();
    const old = await ticketOf();
    fixture.clock.advance(LIMITS.wechatStateLifetimeMs);
    const fresh = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(bind(old, tel, fresh))).toBe('account.wechatFailed');
  });

  it('is not undone for who has no number', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000219'));
    await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [userId]);
    expect(await outcomeOf(unbindWechat(fixture.account, userId))).toBe('account.phoneMissing');
  });
});

it('a name from WeChat is one line of our length, without what hides or turns text', () => {
  expect(wechatNickname(' 小\n书\u202e虫 ')).toBe('小 书 虫');
  expect(wechatNickname('\u200b\u0000')).toBe('');
  expect(wechatNickname('书'.repeat(40))).toHaveLength(30);
  expect(wechatNickname(`${'书'.repeat(29)}😀`)).toBe('书'.repeat(29));
  expect(wechatNickname('坏\ud800字')).toBe('坏\ufffd字');
});
