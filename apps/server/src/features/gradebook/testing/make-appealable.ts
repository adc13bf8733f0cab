/** A gradebook whose student has a released result, for tests of appeals. */
import { type MadeGradebook, makeGradebook, oneCell, points } from './gradebook-fixture.ts';

export const makeAppealable = async (objects: Parameters<typeof makeGradebook>[0]): Promise<MadeGradebook> => {
  const book = await makeGradebook(objects);
  await objects.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(80)));
  await objects.post('/api/grade/release', book.teacher, { classId: book.group.id, columnIds: [book.exam], isReleased: true });
  return book;
};
