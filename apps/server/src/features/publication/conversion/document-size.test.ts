import { describe, expect, test } from 'vitest';
import { refuseLargeFile, refuseManyElements } from './document-size.ts';

const PATH = 'OEBPS/c1.xhtml';
const MEBIBYTE = 1_048_576;

describe('a document is refused before its conversion', () => {
  test('when the file is larger than any document that can be converted', () => {
    expect(() => refuseLargeFile(35 * MEBIBYTE, PATH)).not.toThrow();
    expect(() => refuseLargeFile(54 * MEBIBYTE, PATH)).toThrow(
      expect.objectContaining({
        code: 'document.tooLarge',
        path: PATH,
        message: '有一个章节文件达 54 MB，超过单个章节的上限（35 MB），请在排版软件里按章节拆分后重新导出',
      }),
    );
  });

  test.each(['utf8', 'utf16le'] as const)('when it has too many elements, in %s', (encoding) => {
    const lines = (count: number): Buffer => Buffer.from('<p>字<br/></p>\n<!-- -->'.repeat(count), encoding);
    expect(() => refuseManyElements(lines(100_000), PATH)).not.toThrow();
    expect(() => refuseManyElements(lines(160_000), PATH)).toThrow(
      expect.objectContaining({ code: 'document.tooLarge', message: expect.stringContaining('约 32 万个元素') as string }),
    );
  });

  test('but not when it is long and has few elements', () => {
    expect(() => refuseManyElements(Buffer.from('<p>学而时习之</p>'.repeat(100_000)), PATH)).not.toThrow();
  });
});
