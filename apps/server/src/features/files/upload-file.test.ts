import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anOfficeFile, aPdf, aPhotograph, granted, sendForm, uploadAs, uploadPictureAs } from '../../testing/file-fixture.ts';
import { formWithFile } from '../../testing/request-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { FILE_LIMITS } from './limits.ts';
import { openUserFilesFixture, type UserFilesFixture } from './testing/user-files-fixture.ts';

testAccess('uploadFile', 'every user');
testIdempotency('uploadFile', async ({ aUser }) => ({ as: await aUser(), body: formWithFile({}, Buffer.from('第一章 学而'), '笔记.txt') }));

let fixture: UserFilesFixture;
beforeAll(async () => {
  fixture = await openUserFilesFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

describe('an uploaded file', () => {
  const text = (body: string): Buffer => Buffer.from(body);
  test.each([
    ['a PDF', '论文.pdf', aPdf(), '论文.pdf', 'application/pdf'],
    ['a PDF under another name', '论文.docx', aPdf(), '论文.docx.pdf', 'application/pdf'],
    [
      'a Word document',
      '报告.docx',
      anOfficeFile('word'),
      '报告.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a table', '成绩.xlsx', anOfficeFile('xl'), '成绩.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['slides', '课件.pptx', anOfficeFile('ppt'), '课件.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['a text', '说明.txt', text('\ufeff一句话。\r\n\t1 < 2\n'), '说明.txt', 'text/plain'],
    ['a table in text', '名单.CSV', text('姓名,分数\n李,90\n'), '名单.csv', 'text/csv'],
    ['a text that calls itself a page', '../../a/页.html', text('没有标记'), '页.html.txt', 'text/plain'],
    ['a name full of traps', '..\\CON\u202e:*?.txt', text('x'), 'CON.txt', 'text/plain'],
    ['a name of nothing', '   .', text('x'), '未命名.txt', 'text/plain'],
  ])('is recognized by its bytes: %s', async (_, sent, bytes, name, mediaType) => {
    expect(granted(await uploadAs(fixture.shop, fixture.mei, sent, bytes))).toMatchObject({
      name,
      mediaType,
      sizeBytes: bytes.length,
      url: null,
    });
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['a page', '页.txt', text('\n<!DOCTYPE html><script>alert(1)</script>')],
    ['a drawing with a program', '图.png', text(svg)],
    ['a drawing behind a comment', '图.txt', text(`<!-- -->${svg}`)],
    ['a drawing behind a mark', '图.txt', text(`\ufeff<?xml version="1.0"?>${svg}`)],
    ['a program', '书.pdf', Buffer.from('MZ\x90\0', 'latin1')],
    ['a script', '跑.txt', text('#!/bin/sh\nrm -rf /\n')],
    ['rich text', '文.txt', text('{\\rtf1 x}')],
    ['text in another encoding', '文.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3])],
    ['text with a zero in it', '文.txt', text('a\0b')],
    ['a PDF that is cut off', '文.pdf', aPdf().subarray(0, 60)],
    ['any ZIP', '包.zip', anOfficeFile('word', {}, 'application/x-other')],
    ['a document with macros', '文.docx', anOfficeFile('word', { 'word/vbaProject.bin': Buffer.from('x') })],
    ['a damaged document', '文.docx', anOfficeFile('word').subarray(0, 90)],
    ['a document with a way out', '文.docx', anOfficeFile('word', { '../../evil': Buffer.from('x') })],
    ['nothing', '空.txt', Buffer.alloc(0)],
  ])('is rejected when it is %s', async (_, name, bytes) => {
    expect(await uploadAs(fixture.shop, fixture.mei, name, bytes)).toMatchObject({
      code: 'file.typeRefused',
      message: '不支持这种文件',
      payload: null,
    });
  });

  test('is required, and so is a session', async () => {
    const upload = '/api/file/userFile/upload';
    expect(await sendForm(fixture.shop, upload, fixture.mei, [['x', 'y']])).toMatchObject({ code: 'file.missing' });
    expect(await sendForm(fixture.shop, upload, fixture.mei, [['file', { name: '', bytes: Buffer.alloc(0) }]])).toMatchObject({
      code: 'file.missing',
    });
    expect(await fixture.shop.call(upload, { as: fixture.mei, body: { file: 'x' } })).toMatchObject({ code: 'request.invalid' });
    expect(await uploadAs(fixture.shop, undefined, 'a.txt', Buffer.from('a'))).toMatchObject({ code: 'requestLogin' });
  });

  test('may have the maximum size of its kind and not one byte more', async () => {
    const sized = (bytes: number): Buffer => Buffer.alloc(bytes, 0x61);
    expect(granted(await uploadAs(fixture.shop, fixture.mei, '长.txt', sized(FILE_LIMITS.textBytes))).sizeBytes).toBe(
      FILE_LIMITS.textBytes,
    );
    expect(await uploadAs(fixture.shop, fixture.mei, '长.txt', sized(FILE_LIMITS.textBytes + 1))).toMatchObject({
      code: 'file.tooLarge',
      message: '文件过大，最多 10 MB',
    });
    const padded = async (bytes: number): Promise<Buffer> => {
      const photograph = await aPhotograph();
      return Buffer.concat([photograph, Buffer.alloc(bytes - photograph.length)]);
    };
    expect((await uploadPictureAs(fixture.shop, fixture.mei, await padded(LIMITS.avatarBytes))).code).toBe('success');
    expect(await uploadPictureAs(fixture.shop, fixture.mei, await padded(LIMITS.avatarBytes + 1))).toMatchObject({
      message: '文件过大，最多 5 MB',
    });
    expect((await uploadPictureAs(fixture.shop, fixture.mei, await padded(LIMITS.imageBytes), 'image')).code).toBe('success');
    expect(await uploadPictureAs(fixture.shop, fixture.mei, await padded(LIMITS.imageBytes + 1), 'image')).toMatchObject({
      message: '文件过大，最多 10 MB',
    });
    const late = [
      ['file', { name: 'a.jpg', bytes: await padded(LIMITS.avatarBytes + 1) }],
      ['purpose', 'avatar'],
    ] as const;
    expect(await sendForm(fixture.shop, '/api/file/userFile/uploadImage', fixture.mei, late)).toMatchObject({ code: 'file.tooLarge' });
  });
});
