/** Activation codes, claims, licenses and institutions for valid requests (`request-fixture.ts`). */
import { type CodeBatchView, newId } from '@shufang/contract';
import { mintActivationCodes } from '../app/cli/codes.ts';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export interface CodeObjects {
  /** Creates a book without rights, claims and links of its own. */
  readonly aBook: () => Promise<string>;
  /** Returns an unused activation code of `bookId`. */
  readonly aCode: () => Promise<string>;
  readonly batchRequest: () => object;
  readonly aBatch: () => Promise<string>;
  readonly aPicture: (as: TestUser) => Promise<string>;
  readonly aClaim: () => Promise<string>;
  /** Returns the terms of a license of a new institution. */
  readonly licenseTerms: () => object;
  readonly aLicense: (as: TestUser) => Promise<string>;
  /** Returns the target of a short link. */
  readonly linkTarget: () => object;
  readonly anInstitution: () => Promise<string>;
  /** Adds a student to the list of the institution and returns the student number, which is also the id. */
  readonly aMember: (institutionId: string) => Promise<string>;
}

export const codeObjects = ({ shop, aUser, bookId, query, post }: RequestBase): CodeObjects => {
  const batchRequest = () => ({ bookId, purpose: 'gift', count: 3 });
  const aBook = async (): Promise<string> => {
    const id = newId();
    await query(
      `insert into book (id, title, access_model, shelf_state, current_version_id, created_at, updated_at)
       select $1, '书', 'codeOnly', 'published', current_version_id, 0, 0 from book where id = $2`,
      [id, bookId],
    );
    return id;
  };
  const aPicture = async (as: TestUser): Promise<string> => {
    const id = newId();
    await query(
      `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at)
       values ($1, $2, 'picture', 'a.webp', 'image/webp', 1, $3, 'private', 0)`,
      [id, as.id, 'a'.repeat(64)],
    );
    return id;
  };
  let institutions = 0;
  const licenseTerms = () => {
    institutions += 1;
    const now = shop.platform.clock.now();
    return { institution: `学校 ${institutions}`, networks: [`10.${institutions}.0.0/16`], startsAt: now, endsAt: now + 86_400_000 };
  };
  return {
    aBook,
    aCode: async () => {
      const { data } = await mintActivationCodes.prepare(['--book', bookId, '--count', '1'])(shop.platform, () => undefined);
      const [code] = (data as { codes: string[] }).codes;
      if (code === undefined) throw new Error('no activation code was created');
      return code;
    },
    batchRequest,
    aBatch: async () =>
      (await post<{ batch: CodeBatchView }>('/api/admin/code/batch/request', await aUser('editor'), batchRequest())).batch.id,
    aPicture,
    aClaim: async () => {
      const as = await aUser();
      const claim = { bookId: await aBook(), reason: 'lost', photoIds: [await aPicture(as)] };
      return (await post<{ claim: { id: string } }>('/api/code/claim', as, claim)).claim.id;
    },
    licenseTerms,
    aLicense: async (as) => (await post<{ license: { id: string } }>('/api/admin/license/create', as, licenseTerms())).license.id,
    linkTarget: () => ({ targetType: 'book', targetId: bookId }),
    anInstitution: async () => {
      const id = newId();
      await query('insert into institution values ($1, $1, 0)', [id]);
      return id;
    },
    aMember: async (institutionId) => {
      const id = newId();
      await query(`insert into institution_member values ($1, $2, '', $1, '孔丘', 'student', null, null, 0)`, [id, institutionId]);
      return id;
    },
  };
};
