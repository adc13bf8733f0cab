import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { type PlatformCommand, UsageError } from './command.ts';
import { deleteDictionaryByName, importDictionaryFile, listDictionaryFiles } from './dictionaries.ts';

let shop: TestServer;

beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const run = async (command: PlatformCommand, ...args: string[]) => {
  const lines: string[] = [];
  const { ok } = await command.prepare(args)(shop.platform, (line) => lines.push(line));
  return { ok, lines };
};

test('a dictionary is imported, listed with its license, offered to readers, and deleted', async () => {
  const file = path.join(shop.platform.config.dataDir, 'words.json');
  await writeFile(file, JSON.stringify([{ headword: '学', definitions: ['学习'] }]));
  expect(await run(listDictionaryFiles)).toEqual({ ok: true, lines: ['没有词典'] });
  expect(await run(importDictionaryFile, file, '--name', '校内')).toEqual({
    ok: false,
    lines: ['未导入：文件里没有写明许可，请确认您可以使用它，并写明许可（命令行用 --license）'],
  });
  const line = '校内\t1 条\tJSON\t许可：CC BY 4.0';
  expect(await run(importDictionaryFile, file, '--name', '校内', '--license', 'CC BY 4.0')).toEqual({
    ok: true,
    lines: [`已导入 ${line}`],
  });
  expect(await run(listDictionaryFiles)).toEqual({ ok: true, lines: [line] });
  const reader = await shop.user('13933379201');
  expect((await shop.call('/api/dictionary/sources', { as: reader })).payload).toMatchObject({ hasDictionary: true });
  expect((await shop.call('/api/dictionary/entries?text=学', { as: reader })).payload).toEqual({
    entries: [{ headword: '学', definitions: ['学习'], source: '校内', license: 'CC BY 4.0' }],
  });
  expect(await run(deleteDictionaryByName, '校内')).toEqual({ ok: true, lines: ['已删除 校内'] });
  expect(await run(deleteDictionaryByName, '校内')).toEqual({ ok: false, lines: ['没有这部词典：校内'] });
  expect((await shop.call('/api/dictionary/sources', { as: reader })).payload).toMatchObject({ hasDictionary: false });
});

test.each([
  [importDictionaryFile, []],
  [importDictionaryFile, ['a.ifo', 'b.ifo']],
  [importDictionaryFile, ['a.ifo', '--license', ' ']],
  [listDictionaryFiles, ['more']],
  [deleteDictionaryByName, []],
])('wrong arguments are a usage error (case %#)', (command, args) => {
  expect(() => command.prepare(args)).toThrow(UsageError);
});
