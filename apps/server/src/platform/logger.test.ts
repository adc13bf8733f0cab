import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

/** Returns the one line that the logger writes when `log` uses it. */
const written = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  log(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
};

test('a content ticket, and the key of a stored book, are masked for every spelling of the URL', () => {
  for (const url of ['/~c/live-ticket/a.xhtml', '/%7Ec/live-ticket/a.xhtml', '/%7ec/live-ticket/a.xhtml', '/~o/live-ticket/a.xhtml'])
    expect(
      written((log) => log.info({ url }, 'request')),
      url,
    ).not.toContain('live-ticket');
});

test.each([
  ['as it comes', '/lesson/connect/dispatch?code=LIVE-CODE&state=LIVE-STATE'],
  ['with the state first', '/lesson/connect/dispatch?state=LIVE-STATE&code=LIVE-CODE'],
  ['as a whole address', 'https://books.example.com/lesson/connect/dispatch?code=LIVE-CODE&state=LIVE-STATE#LIVE-PART'],
])('parameters of callbacks from WeChat and institutions are masked in a URL, %s', (_, url) => {
  for (const line of [
    written((log) => log.info({ url }, 'request')),
    written((log) => log.child({ url }).warn({ headers: { referer: url } }, `from ${url} on`)),
    written((log) => log.error({ err: new Error(`GET ${url} failed`) }, 'x')),
  ]) {
    expect(line).toContain('/lesson/connect/dispatch?[已隐去]');
    expect(line).not.toContain('LIVE-');
    // Removing the secret leaves the line valid JSON and its other fields unchanged.
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), msg: expect.any(String) });
  }
});

test.each([
  ['a proof in the path of a download link', '/api/file/createDownLoadUrl/LIVE-PROOF/with/slashes?x=1', 'LIVE-PROOF'],
  ['the same with an escaped slash', '/api/file/createDownLoadUrl%2FLIVE-PROOF', 'LIVE-PROOF'],
  ['a ticket of a file', '/~f/LIVE-TICKET/a.pdf', 'LIVE-TICKET'],
  ['a session', 'Authorization: dp-token LIVE/TOKEN+with=signs', 'LIVE'],
  ['a phone number', 'sent to 13912345678.', '13912345678'],
])('%s is masked in a text', (_, text, secret) => {
  const line = written((log) => log.info({ about: text }, text));
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
});

test('the code of an error and of its cause is logged; an SMS code is not', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const line = written((log) => log.error({ err: new Error('outer', { cause: refused }), body: { code: '135790' }, code: '246801' }, 'x'));
  expect(JSON.parse(line)).toMatchObject({ err: { cause: { code: 'ECONNREFUSED' } } });
  expect(line).not.toContain('135790');
  expect(line).not.toContain('246801');
  expect(JSON.parse(written((log) => log.error({ err: refused }, 'x')))).toMatchObject({ err: { code: 'ECONNREFUSED' } });
});

test('a failed query is logged with its text and SQLSTATE, and without its values', () => {
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
