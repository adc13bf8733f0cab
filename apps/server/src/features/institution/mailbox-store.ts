/** The only SQL of the mail domains of institutions and of verified mailboxes. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Returns the mail domains of each institution, in alphabetical order. */
export const listMailDomains = async (db: Queryable, institutionIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
  const { rows } = await db.execute<{ institution_id: string; domains: string[] }>(sql`
    select institution_id, array_agg(domain order by domain) as domains from institution_mail_domain
    where institution_id = any(${sql.param([...institutionIds])}::text[]) group by institution_id`);
  return new Map(rows.map(({ institution_id, domains }) => [institution_id, domains]));
};

export const hasMailDomains = async (db: Queryable): Promise<boolean> =>
  (await db.execute(sql`select 1 from institution_mail_domain limit 1`)).rows.length > 0;

/** Finds the institution of a mail domain by exact match; a subdomain is a different domain. */
export const findMailDomain = async (db: Queryable, domain: string): Promise<{ id: string; name: string } | undefined> =>
  (
    await db.execute<{ id: string; name: string }>(sql`
      select i.id, i.name from institution_mail_domain d join institution i on i.id = d.institution_id where d.domain = ${domain}`)
  ).rows[0];

/** Replaces the mail domains of an institution. Returns a domain that belongs to another institution; nothing is changed then. */
export const putMailDomains = async (
  tx: Transaction,
  institutionId: string,
  domains: readonly string[],
): Promise<{ domain: string; institution: string } | undefined> => {
  const list = sql`${sql.param([...domains])}::text[]`;
  const { rows } = await tx.execute<{ domain: string; institution: string }>(sql`
    select d.domain, i.name as institution from institution_mail_domain d join institution i on i.id = d.institution_id
    where d.domain = any(${list}) and d.institution_id <> ${institutionId} order by d.domain limit 1`);
  if (rows[0] !== undefined) return rows[0];
  await tx.execute(sql`delete from institution_mail_domain where institution_id = ${institutionId} and domain <> all(${list})`);
  await tx.execute(sql`
    insert into institution_mail_domain (domain, institution_id) select unnest(${list}), ${institutionId} on conflict do nothing`);
  return undefined;
};

/** Stores a verified mailbox of an account. Returns false when another account has it. */
export const putMailbox = async (
  tx: Transaction,
  { address, institutionId, userId, now }: { address: string; institutionId: string; userId: string; now: number },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into institution_mailbox (address, institution_id, user_id, confirmed_at) values (${address}, ${institutionId}, ${userId}, ${now})
    on conflict (address) do update set institution_id = excluded.institution_id, confirmed_at = excluded.confirmed_at
    where institution_mailbox.user_id = excluded.user_id`);
  return rowCount === 1;
};

export const readMailboxes = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> =>
  (
    await db.execute<Record<string, unknown>>(sql`
      select m.address, i.name as institution, m.confirmed_at as "confirmedAt" from institution_mailbox m
      join institution i on i.id = m.institution_id where m.user_id = ${userId} order by m.confirmed_at, m.address`)
  ).rows;

export const deleteMailboxesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from institution_mailbox where user_id = ${userId}`);
};
