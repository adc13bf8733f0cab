/** Reads exported orders in tests. */
import { strFromU8, unzipSync } from 'fflate';

export const HEADING = [
  '订单号',
  '图书',
  '定价（元）',
  '优惠（元）',
  '实付（元）',
  '已退（元）',
  '支付方式',
  '状态',
  '下单时间',
  '付款时间',
  '支付平台流水号',
  '发票',
  '发票号码',
  '红字发票号码',
];
/** Returns the cells of the only sheet: numbers as numbers, empty cells as ''. */
export const sheetOf = (base64: string) => {
  const parts = unzipSync(Buffer.from(base64, 'base64'));
  const textOf = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const texts = Array.from(
    textOf('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*?(?:\/>|>(.*?)<\/t>).*?<\/si>/gs),
    ([, text = '']) => text,
  );
  const sheet = textOf('xl/worksheets/sheet1.xml');
  const rows = Array.from(sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs), ([, row = '']) => {
    const cells: (string | number)[] = [];
    for (const [, column = '', attributes = '', value] of row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(?:<v>(.*?)<\/v>)?<\/c>)/gs))
      cells[column.charCodeAt(0) - 65] =
        value === undefined ? '' : attributes.includes('t="s"') ? (texts[Number(value)] ?? '?') : Number(value);
    return Array.from(cells, (cell) => cell ?? '');
  });
  const widths = Array.from(sheet.matchAll(/<col [^>]*width="([\d.]+)"/g), ([, width]) => Math.floor(Number(width)));
  return { rows, widths, name: /<sheet [^>]*?name="(.*?)"/.exec(textOf('xl/workbook.xml'))?.[1] };
};
