/** Reasons to refuse the start after the database is open; `doctor` runs the same checks. `readConfig` checks the settings alone. */
import { createPasswordHasher } from '../features/account/password/password-hasher.ts';
import { findPublishedPasswords } from '../features/account/published-password.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';

export interface StartRefusal {
  readonly text: string;
  readonly advice: string;
}

const SHOWN = 3;

const masked = (tel: string | null): string => (tel === null ? '未绑定手机号的账号' : tel.replace(/^(\d{3})\d{4}/, '$1****'));

/**
 * The demo's password is published in the manual, so anyone could sign in as administrator. `record`: stores the result, so that it need
 * not be verified again.
 */
export const findStartRefusal = async (
  { mode }: Pick<Config, 'mode'>,
  db: Pick<Database, 'pool'>,
  options: { readonly record: boolean },
): Promise<StartRefusal | undefined> => {
  if (mode !== 'production') return undefined;
  const found = await findPublishedPasswords(db, createPasswordHasher(), options);
  if (found.length === 0) return undefined;
  const some = found.slice(0, SHOWN).map(({ tel }) => masked(tel));
  return {
    text: `数据库里有 ${found.length} 个账号使用公开的演示密码（${some.join('、')}${found.length > SHOWN ? ' 等' : ''}）`,
    advice:
      '请先运行 shufang demo remove（npm run shufang -- demo remove；加 --keep-books 保留示例图书）：它删除演示账号和演示数据，并清除其他账号的这个密码',
  };
};
