/**
 * Writes the codes of a batch for the printer: one row per code, with its box and the range of serial numbers in the box. Runs in an
 * isolated process (`codes.task.ts`).
 */
import { formatActivationCode } from '@shufang/contract';
import { writeWorkbook } from '../../platform/write-xlsx.ts';
import { boxesOf, codeOf } from './batch-codes.ts';
import type { CodeBatch } from './code-batch.ts';
import { nameOfCodes } from './name-of-codes.ts';

const headingOf = (batch: CodeBatch): string[] => [
  '序号',
  '箱号',
  nameOfCodes(batch),
  '二维码内容',
  '批次',
  '本箱起始序号',
  '本箱结束序号',
];
const WIDTHS = [10, 8, 26, 48, 30, 14, 14];
const BOX_HEADING = ['箱号', '起始序号', '结束序号', '数量'];
const BOX_WIDTHS = [10, 14, 14, 10];

interface PrintedCode {
  readonly serial: number;
  readonly box: number;
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly address: string;
}

const printedCodes = (batch: CodeBatch, secret: Buffer, publicUrl: string): PrintedCode[] =>
  boxesOf(batch).flatMap(({ box, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => {
      const serial = from + index;
      const code = codeOf(secret, serial);
      return { serial, box, from, to, code: formatActivationCode(code), address: `${publicUrl}/q/${code}` };
    }),
  );

/** Returns CSV with a byte order mark, so that Excel and WPS detect UTF-8. */
export const csvForPrinter = (batch: CodeBatch, secret: Buffer, publicUrl: string): string => {
  const lines = printedCodes(batch, secret, publicUrl).map(
    ({ serial, box, code, address, from, to }) => `${serial},${box},${code},${address},${batch.id},${from},${to}`,
  );
  return `\uFEFF${[headingOf(batch).join(','), ...lines, ''].join('\r\n')}`;
};

/** Returns a workbook with a sheet of codes and a sheet of boxes. */
export const workbookForPrinter = (batch: CodeBatch, secret: Buffer, publicUrl: string): Promise<Buffer> => {
  const rows = printedCodes(batch, secret, publicUrl).map(({ serial, box, code, address, from, to }) => [
    { whole: serial },
    { whole: box },
    code,
    address,
    batch.id,
    { whole: from },
    { whole: to },
  ]);
  const boxes = boxesOf(batch).map(({ box, from, to }) => [{ whole: box }, { whole: from }, { whole: to }, { whole: to - from + 1 }]);
  return writeWorkbook([
    { name: nameOfCodes(batch), rows: [headingOf(batch), ...rows], widths: WIDTHS },
    { name: '箱单', rows: [BOX_HEADING, ...boxes], widths: BOX_WIDTHS },
  ]);
};
