/** Writes the attendance of a class as an Excel workbook. */
import { type AttendanceState, attendanceState } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import type { Cell } from '../../platform/write-xlsx.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { listAttendancesOf, listRecordsOf } from './attendance-store.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

const STATES: Readonly<Record<AttendanceState, string>> = {
  present: '出勤',
  late: '迟到',
  madeUp: '补签',
  leave: '事假',
  sick: '病假',
  absent: '缺勤',
};

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });

/** Throws `class.notFound`. */
export const exportAttendance: UseCase<'exportAttendance', ClassroomDependencies> = async ({ db, clock }, { reader }, { classId }) => {
  const { name } = await requireClass(db.orm, reader.userId, classId, seesStudents);
  const sessions = (await listAttendancesOf(db.orm, classId)).toReversed();
  const records = await listRecordsOf(
    db.orm,
    sessions.map(({ id }) => id),
  );
  const stateOf = new Map(records.map((record) => [`${record.attendanceId}:${record.userId}`, record.state]));
  const students = await listClassStudents(db.orm, classId);
  const kinds = attendanceState.options;
  const head: Cell[] = [
    '学号',
    '姓名',
    ...sessions.map(({ title, openedAt }) => `${dayFormat.format(openedAt)} ${title}`),
    ...kinds.map((state) => STATES[state]),
  ];
  const rows = students.map(({ userId, name: student, studentNo }): Cell[] => {
    const states = sessions.map(({ id }) => stateOf.get(`${id}:${userId}`));
    return [
      studentNo,
      student,
      ...states.map((state) => (state === undefined ? '' : STATES[state])),
      ...kinds.map((kind) => ({ whole: states.filter((state) => state === kind).length })),
    ];
  });
  const widths = head.map((_, at) => (at < 2 ? 14 : at < 2 + sessions.length ? 18 : 8));
  const base64 = await workbookWriter.run([{ name: '出勤', rows: [head, ...rows], widths }]);
  return { fileName: `${name}-出勤-${dayFormat.format(clock.now())}.xlsx`, base64 };
};
