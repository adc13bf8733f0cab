import { describe, expect, test } from 'vitest';
import { type StandardMessage, standardFindings } from './standard-findings.ts';

const message = (id: string, text: string, severity: StandardMessage['severity'] = 'error', line?: number): StandardMessage => ({
  id,
  severity,
  message: text,
  path: 'EPUB/a.xhtml',
  line,
});

describe('findings of EPUBCheck', () => {
  test('messages of one id are one finding with a Chinese sentence, the first place and the number', () => {
    expect(standardFindings([message('RSC-007', 'Referenced resource "b.png" missing', 'error', 3), message('RSC-007', 'other')])).toEqual([
      {
        severity: 'error',
        code: 'RSC-007',
        message: '引用的文件不存在（RSC-007：Referenced resource "b.png" missing）',
        path: 'EPUB/a.xhtml',
        line: 3,
        count: 2,
      },
    ]);
  });

  test('an unknown id has the sentence of its group', () => {
    expect(standardFindings([message('NCX-099', 'x', 'warning')])).toMatchObject([
      { severity: 'warning', message: '旧式目录（NCX）不符合标准（NCX-099：x）' },
    ]);
  });

  test('texts can be stored: no half of a character and no zero byte', () => {
    const [finding] = standardFindings([{ ...message('RSC-007', `${'a'.repeat(159)}😀`), path: 'a\0b\ud800.xhtml' }]);
    expect(finding).toMatchObject({ message: expect.stringContaining('aa\ufffd）') as string, path: 'ab\ufffd.xhtml' });
  });

  test.each([
    ['Invalid id "总合.にみて"; must match xs:ID syntax (NCName)', 0],
    ['Invalid id "1a"; must match xs:ID syntax (NCName)', 1],
    ['element "rb" not allowed here', 0],
    ['element "type" not allowed here', 1],
  ])('%s is %d finding(s)', (text, count) => {
    expect(standardFindings([message('RSC-005', text)])).toHaveLength(count);
  });
});
