/** The command that removes the demo data from an installation that is going into production. */
import { parseArgs } from 'node:util';
import { assembleAccount } from '../assemble-account.ts';
import { removeDemo } from '../remove-demo.ts';
import type { PlatformCommand } from './command.ts';

const NAMES = {
  account: '演示账号',
  book: '示例图书',
  collection: '示例书单',
  homeSlot: '首页位置',
  license: '示例授权',
  institution: '演示机构',
} as const;

export const removeDemoData: PlatformCommand = {
  name: ['demo', 'remove'],
  usage: 'demo remove [--keep-books]',
  summary: '删除演示账号和演示数据，并清除其他账号的演示密码；--keep-books 保留示例图书',
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: { 'keep-books': { type: 'boolean', default: false } } });
    return async (platform, say) => {
      const result = await removeDemo(platform, assembleAccount(platform), { keepBooks: values['keep-books'] });
      const parts = Object.entries(NAMES).flatMap(([kind, name]) => {
        const count = result.removed[kind as keyof typeof NAMES];
        return count === 0 ? [] : [`${name} ${count} 个`];
      });
      say(parts.length === 0 ? '没有演示账号和演示数据' : `已删除：${parts.join('、')}`);
      for (const title of result.retainedBooks) say(`《${title}》已有读者持有或印过激活码，没有删除，已下架`);
      if (result.clearedPasswords.length > 0)
        say(
          `另有 ${result.clearedPasswords.length} 个账号使用演示密码，已清除并退出登录，须重新设置密码：${result.clearedPasswords.join('、')}`,
        );
      return { ok: true, data: result };
    };
  },
};
