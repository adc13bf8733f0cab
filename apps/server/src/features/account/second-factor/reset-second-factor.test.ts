import { describe, expect, it } from 'vitest';
import { resetSecondFactorOf } from '../../../app/cli/accounts.ts';
import { appCode } from '../testing/authenticator-app.ts';
import { SECOND, withSecondFactorServer } from '../testing/second-factor-server.ts';

const { shop, now, query, createTestUser, post, enroll, signIn } = withSecondFactorServer();

describe('setting the second factor up and removing it', () => {
  it('from the command line ends every session; all three changes are in the audit log', async () => {
    const one = await createTestUser('finance');
    const { secret } = await enroll(one);
    await post(`${SECOND}/disable`, one, { code: appCode(secret, now()) });
    await enroll(one);
    const said: string[] = [];
    const run = () => resetSecondFactorOf.prepare(['--tel', one.tel])(shop().platform, (line) => said.push(line));
    await run();
    await run();
    expect(said.join('\n')).toMatch(/两步验证已关闭[\s\S]*没有开启两步验证/);
    expect((await shop().call('/api/my/getRole', { as: one })).code).toBe('requestLogin');
    expect((await signIn(one)).login?.secondFactorMissing).toBe(true);
    const auditEvents = await query(
      "select action, operator_id as operator from audit_event where target_id = $1 and action like 'user.second%' order by at, id",
      [one.id],
    );
    expect(auditEvents).toEqual([
      { action: 'user.secondFactorOn', operator: one.id },
      { action: 'user.secondFactorOff', operator: one.id },
      { action: 'user.secondFactorOn', operator: one.id },
      { action: 'user.secondFactorReset', operator: null },
    ]);
  });
});
