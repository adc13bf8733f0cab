/** Provokes each error of gradebooks over HTTP. */
import type { ClassGroup, ErrorCode } from '@shufang/contract';
import { newScheme, oneCell, points } from '../features/gradebook/testing/gradebook-fixture.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const gradebookRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  let teachers = 0;
  const aGradebook = async () => {
    teachers += 1;
    const teacher = await shop().user(`1377776${String(teachers).padStart(4, '0')}`, 'teacher');
    const form = { name: '甲班', term: '秋季学期', bookId: bookId() };
    const group = (await meet('/api/class/create', form, teacher)).payload as ClassGroup;
    const student = await aUser();
    await meet('/api/class/join', { code: group.code, name: '颜书雅' }, student);
    const made = newScheme(group.id);
    await meet('/api/grade/scheme', made.scheme, teacher);
    return { teacher, student, group, ...made };
  };
  type Book = Awaited<ReturnType<typeof aGradebook>>;
  const setExam = (book: Book): Promise<Met> => meet('/api/grade/set', oneCell(book, book.exam, points(80)), book.teacher);
  const appeal = (book: Book, as: TestUser): Promise<Met> =>
    meet('/api/grade/appeal', { classId: book.group.id, columnId: book.exam, body: '请复查' }, as);
  return {
    'grade.schemeChanged': async () => {
      const { scheme, teacher } = await aGradebook();
      return meet('/api/grade/scheme', scheme, teacher);
    },
    'grade.columnInUse': async () => {
      const book = await aGradebook();
      await setExam(book);
      return meet('/api/grade/scheme', { ...book.scheme, rev: 1, columns: [] }, book.teacher);
    },
    'grade.columnNotFound': async () => {
      const book = await aGradebook();
      return meet('/api/grade/set', oneCell(book, UNKNOWN, points(80)), book.teacher);
    },
    'grade.final': async () => {
      const book = await aGradebook();
      await meet('/api/grade/finalize', { classId: book.group.id, isFinal: true }, book.teacher);
      return setExam(book);
    },
    'grade.appealOpen': async () => {
      const book = await aGradebook();
      await setExam(book);
      await meet('/api/grade/release', { classId: book.group.id, columnIds: [book.exam], isReleased: true }, book.teacher);
      await appeal(book, book.student);
      return appeal(book, book.student);
    },
    'grade.appealNotFound': async () => {
      const { group, teacher } = await aGradebook();
      return meet('/api/grade/appeal/reply', { classId: group.id, appealId: UNKNOWN, reply: '无误' }, teacher);
    },
    'grade.snapshotNotFound': async () => {
      const { group, teacher } = await aGradebook();
      return meet(`/api/grade/export?classId=${group.id}&snapshotAt=1`, undefined, teacher);
    },
  };
};
