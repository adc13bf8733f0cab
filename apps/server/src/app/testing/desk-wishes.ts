/** Wishes that make sense for the calls of the desk and of applications, for the test that sends each of them twice. */
import { newId } from '@shufang/contract';
import sharp from 'sharp';
import { granted, uploadAs, uploadPictureAs } from './file-scene.ts';
import type { TestPerson, TestServer } from './test-server.ts';

type AsPerson = (role?: 'admin' | 'editor' | 'finance') => Promise<TestPerson>;
interface DeskWish {
  readonly as: TestPerson;
  readonly body: object;
}

interface Parts {
  readonly shop: () => TestServer;
  readonly aPerson: AsPerson;
  readonly bookId: () => string;
}

const TEACHER = { realName: '孔丘', institution: '曲阜大学', department: '文学院', title: '教授', subjects: ['古代汉语'] };
const AUTHOR = {
  realName: '孔丘',
  institution: '曲阜大学',
  title: '教授',
  bookTitle: '诗经选读',
  about: '给本科生的选读本，附注释与今译，约二十万字。',
};

export const deskWishes = ({ shop, aPerson, bookId }: Parts): Readonly<Record<string, () => Promise<DeskWish>>> => {
  const aProof = async (as: TestPerson): Promise<string> =>
    granted(await uploadAs(shop(), as, '资格证.txt', Buffer.from(`教师资格证 ${as.id}`))).id;
  const anApplication = async (): Promise<{ id: string; submittedAt: number }> => {
    const as = await aPerson();
    granted(await shop().call('/api/teacher/auth/submit', { as, body: { ...TEACHER, fileIds: [await aProof(as)] } }));
    const { rows } = await shop().platform.db.pool.query<{ id: string; submitted_at: number }>(
      'select id, submitted_at from application where user_id = $1',
      [as.id],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('nothing was sent');
    return { id: row.id, submittedAt: row.submitted_at };
  };
  const approved = async (): Promise<string> => {
    const { id, submittedAt } = await anApplication();
    const body = { id, submittedAt, decision: 'approve' };
    granted(await shop().call('/api/admin/application/decide', { as: await aPerson('editor'), body }));
    return id;
  };
  const aboutSomebody = async (body: object = {}): Promise<DeskWish> => ({
    as: await aPerson('admin'),
    body: { userId: (await aPerson()).id, reason: '测试', ...body },
  });
  /** A book nobody edited yet. */
  const aBook = async (): Promise<string> => {
    const id = newId();
    await shop().platform.db.pool.query(
      `insert into book (id, title, access_model, shelf_state, current_version_id, created_at, updated_at)
       select $1, '书', 'codeOnly', 'published', current_version_id, 0, 0 from book where id = $2`,
      [id, bookId()],
    );
    return id;
  };
  const aMaterial = async (): Promise<string> => {
    const id = newId();
    await shop().platform.db.pool.query(
      `insert into book_material (id, book_id, title, audience, file_name, media_type, size_bytes, sha256, created_at)
       values ($1, $2, '课件', 'teacher', 'a.txt', 'text/plain', 1, $3, 0)`,
      [id, bookId(), 'c'.repeat(64)],
    );
    return id;
  };
  const aCategory = async (): Promise<string> => {
    const id = newId();
    await shop().platform.db.pool.query('insert into category (id, name, position) values ($1, $1, 99)', [id]);
    return id;
  };
  let numbers = 0;
  const aNewTel = (): string => {
    numbers += 1;
    return String(19_900_000_000 + numbers);
  };
  let versions = 0;
  const aVersion = async (): Promise<object> => {
    versions += 1;
    const version = { versionCode: `9.0.${versions}`, platform: 'linux', arch: 'x64', channel: 'stable' };
    await shop().platform.db.pool.query(
      `insert into app_version (id, version_code, platform, arch, channel, state, description_html, file_name, file_bytes, file_sha256,
         file_sha512, manifest, signature, key_id, released_at, created_at)
       values ($1, $2, $3, $4, $5, 'released', '', 'a.zip', 1, $6, '', '{}', '', '', 0, 0)`,
      [newId(), version.versionCode, version.platform, version.arch, version.channel, 'b'.repeat(64)],
    );
    return version;
  };
  return {
    setPersonRoles: () => aboutSomebody({ add: [{ role: 'editor' }] }),
    freezePerson: () => aboutSomebody(),
    unfreezePerson: async () => {
      const wish = await aboutSomebody();
      granted(await shop().call('/api/admin/user/freeze', wish));
      return wish;
    },
    changePersonPhone: async () => aboutSomebody({ tel: aNewTel() }),
    setBookShelf: async () => ({ as: await aPerson('editor'), body: { bookId: await aBook(), state: 'offShelf', reason: '修订' } }),
    saveDeskBook: async () => ({ as: await aPerson('editor'), body: { bookId: await aBook(), subtitle: `第 ${newId().slice(-6)} 版` } }),
    saveVersionNote: async () => ({ as: await aPerson('editor'), body: { bookId: bookId(), no: 1, note: `订正 ${newId().slice(-6)}` } }),
    addBookMaterial: async () => {
      const as = await aPerson('editor');
      return { as, body: { bookId: bookId(), fileId: await aProof(as), title: '教学大纲', audience: 'teacher' } };
    },
    saveBookMaterial: async () => ({
      as: await aPerson('editor'),
      body: { bookId: bookId(), id: await aMaterial(), title: `课件 ${newId().slice(-6)}`, audience: 'owner' },
    }),
    removeBookMaterial: async () => ({ as: await aPerson('editor'), body: { bookId: bookId(), id: await aMaterial() } }),
    saveCategory: async () => ({ as: await aPerson('editor'), body: { name: `学科 ${newId().slice(-8)}` } }),
    moveCategory: async () => ({ as: await aPerson('editor'), body: { id: await aCategory(), parentId: 'literature' } }),
    removeCategory: async () => ({ as: await aPerson('editor'), body: { id: await aCategory() } }),
    setBookEdition: async () => ({
      as: await aPerson('editor'),
      body: { bookId: await aBook(), edition: 2, sameWorkAs: await aBook() },
    }),
    setBookCover: async () => {
      const as = await aPerson('editor');
      const picture = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#2c5f7a' } })
        .png()
        .toBuffer();
      return { as, body: { bookId: await aBook(), fileId: granted(await uploadPictureAs(shop(), as, picture, 'image')).id } };
    },
    withdrawAppVersion: async () => ({ as: await aPerson('admin'), body: { ...(await aVersion()), reason: '有误' } }),
    submitAuthentication: async () => {
      const as = await aPerson();
      return { as, body: { ...TEACHER, fileIds: [await aProof(as)] } };
    },
    readNotices: async () => ({ as: await aPerson(), body: {} }),
    submitAuthorApplication: async () => ({ as: await aPerson(), body: { ...AUTHOR, fileIds: [] } }),
    decideApplication: async () => {
      const { id, submittedAt } = await anApplication();
      return { as: await aPerson('editor'), body: { id, submittedAt, decision: 'approve' } };
    },
    revokeApplication: async () => ({ as: await aPerson('editor'), body: { id: await approved(), reason: '材料有误' } }),
  };
};
