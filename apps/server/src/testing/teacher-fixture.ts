/** Fixture for tests of instant teacher verification: codes of a teachers' guide, an institution with a mail domain, and the sent mail. */
import { newId } from '@shufang/contract';
import { readOutbox } from '@shufang/dev-env';
import { deriveKey } from '../app/secrets.ts';
import { CODE_KEY_PURPOSE } from '../features/activation-code/code-hash.ts';
import { mintCodes } from '../features/activation-code/mint-codes.ts';
import type { TestServer, TestUser } from './test-server.ts';

interface Mail {
  readonly to: string;
  readonly code: string;
  readonly subject: string;
  readonly text: string;
}

export interface TeacherScenario {
  codes(count: number, purpose?: 'authentication' | 'printedBook'): Promise<readonly string[]>;
  /** Adds a mail domain to an institution, by default to a new one, and returns the domain. */
  aDomain(school?: string): Promise<string>;
  mails(): Promise<Mail[]>;
  /** Requests a code by mail for the address and returns the code. */
  mailCode(as: TestUser, address: string): Promise<string>;
}

export const createTeacherScenario = (shop: TestServer, bookId: () => string): TeacherScenario => {
  const { db, clock, secret, config } = shop.platform;
  const mails: TeacherScenario['mails'] = async () => (await readOutbox(config.dataDir, 'mail')) as unknown as Mail[];
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
      const response = await shop.call('/api/teacher/auth/mail/send', { as, body: { address } });
      if (response.code !== 'success') throw new Error(`no mail was sent: ${response.code}`);
      return (await mails()).findLast(({ to }) => to === address.toLowerCase())?.code ?? '';
    },
  };
};
