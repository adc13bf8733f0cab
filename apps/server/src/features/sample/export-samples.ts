/** Returns the samples that match a filter as a workbook with teachers and addresses. The export is an audit event. */
import type { SampleStatus } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { SAMPLE_LIMITS } from './limits.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import { viewSamplesForAdmin } from './sample-view.ts';
import { listSamplesPage } from './store.ts';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
const FORMS = { print: '纸质', digital: '数字' } as const;
const STATUSES: Readonly<Record<SampleStatus, string>> = {
  submitted: '待审核',
  approved: '已通过',
  shipped: '已发货',
  received: '已收到',
  rejected: '未通过',
  canceled: '已撤回',
};
const HEADING =
  '申请日期 状态 书名 ISBN 形式 教师 单位 院系 课程 学期 学生人数 申请理由 收件人 电话 省 市 地址 快递公司 运单号 发货日期 数字样书到期 答复'.split(
    ' ',
  );
const WIDTHS = [12, 10, 30, 18, 8, 12, 24, 18, 20, 18, 10, 40, 10, 14, 10, 10, 40, 12, 20, 12, 14, 30];

export const exportSamples: UseCase<'exportSamples', SampleDependencies> = async (deps, caller, { status, form, bookId, q }) => {
  const { accessScope } = caller;
  const now = deps.clock.now();
  const limit = SAMPLE_LIMITS.samplesExportMax;
  const found = await listSamplesPage(deps.db.orm, { status, form, bookId, q, accessScope, after: undefined, limit });
  const samples = await viewSamplesForAdmin(deps, found);
  const rows = samples.map(({ book, teacher, shipping, shipment, ...one }) => [
    day.format(one.createdAt),
    STATUSES[one.status],
    book.title,
    book.isbn ?? '',
    FORMS[one.form],
    teacher?.verified?.name ?? teacher?.name ?? '',
    teacher?.verified?.institution ?? '',
    teacher?.verified?.department ?? '',
    one.course,
    one.term,
    one.students,
    one.plan,
    shipping?.receiver ?? '',
    shipping?.phone ?? '',
    shipping?.province ?? '',
    shipping?.city ?? '',
    shipping?.address ?? '',
    shipment?.carrier ?? '',
    shipment?.trackingNo ?? '',
    shipment === undefined ? '' : day.format(shipment.shippedAt),
    one.endsAt === undefined ? '' : day.format(one.endsAt),
    one.reply,
  ]);
  const base64 = await workbookWriter.run([{ name: '样书申请', rows: [HEADING, ...rows], widths: WIDTHS }]);
  const after = { samples: rows.length, status, ...(form === undefined ? {} : { form }), ...(bookId === undefined ? {} : { bookId }) };
  await recordAuditEvent(deps.db.orm, operatorOf(caller), { action: 'samples.export', target: { kind: 'sample', id: '' }, after }, now);
  return { fileName: `样书申请-${day.format(now)}.xlsx`, base64, samples: rows.length };
};
