import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

/** The one line that `log` writes. */
const written = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  log(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
};

test('a content ticket is masked however its address is spelt', () => {
  for (const url of ['/~c/live-ticket/a.xhtml', '/%7Ec/live-ticket/a.xhtml', '/%7ec/live-ticket/a.xhtml'])
    expect(
      written((log) => log.info({ url }, 'request')),
      url,
    ).not.toContain('live-ticket');
});

test('the code of an error can be read, also of its cause; a code that was sent to a phone cannot', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const line = written((log) => log.error({ err: new Error('outer', { cause: refused }), body: { code: '135790' }, code: '246801' }, 'x'));
  expect(JSON.parse(line)).toMatchObject({ err: { cause: { code: 'ECONNREFUSED' } } });
  expect(line).not.toContain('135790');
  expect(line).not.toContain('246801');
  expect(JSON.parse(written((log) => log.error({ err: refused }, 'x')))).toMatchObject({ err: { code: 'ECONNREFUSED' } });
});

test('a failed query shows its text and SQLSTATE, and none of its values', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (note)=(secret note) already exists.' });
  const error = new DrizzleQueryError('insert into note values ($1, $2)', ['secret note\nof two lines', 7], cause);
  for (const line of [
    written((log) => log.error({ err: error }, 'x')),
    written((log) => log.child({ reqId: '1' }).error({ err: error }, 'x')),
  ]) {
    expect(JSON.parse(line)).toMatchObject({ err: { message: expect.stringContaining('insert into note'), cause: { code: '23505' } } });
    expect(line).toContain('logger.test.ts');
    for (const value of ['secret note', 'of two lines']) expect(line).not.toContain(value);
  }
});
