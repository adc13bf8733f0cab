/** The commands by name. The module of a command is loaded when the command runs, or is described, because all together take a second. */
import type { BareCommand, Command } from './command.ts';

export interface CommandEntry {
  /** The name of the command, e.g. `user create`. */
  readonly name: string;
  readonly load: () => Promise<Command>;
}

/** Returns the entries of the commands that a module exports. */
const entries = <Module>(load: () => Promise<Module>, names: { readonly [Export in keyof Module]?: string }): readonly CommandEntry[] =>
  (Object.entries(names) as [keyof Module, string][]).map(([key, name]) => ({
    name,
    // The names are only given to exports that are commands.
    load: async () => (await load())[key] as Command,
  }));

/** The command that lists all commands. */
const help: BareCommand = {
  name: ['help'],
  usage: 'help',
  summary: '列出全部命令',
  prepareBare: () => async (_env, say) => {
    say(await generalUsage());
    return { ok: true, data: describeCommands(await loadAll()) };
  },
};

export const COMMANDS: readonly CommandEntry[] = [
  ...entries(() => import('./import-books.ts'), { importBooks: 'import' }),
  ...entries(() => import('./users.ts'), { createUserCommand: 'user create' }),
  ...entries(() => import('./accounts.ts'), {
    listAccounts: 'user list',
    showAccount: 'user show',
    freezeAccount: 'user freeze',
    unfreezeAccount: 'user unfreeze',
    resetSecondFactorOf: 'user reset-second-factor',
  }),
  ...entries(() => import('./users.ts'), {
    changeRoles: 'user role',
    changePassword: 'user password',
    grantBookToUser: 'user grant',
    revokeBookFromUser: 'user revoke',
  }),
  ...entries(() => import('./book-price.ts'), { priceBook: 'book price' }),
  ...entries(() => import('./codes.ts'), { mintActivationCodes: 'codes mint' }),
  ...entries(() => import('./check-questions.ts'), { checkQuestions: 'question check' }),
  ...entries(() => import('./dictionaries.ts'), {
    importDictionaryFile: 'dictionary import',
    listDictionaryFiles: 'dictionary list',
    deleteDictionaryByName: 'dictionary delete',
  }),
  ...entries(() => import('./release-signing.ts'), {
    createReleaseKey: 'release key create',
    signRelease: 'release sign',
    renewRelease: 'release renew',
  }),
  ...entries(() => import('./release.ts'), { publishRelease: 'release publish', withdrawRelease: 'release withdraw' }),
  // `backup verify` is before `backup`, with which it begins.
  ...entries(() => import('./backup.ts'), { backupVerify: 'backup verify', backup: 'backup', restore: 'restore' }),
  ...entries(() => import('./demo.ts'), { removeDemoData: 'demo remove' }),
  ...entries(() => import('./doctor.ts'), { doctor: 'doctor' }),
  { name: 'help', load: () => Promise.resolve(help) },
];

export const loadAll = (commands = COMMANDS): Promise<Command[]> => Promise.all(commands.map(({ load }) => load()));

/** Returns the general usage with every command. */
export const generalUsage = async (): Promise<string> =>
  [
    '用法：npm run shufang -- 命令 [参数]',
    '',
    ...(await loadAll()).map((command) => `  ${command.usage}\n      ${command.summary}`),
    '',
    '每个命令都可加 --help，只看它的用法；都可加 --json，以便程序读取结果：npm run -s shufang -- 命令 --json。',
  ].join('\n');

/** Returns the usages and summaries for `--json`. */
export const describeCommands = (commands: readonly Command[]): { commands: Pick<Command, 'usage' | 'summary'>[] } => ({
  commands: commands.map(({ usage, summary }) => ({ usage, summary })),
});
