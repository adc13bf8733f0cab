/**
 * The notice to the operator about the embedded PostgreSQL: its version, and that an external one gets security updates sooner (decision
 * 0002).
 */
import type { Database } from '../platform/database.ts';

export const versionOfDatabase = async ({ pool }: Pick<Database, 'pool'>): Promise<string> => {
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version ?? '';
};

/** Returns the notice in two lines; the second is advice. */
export const embeddedPostgresLines = (version: string): readonly [string, string] => [
  `内置 PostgreSQL ${version}`,
  '它的安全更新只随本软件的发布而来，可能晚于 PostgreSQL 官方；正式使用建议设 DATABASE_URL，连接由系统软件源或云服务维护的 PostgreSQL 15 或更高版本',
];
