/**
 * Valid requests for the operations of the admin area and of teacher and author applications, for the test that sends each of them twice.
 */
import { newId, SETTINGS_FORMAT, SETTINGS_FORMAT_VERSION } from '@shufang/contract';
import sharp from 'sharp';
import { granted, uploadAs, uploadPictureAs } from './file-fixture.ts';
import type { TestPerson, TestServer } from './test-server.ts';

type CreateUser = (role?: 'admin' | 'editor' | 'finance') => Promise<TestPerson>;
interface AdminRequest {
  readonly as: TestPerson;
  readonly body: object;
}

interface Dependencies {
  readonly shop: () => TestServer;
  readonly aUser: CreateUser;
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

export const adminRequests = ({ shop, aUser, bookId }: Dependencies): Readonly<Record<string, () => Promise<AdminRequest>>> => {
  const aProof = async (as: TestPerson): Promise<string> =>
    granted(await uploadAs(shop(), as, '资格证.txt', Buffer.from(`教师资格证 ${as.id}`))).id;
  const anApplication = async (): Promise<{ id: string; submittedAt: number }> => {
    const as = await aUser();
    granted(await shop().call('/api/teacher/auth/submit', { as, body: { ...TEACHER, fileIds: [await aProof(as)] } }));
    const { rows } = await shop().platform.db.pool.query<{ id: string; submitted_at: number }>(
      'select id, submitted_at from application where user_id = $1',
      [as.id],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('no application was submitted');
    return { id: row.id, submittedAt: row.submitted_at };
  };
  const approved = async (): Promise<string> => {
    const { id, submittedAt } = await anApplication();
    const body = { id, submittedAt, decision: 'approve' };
    granted(await shop().call('/api/admin/application/decide', { as: await aUser('editor'), body }));
    return id;
  };
  const aboutUser = async (body: object = {}): Promise<AdminRequest> => ({
    as: await aUser('admin'),
    body: { userId: (await aUser()).id, reason: '测试', ...body },
  });
  /** Creates a book that no editor has edited, and returns its id. */
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
  const noSettings = () => shop().platform.db.pool.query('delete from platform_settings');
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
    setUserRoles: () => aboutUser({ add: [{ role: 'editor' }] }),
    freezeUser: () => aboutUser(),
    unfreezeUser: async () => {
      const request = await aboutUser();
      granted(await shop().call('/api/admin/user/freeze', request));
      return request;
    },
    changeUserPhone: async () => aboutUser({ tel: aNewTel() }),
    setBookShelf: async () => ({ as: await aUser('editor'), body: { bookId: await aBook(), state: 'offShelf', reason: '修订' } }),
    saveAdminBook: async () => ({ as: await aUser('editor'), body: { bookId: await aBook(), subtitle: `第 ${newId().slice(-6)} 版` } }),
    saveVersionNote: async () => ({ as: await aUser('editor'), body: { bookId: bookId(), no: 1, note: `订正 ${newId().slice(-6)}` } }),
    addBookMaterial: async () => {
      const as = await aUser('editor');
      return { as, body: { bookId: bookId(), fileId: await aProof(as), title: '教学大纲', audience: 'teacher' } };
    },
    saveBookMaterial: async () => ({
      as: await aUser('editor'),
      body: { bookId: bookId(), id: await aMaterial(), title: `课件 ${newId().slice(-6)}`, audience: 'owner' },
    }),
    removeBookMaterial: async () => ({ as: await aUser('editor'), body: { bookId: bookId(), id: await aMaterial() } }),
    saveCategory: async () => ({ as: await aUser('editor'), body: { name: `学科 ${newId().slice(-8)}` } }),
    moveCategory: async () => ({ as: await aUser('editor'), body: { id: await aCategory(), parentId: 'literature' } }),
    removeCategory: async () => ({ as: await aUser('editor'), body: { id: await aCategory() } }),
    setBookEdition: async () => ({
      as: await aUser('editor'),
      body: { bookId: await aBook(), edition: 2, sameWorkAs: await aBook() },
    }),
    setBookCover: async () => {
      const as = await aUser('editor');
      const picture = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#2c5f7a' } })
        .png()
        .toBuffer();
      return { as, body: { bookId: await aBook(), fileId: granted(await uploadPictureAs(shop(), as, picture, 'image')).id } };
    },
    saveSettings: async () => {
      await noSettings();
      return { as: await aUser('admin'), body: { settings: { operatorName: `书房 ${newId().slice(-6)}` } } };
    },
    importSettings: async () => {
      await noSettings();
      const settings = { operatorName: `书房 ${newId().slice(-6)}` };
      const file = { format: SETTINGS_FORMAT, version: SETTINGS_FORMAT_VERSION, exportedAt: '', settings };
      return { as: await aUser('admin'), body: { text: JSON.stringify(file), apply: true } };
    },
    withdrawAppVersion: async () => ({ as: await aUser('admin'), body: { ...(await aVersion()), reason: '有误' } }),
    submitAuthentication: async () => {
      const as = await aUser();
      return { as, body: { ...TEACHER, fileIds: [await aProof(as)] } };
    },
    markNotificationsRead: async () => ({ as: await aUser(), body: {} }),
    submitAuthorApplication: async () => ({ as: await aUser(), body: { ...AUTHOR, fileIds: [] } }),
    decideApplication: async () => {
      const { id, submittedAt } = await anApplication();
      return { as: await aUser('editor'), body: { id, submittedAt, decision: 'approve' } };
    },
    revokeApplication: async () => ({ as: await aUser('editor'), body: { id: await approved(), reason: '材料有误' } }),
  };
};
