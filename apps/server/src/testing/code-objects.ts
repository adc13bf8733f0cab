/** Valid requests for the operations on codes, claims, licenses and short links, for the test that sends each of them twice. */
import { type CodeBatchView, newId, type UserFile } from '@shufang/contract';
import type { TestPerson, TestServer } from './test-server.ts';

type CreateUser = (role?: 'admin' | 'editor' | 'finance') => Promise<TestPerson>;
export interface CodeRequest {
  readonly as: TestPerson;
  readonly body: object;
}

interface Dependencies {
  readonly shop: () => TestServer;
  readonly aUser: CreateUser;
  readonly bookId: () => string;
  readonly aCode: () => Promise<string>;
}

export const codeRequests = ({ shop, aUser, bookId, aCode }: Dependencies): Readonly<Record<string, () => Promise<CodeRequest>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  const made = async <T>(as: TestPerson, path: string, body: object): Promise<T> => {
    const { code, payload } = await shop().call<T>(path, { as, body });
    if (payload === null) throw new Error(`${path} responded with ${code}`);
    return payload;
  };
  const order = () => ({ bookId: bookId(), purpose: 'gift', count: 3 });
  const aBatch = async (): Promise<string> =>
    (await made<{ batch: CodeBatchView }>(await aUser('editor'), '/api/admin/code/batch/request', order())).batch.id;
  const anApprovedBatch = async (): Promise<string> => {
    const batchId = await aBatch();
    await made(await aUser('finance'), '/api/admin/code/batch/decide', { batchId, approve: true });
    return batchId;
  };
  const aBook = async (): Promise<string> => {
    const id = newId();
    await query(
      `insert into book (id, title, access_model, shelf_state, current_version_id, created_at, updated_at)
       select $1, '书', 'codeOnly', 'published', current_version_id, 0, 0 from book where id = $2`,
      [id, bookId()],
    );
    return id;
  };
  const aPicture = async (as: TestPerson): Promise<string> => {
    const id: UserFile['id'] = newId();
    await query(
      `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
       values ($1, $2, 'picture', 'a.webp', 'image/webp', 1, $3, 'private', 0)`,
      [id, as.id, 'a'.repeat(64)],
    );
    return id;
  };
  const aClaim = async (): Promise<string> => {
    const as = await aUser();
    const claim = { bookId: await aBook(), reason: 'lost', photoIds: [await aPicture(as)] };
    return (await made<{ claim: { id: string } }>(as, '/api/code/claim', claim)).claim.id;
  };
  let networks = 0;
  const license = () => {
    networks += 1;
    const now = shop().platform.clock.now();
    return { institution: `学校 ${networks}`, networks: [`10.${networks}.0.0/16`], startsAt: now, endsAt: now + 86_400_000 };
  };
  const link = () => ({ targetType: 'book', targetId: bookId() });
  return {
    // A new book is used, because it has no share link yet, so that the first request creates one.
    shareLink: async () => ({ as: await aUser(), body: { targetType: 'book', targetId: await aBook() } }),
    requestCodeBatch: async () => ({ as: await aUser('editor'), body: order() }),
    decideCodeBatch: async () => ({ as: await aUser('finance'), body: { batchId: await aBatch(), approve: true } }),
    voidCodes: async () => ({ as: await aUser('finance'), body: { batchId: await anApprovedBatch(), from: 1, to: 2, reason: '错发' } }),
    releaseActivationCode: async () => {
      const as = await aUser();
      const code = await aCode();
      await made(as, '/api/code/redeem', { code });
      await query('update activation_code set bound_at = 0 where bound_user_id = $1', [as.id]);
      await query('update code_batch set rebind_limit = 1 where id = (select batch_id from activation_code where bound_user_id = $1)', [
        as.id,
      ]);
      const { payload } = await shop().call<{ items: { id: string }[] }>('/api/my/codes', { as });
      return { as, body: { codeId: payload?.items[0]?.id } };
    },
    claimCode: async () => {
      const as = await aUser();
      return { as, body: { bookId: await aBook(), reason: 'lost', photoIds: [await aPicture(as)] } };
    },
    findClaimedCodes: async () => ({ as: await aUser('editor'), body: { claimId: await aClaim(), typed: 'ABCD' } }),
    decideClaim: async () => ({ as: await aUser('editor'), body: { claimId: await aClaim(), approve: true } }),
    createLicense: async () => ({ as: await aUser('finance'), body: license() }),
    setLicenseSeats: async () => {
      const as = await aUser('finance');
      const { license: known } = await made<{ license: { id: string } }>(as, '/api/admin/licence/create', license());
      return { as, body: { licenseId: known.id, seats: 20 } };
    },
    setLicenseStatus: async () => {
      const as = await aUser('finance');
      const { license: known } = await made<{ license: { id: string } }>(as, '/api/admin/licence/create', license());
      return { as, body: { licenseId: known.id, status: 'suspended' } };
    },
    setBookRemoval: async () => ({ as: await aUser('editor'), body: { bookId: await aBook(), notice: '停止使用', reason: '测试' } }),
    createShortLinks: async () => ({ as: await aUser('editor'), body: { links: [link()] } }),
    retargetShortLink: async () => {
      const as = await aUser('editor');
      const { items } = await made<{ items: { code: string }[] }>(as, '/api/admin/q/create', { links: [link()] });
      return { as, body: { ...link(), label: '新的', code: items[0]?.code } };
    },
  };
};
