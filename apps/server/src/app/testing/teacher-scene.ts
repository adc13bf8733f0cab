/** What tests of becoming a teacher at once need: codes of a teachers' guide, a school with a domain, and what was mailed. */
import { newId } from '@shufang/contract';
import { readOutbox } from '@shufang/dev-env';
import { CODE_KEY_PURPOSE } from '../../features/commerce/code-hash.ts';
import { mintCodes } from '../../features/commerce/mint-codes.ts';
import { deriveKey } from '../secrets.ts';
import type { TestPerson, TestServer } from './test-server.ts';

interface Mail {
  readonly to: string;
  readonly code: string;
  readonly subject: string;
  readonly text: string;
}

export interface TeacherScene {
  codes(count: number, purpose?: 'authentication' | 'printedBook'): Promise<readonly string[]>;
  /** Of a school of its own, unless told. */
  aDomain(school?: string): Promise<string>;
  mails(): Promise<Mail[]>;
  /** Asks for a code to the address, and reads it. */
  mailCode(as: TestPerson, address: string): Promise<string>;
}

export const createTeacherScene = (shop: TestServer, bookId: () => string): TeacherScene => {
  const { db, clock, secret, config } = shop.platform;
  const mails: TeacherScene['mails'] = async () => (await readOutbox(config.dataDir, 'mail')) as unknown as Mail[];
  return {
    codes: async (count, purpose = 'authentication') => {
      const terms = { printing: undefined, termDays: undefined, validUntil: undefined, rebindLimit: 0, createdBy: 'cli' };
      const deps = { db, clock, codeKey: deriveKey(secret, CODE_KEY_PURPOSE) };
      return (await mintCodes(deps, { bookId: bookId(), count, purpose, ...terms })).codes;
    },
    aDomain: async (school) => {
      const id = newId();
      const domain = `${id.slice(-10)}.edu.cn`;
      await db.pool.query('insert into institution (id, name, created_at) values ($1, $2, 0)', [id, school ?? `学校 ${id}`]);
      await db.pool.query('insert into institution_mail_domain values ($1, $2)', [domain, id]);
      return domain;
    },
    mails,
    mailCode: async (as, address) => {
      const answer = await shop.call('/api/teacher/auth/mail/send', { as, body: { address } });
      if (answer.code !== 'success') throw new Error(`no mail was sent: ${answer.code}`);
      return (await mails()).findLast(({ to }) => to === address.toLowerCase())?.code ?? '';
    },
  };
};
