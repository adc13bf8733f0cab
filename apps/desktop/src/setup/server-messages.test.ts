import { describe, expect, it } from 'vitest';
import { messageOf } from './server-messages.ts';

describe('the explanation why a server cannot be used', () => {
  it.each([
    ['ERR_CERT_DATE_INVALID', '已过期'],
    ['ERR_CERT_COMMON_NAME_INVALID', '不是签发给这个网址的'],
    ['ERR_CERT_AUTHORITY_INVALID', '不是由受信任的机构签发的'],
    ['ERR_CERT_REVOKED', '已被吊销'],
    ['ERR_SSL_PROTOCOL_ERROR', '无法建立安全连接'],
  ])('of the certificate error %s names the cause, what to do, and the error', (reason, cause) => {
    const message = messageOf({ result: 'certificate', reason });
    expect(message).toContain(cause);
    expect(message).toContain('管理员');
    expect(message).toContain(`（${reason}）`);
  });

  it('of every other result is a text of its own', () => {
    const messages = (['invalid', 'unreachable', 'timeout', 'otherProduct'] as const).map((result) => messageOf({ result }));
    expect(new Set(messages).size).toBe(4);
    expect(messages).not.toContain('');
    expect(messageOf({ result: 'chosen' })).toBe('');
  });
});
