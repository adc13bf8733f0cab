import { describe, expect, test } from 'vitest';
import { isArchive, recognizeFile, refusalOfKind } from './file-kind.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('refusing a file of another kind', () => {
  test.each([
    ['PDF 文档', '导出 EPUB 3'],
    ['PDF 文档', '配套教学资源'],
    [' Word 文档（.docx）', 'Pandoc'],
    ['文本文件', 'pandoc 书稿.md'],
    ['MOBI／Kindle 电子书', '向制作方索取'],
    ['RAR 压缩包', '解压'],
  ])('says what can be done with %j', (name, advice) => {
    expect(refusalOfKind(name)).toMatch(/^这不是 EPUB 电子书，而是/);
    expect(refusalOfKind(name)).toContain(advice);
  });
  test('says only what it is if there is nothing to do', () => {
    expect(refusalOfKind('Windows 程序')).toBe('这不是 EPUB 电子书，而是Windows 程序');
  });
});

describe('detecting the kind of an uploaded file', () => {
  test.each(['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'])('recognizes a ZIP file that begins with %j', (start) => {
    expect(recognizeFile(bytes(`${start} and more`))).toEqual({ kind: 'zip' });
    expect(recognizeFile(bytes(` ${start}`)).kind).toBe('other');
  });

  test('reports an empty file', () => {
    expect(recognizeFile(Buffer.alloc(0))).toEqual({ kind: 'empty', name: '空文件' });
  });

  test.each([
    ['%PDF-1.7', 'PDF 文档'],
    ['MZ\x90', 'Windows 程序'],
    ['\x7fELF\x02\x01\x01\0\0', 'Linux 程序'],
    ['\xcf\xfa\xed\xfe', 'macOS 程序'],
    ['\xce\xfa\xed\xfe', 'macOS 程序'],
    ['\xca\xfe\xba\xbe', 'macOS 程序'],
    [`${'\0'.repeat(60)}BOOKMOBI`, 'MOBI／Kindle 电子书'],
    [`${'\0'.repeat(60)}TEXtREAd`, 'MOBI／Kindle 电子书'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', '旧版 Office 文档（.doc、.xls、.ppt）'],
    ['Rar!\x1a', 'RAR 压缩包'],
    ['7z\xbc\xaf\x27', '7z 压缩包'],
    ['\x1f\x8b\x08', 'gzip 压缩包'],
    ['{\\rtf1', 'RTF 文档'],
    ['\x89PNG\r\n', '图片'],
    ['\xff\xd8\xff\xe0', '图片'],
    ['GIF89a', '图片'],
    ['AT&TFORM', 'DjVu 文档'],
    ['ITSF\x03', 'CHM 帮助文件'],
    ['  <!DOCTYPE html><p>', '网页（HTML）文件'],
    ['\n<HTML lang="zh">', '网页（HTML）文件'],
    ['<?xml version="1.0"?>', 'XML 文件'],
    ['<svg/>', 'XML 文件'],
    ['plain\ttext\r\n\xe4\xb8\xad', '文本文件'],
    ['x\xca\xfe\xba\xbe', '文本文件'],
    ['xGIF8', '文本文件'],
    ['x\x7fELF', '无法识别的文件'],
    ['one\0two', '无法识别的文件'],
    ['\x01', '无法识别的文件'],
    [`text ${'a'.repeat(510)}\0`, '文本文件'],
  ])('names the kind of %j', (start, name) => {
    expect(recognizeFile(bytes(start))).toEqual({ kind: 'other', name });
  });

  test.each([
    ['PK\x03\x04', true],
    ['PK\x05\x06', true],
    ['Rar!', true],
    ['7z\xbc\xaf', true],
    ['\x1f\x8b', true],
    ['%PDF-', false],
    ['', false],
  ])('recognizes %j inside an archive as an archive: %s', (start, expected) => {
    expect(isArchive(bytes(start))).toBe(expected);
  });
});
