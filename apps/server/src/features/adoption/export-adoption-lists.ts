/** Returns the adoption lists that match a filter as a workbook, a row per book. The export is an audit event. */
import type { AdminAdoptionList, AdoptionAward, AdoptionLevel, AdoptionStatus } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { viewAdoptionsForAdmin } from './adoption-view.ts';
import { ADOPTION_LIMITS } from './limits.ts';
import { LEVELS, listAdoptionsPage } from './store.ts';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
const FORMS = { print: '纸质', digital: '数字' } as const;
const STATUSES: Readonly<Record<AdoptionStatus, string>> = {
  draft: '草稿',
  submitted: '审批中',
  returned: '已退回',
  withdrawn: '已撤回',
  confirmed: '已确认',
  ordered: '已订购',
};
const AWARDS: Readonly<Record<AdoptionAward, string>> = { none: '', national: '国家级规划', provincial: '省级规划', prize: '获奖' };
const HEADING =
  '单位 学期 状态 课程代码 课程名称 班级 教材名称 ISBN 首次选用 版次 出版社 形式 规划/获奖 马工程 学生人数 教师用书 定价（元） 选用理由 教师 院系 电话 教研室审批 院系审批 学校审批 提交日期'.split(
    ' ',
  );
const WIDTHS = [24, 18, 10, 14, 20, 18, 30, 18, 10, 12, 20, 8, 12, 8, 10, 10, 10, 40, 12, 18, 14, 18, 18, 18, 12];

/** Returns who approved the list on a level since it was submitted; empty if the level has not. */
const approverOn = ({ reviews, submittedAt = 0 }: AdminAdoptionList, level: AdoptionLevel): string => {
  const last = reviews.findLast((review) => review.level === level && review.decision === 'approve' && review.at >= submittedAt);
  return last === undefined ? '' : `${last.reviewer} ${day.format(last.at)}`;
};

const rowsOf = (list: AdminAdoptionList) =>
  list.items.map((item) => [
    list.institution.name,
    list.term,
    STATUSES[list.status],
    item.courseCode,
    item.course,
    item.className,
    item.bookTitle,
    item.isbn,
    item.isFirst ? '是' : '',
    item.edition,
    item.publisher,
    FORMS[item.form],
    AWARDS[item.award],
    item.isMarxist ? '是' : '',
    item.students,
    item.hasTeacherCopy ? 1 : 0,
    item.priceFen === undefined ? '' : item.priceFen / 100,
    item.reason,
    list.teacher?.name ?? '',
    list.teacher?.department ?? '',
    list.teacher?.tel ?? '',
    ...LEVELS.map((level) => approverOn(list, level)),
    list.submittedAt === undefined ? '' : day.format(list.submittedAt),
  ]);

export const exportAdoptionLists: UseCase<'exportAdoptionLists', AdoptionDependencies> = async (
  deps,
  caller,
  { status, level, term, first, q },
) => {
  const now = deps.clock.now();
  const filter = { level: level === undefined ? undefined : LEVELS.indexOf(level), term, first, q, accessScope: caller.accessScope };
  const found = await listAdoptionsPage(deps.db.orm, {
    ...filter,
    status,
    after: undefined,
    limit: ADOPTION_LIMITS.adoptionsExportMax,
  });
  const rows = (await viewAdoptionsForAdmin(deps, found)).flatMap(rowsOf);
  const sum = (column: string): number => rows.reduce((all, row) => all + Number(row[HEADING.indexOf(column)]), 0);
  const total = HEADING.map((column, index) => {
    if (index === 0) return '合计';
    return column === '学生人数' || column === '教师用书' ? sum(column) : '';
  });
  const base64 = await workbookWriter.run([{ name: '教材征订', rows: [HEADING, ...rows, total], widths: WIDTHS }]);
  const after = { rows: rows.length, status, ...(term === '' ? {} : { term }) };
  await recordAuditEvent(
    deps.db.orm,
    operatorOf(caller),
    { action: 'adoptions.export', target: { kind: 'adoption', id: '', name: '' }, after },
    now,
  );
  return { fileName: `教材征订-${day.format(now)}.xlsx`, base64, rows: rows.length };
};
