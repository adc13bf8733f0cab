import type { ShortLink } from '@shufang/contract';
import { expect, it } from 'vitest';
import { linksCsv } from './links-csv.ts';

const link: ShortLink = {
  code: 'ABCD1234',
  address: 'https://x.example/q/ABCD1234',
  targetType: 'block',
  targetId: 'b#1',
  targetTitle: '论语',
  fallbackUrl: '',
  label: '第 12 页，"图 3"',
  hits: 7,
  createdAt: 0,
};

const bytesOf = (blob: Blob): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(blob);
  });

it('the table can be read by Excel, with every cell quoted and no cell a formula', async () => {
  const bytes = await bytesOf(linksCsv([link, { ...link, targetType: 'page', targetId: '/helper', label: '=HYPERLINK("x")' }]));
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    '"短码","地址","去向","备注","访问次数"',
    '"ABCD1234","https://x.example/q/ABCD1234","书中的位置《论语》","第 12 页，""图 3""","7"',
    '"ABCD1234","https://x.example/q/ABCD1234","/helper","\'=HYPERLINK(""x"")","7"',
    '',
  ]);
});
