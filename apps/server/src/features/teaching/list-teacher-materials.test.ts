/** Tests which materials a teacher finds in one place, and which of them are open. */
import { type listTeacherMaterials, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('listTeacherMaterials', ['teacher', 'author', 'editor', 'admin']);

let fixture: ClassFixture;
let ownedId: string;
beforeAll(async () => {
  fixture = await openClassFixture();
  ownedId = await fixture.shop.book(
    { metadata: '<dc:identifier id="id">m</dc:identifier><dc:title>孟子选读</dc:title><dc:language>zh-CN</dc:language>' },
    { publish: true, accessModel: 'codeOnly', trialChapters: 0 },
  );
  for (const [bookId, title, audience] of [
    [fixture.bookId, '课件', 'teacher'],
    [fixture.bookId, '目录', 'all'],
    [ownedId, '习题', 'owner'],
  ])
    await fixture.shop.platform.db.pool.query(
      `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
       values ($1, $2, $3, $4, 'a.txt', 'text/plain', 1, $5, 0)`,
      [newId(), bookId, title, audience, 'c'.repeat(64)],
    );
});
afterAll(() => fixture?.shop.close());

const list = async (as: TestUser) =>
  (await fixture.get<OutputOf<typeof listTeacherMaterials>>('/api/teacher/materials', as)).payload?.items.map(
    ({ book, origins, items }) => ({
      id: book.id,
      origins,
      titles: items.filter(({ open }) => open).map(({ title }) => title),
      locked: items.filter(({ open }) => !open).map(({ title }) => title),
    }),
  );

test('a teacher finds the materials of the books of own classes and of owned books, and no others', async () => {
  const teacher = await fixture.aTeacher();
  expect(await list(teacher)).toEqual([]);
  const group = await fixture.aClass(teacher);
  const taught = expect.objectContaining({ id: fixture.bookId, origins: ['taught'], locked: [] });
  expect(await list(teacher)).toEqual([taught]);
  const { orm } = fixture.shop.platform.db;
  await grantBook(orm, fixture.shop.platform.clock, { userId: teacher.id, bookId: ownedId });
  expect(await list(teacher)).toEqual([taught, { id: ownedId, origins: ['owned'], titles: ['习题'], locked: [] }]);
  await fixture.post('/api/class/status', teacher, { id: group.id, status: 'archived' });
  expect((await list(teacher))?.map(({ id }) => id)).toEqual([ownedId]);
});

test('a co-teacher finds the materials of the class too, and an author of another book does not open those for teachers', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'view');
  expect((await list(colleague))?.map(({ id }) => id)).toEqual([fixture.bookId]);
  const author = await fixture.shop.user('13699990001', 'author');
  await grantBook(fixture.shop.platform.db.orm, fixture.shop.platform.clock, { userId: author.id, bookId: fixture.bookId });
  expect((await list(author))?.map(({ locked }) => locked)).toEqual([['课件']]);
});
