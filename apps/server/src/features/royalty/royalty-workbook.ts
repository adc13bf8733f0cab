/** The workbook of royalty statements: their sums, and every line with its source. */
import type { RoyaltySource, RoyaltyStatus } from '@shufang/contract';
import { dayOf } from '../../platform/china-time.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Cell, Sheet } from '../../platform/write-xlsx.ts';
import { listLines, type StoredStatement } from './statement-store.ts';

const STATUSES: Readonly<Record<RoyaltyStatus, string>> = {
  draft: '草稿',
  issued: '待确认',
  disputed: '有异议',
  confirmed: '已确认',
  paid: '已付款',
};
const SOURCES: Readonly<Record<RoyaltySource, string>> = { order: '订单', code: '激活码批次', license: '机构许可', adjustment: '纠正' };
const NOTE = '金额为税前应付，个人所得税由付款方依法代扣代缴。';
const PAGE = 5_000;

const yuan = (fen: number): Cell => fen / 100;
const monthOf = (period: string): string => `${period.slice(0, 4)}-${period.slice(4)}`;

/** Returns the sheets, and the number of rows with lines; lines beyond `maxLines` are left out. */
export const royaltySheets = async (db: Queryable, statements: readonly StoredStatement[], maxLines: number): Promise<Sheet[]> => {
  const rows: Cell[][] = [];
  for (const one of statements) {
    for (let after = 0; rows.length < maxLines; ) {
      const lines = await listLines(db, one.id, after, Math.min(PAGE, maxLines - rows.length));
      for (const { no, source, refId, label, isRefund, at, grossFen, rateBp, fen } of lines)
        rows.push([
          one.bookTitle,
          monthOf(one.period),
          one.payee,
          { whole: no },
          isRefund ? `${SOURCES[source]}退款` : SOURCES[source],
          refId,
          label,
          dayOf(at),
          yuan(grossFen),
          source === 'adjustment' ? '' : `${rateBp / 100}%`,
          yuan(fen),
        ]);
      after = lines.at(-1)?.no ?? 0;
      if (lines.length < PAGE) break;
    }
  }
  const total = (of: (one: StoredStatement) => number): Cell => yuan(statements.reduce((sum, one) => sum + of(one), 0));
  return [
    {
      name: '结算单',
      rows: [
        ['图书', '月份', '收款人', '状态', '明细行数', '销售收入（元）', '版税（元）', '付款日期', '付款凭证号'],
        ...statements.map((one): Cell[] => [
          one.isSimulated ? `${one.bookTitle}（模拟数据）` : one.bookTitle,
          monthOf(one.period),
          one.payee,
          STATUSES[one.status],
          { whole: one.lines },
          yuan(one.grossFen),
          yuan(one.fen),
          one.paidOn ?? '',
          one.paymentReference ?? '',
        ]),
        [
          '合计',
          '',
          '',
          '',
          { whole: statements.reduce((sum, { lines }) => sum + lines, 0) },
          total((one) => one.grossFen),
          total((one) => one.fen),
        ],
        [NOTE],
      ],
      widths: [32, 10, 16, 10, 10, 16, 14, 14, 24],
    },
    {
      name: '明细',
      rows: [['图书', '月份', '收款人', '序号', '来源', '编号', '说明', '日期', '收入（元）', '费率', '版税（元）'], ...rows],
      widths: [28, 10, 14, 8, 14, 28, 24, 12, 12, 10, 12],
    },
  ];
};
