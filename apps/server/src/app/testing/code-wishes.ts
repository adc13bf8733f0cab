/** Wishes that make sense for the calls about codes, claims, licences and short links, for the test that sends each of them twice. */
import { type CodeBatchView, newId, type UserFile } from '@shufang/contract';
import type { TestPerson, TestServer } from './test-server.ts';

type AsPerson = (role?: 'admin' | 'editor' | 'finance') => Promise<TestPerson>;
export interface CodeWish {
  readonly as: TestPerson;
  readonly body: object;
}

interface Parts {
  readonly shop: () => TestServer;
  readonly aPerson: AsPerson;
  readonly bookId: () => string;
  readonly aCode: () => Promise<string>;
}

export const codeWishes = ({ shop, aPerson, bookId, aCode }: Parts): Readonly<Record<string, () => Promise<CodeWish>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  const made = async <T>(as: TestPerson, path: string, body: object): Promise<T> => {
    const { code, payload } = await shop().call<T>(path, { as, body });
    if (payload === null) throw new Error(`${path} answered ${code}`);
    return payload;
  };
  const order = () => ({ bookId: bookId(), purpose: 'gift', count: 3 });
  const aBatch = async (): Promise<string> =>
    (await made<{ batch: CodeBatchView }>(await aPerson('editor'), '/api/admin/code/batch/request', order())).batch.id;
  const anApprovedBatch = async (): Promise<string> => {
    const batchId = await aBatch();
    await made(await aPerson('finance'), '/api/admin/code/batch/decide', { batchId, approve: true });
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
    const as = await aPerson();
    const wish = { bookId: await aBook(), reason: 'lost', photoIds: [await aPicture(as)] };
    return (await made<{ claim: { id: string } }>(as, '/api/code/claim', wish)).claim.id;
  };
  let networks = 0;
  const licence = () => {
    networks += 1;
    const now = shop().platform.clock.now();
    return { institution: `学校 ${networks}`, networks: [`10.${networks}.0.0/16`], startsAt: now, endsAt: now + 86_400_000 };
  };
  const link = () => ({ targetType: 'book', targetId: bookId() });
  return {
    // Nobody has shared this one before.
    shareLink: async () => ({ as: await aPerson(), body: { targetType: 'book', targetId: await aBook() } }),
    requestCodeBatch: async () => ({ as: await aPerson('editor'), body: order() }),
    decideCodeBatch: async () => ({ as: await aPerson('finance'), body: { batchId: await aBatch(), approve: true } }),
    voidCodes: async () => ({ as: await aPerson('finance'), body: { batchId: await anApprovedBatch(), from: 1, to: 2, reason: '错发' } }),
    releaseActivationCode: async () => {
      const as = await aPerson();
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
      const as = await aPerson();
      return { as, body: { bookId: await aBook(), reason: 'lost', photoIds: [await aPicture(as)] } };
    },
    findClaimedCodes: async () => ({ as: await aPerson('editor'), body: { claimId: await aClaim(), typed: 'ABCD' } }),
    decideClaim: async () => ({ as: await aPerson('editor'), body: { claimId: await aClaim(), approve: true } }),
    createLicence: async () => ({ as: await aPerson('finance'), body: licence() }),
    setLicencePlaces: async () => {
      const as = await aPerson('finance');
      const { licence: known } = await made<{ licence: { id: string } }>(as, '/api/admin/licence/create', licence());
      return { as, body: { licenceId: known.id, seats: 20 } };
    },
    setLicenceStatus: async () => {
      const as = await aPerson('finance');
      const { licence: known } = await made<{ licence: { id: string } }>(as, '/api/admin/licence/create', licence());
      return { as, body: { licenceId: known.id, status: 'suspended' } };
    },
    setBookRemoval: async () => ({ as: await aPerson('editor'), body: { bookId: await aBook(), notice: '停止使用', reason: '测试' } }),
    createShortLinks: async () => ({ as: await aPerson('editor'), body: { links: [link()] } }),
    retargetShortLink: async () => {
      const as = await aPerson('editor');
      const { items } = await made<{ items: { code: string }[] }>(as, '/api/admin/q/create', { links: [link()] });
      return { as, body: { ...link(), label: '新的', code: items[0]?.code } };
    },
  };
};
