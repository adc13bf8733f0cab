/**
 * The operator's command line: `npm run shufang -- COMMAND …`. Can run beside a running server. With `--json`, standard output is always
 * one JSON document.
 */
import { readConfig } from '../platform/config.ts';
import { createCommandLogger } from '../platform/logger.ts';
import { freezeAccount, listAccounts, resetSecondFactorOf, showAccount, unfreezeAccount } from './cli/accounts.ts';
import { backup, backupVerify, restore } from './cli/backup.ts';
import { priceBook } from './cli/book-price.ts';
import { checkQuestions } from './cli/check-questions.ts';
import { mintActivationCodes } from './cli/codes.ts';
import { type Command, type CommandResult, UsageError, withUsage } from './cli/command.ts';
import { removeDemoData } from './cli/demo.ts';
import { deleteDictionaryByName, importDictionaryFile, listDictionaryFiles } from './cli/dictionaries.ts';
import { doctor } from './cli/doctor.ts';
import { importBooks } from './cli/import-books.ts';
import { publishRelease, withdrawRelease } from './cli/release.ts';
import { createReleaseKey, renewRelease, signRelease } from './cli/release-signing.ts';
import { changePassword, changeRoles, createUserCommand, grantBookToUser, revokeBookFromUser } from './cli/users.ts';
import { explainFailure } from './explain-failure.ts';
import { openPlatform } from './open-platform.ts';

const help: Command = {
  name: ['help'],
  usage: 'help',
  summary: '列出全部命令',
  prepareBare: () => async (_env, say) => {
    say(usage());
    return { ok: true, data: { commands: commands.map((command) => ({ usage: command.usage, summary: command.summary })) } };
  },
};
const commands: readonly Command[] = [
  importBooks,
  createUserCommand,
  listAccounts,
  showAccount,
  freezeAccount,
  unfreezeAccount,
  resetSecondFactorOf,
  changeRoles,
  changePassword,
  grantBookToUser,
  revokeBookFromUser,
  priceBook,
  mintActivationCodes,
  checkQuestions,
  importDictionaryFile,
  listDictionaryFiles,
  deleteDictionaryByName,
  createReleaseKey,
  signRelease,
  renewRelease,
  publishRelease,
  withdrawRelease,
  backupVerify,
  backup,
  restore,
  removeDemoData,
  doctor,
  help,
];

const usage = (): string =>
  [
    '用法：npm run shufang -- 命令 [参数]',
    '',
    ...commands.map((command) => `  ${command.usage}\n      ${command.summary}`),
    '',
    '每个命令都可加 --help，只看它的用法；都可加 --json，以便程序读取结果：npm run -s shufang -- 命令 --json。',
  ].join('\n');

const args = process.argv.slice(2);
const json = args.includes('--json');
const wantsHelp = args.includes('--help') || args.includes('-h');
const positionals = args.filter((arg) => arg !== '--json' && arg !== '--help' && arg !== '-h');

const describe = ({ usage: line, summary }: Command): string => `用法：npm run shufang -- ${line}\n\n${summary}`;

/**
 * Returns the help for `--help`: of one command, of all commands that begin with the given word (`user`), or of all commands if none is
 * named. Opens neither the database nor the object store.
 */
const showHelp = (): CommandResult => {
  const family = commands.filter(({ name: named }) => positionals.length > 0 && positionals.every((word, index) => named[index] === word));
  const chosen = commands.find(({ name: named }) => named.every((word, index) => positionals[index] === word));
  const described = family.length === 0 && chosen !== undefined ? [chosen] : family;
  if (described.length === 0 && positionals.length > 0) throw new UsageError(`没有这个命令：${positionals.join(' ')}\n\n${usage()}`);
  say(described.length === 0 ? usage() : described.map(describe).join('\n\n'));
  const listed = described.length === 0 ? commands : described;
  return { ok: true, data: { commands: listed.map((command) => ({ usage: command.usage, summary: command.summary })) } };
};

const findCommand = (): Command => {
  const command = commands.find((candidate) => candidate.name.every((word, index) => positionals[index] === word));
  if (command !== undefined) return command;
  throw new UsageError(`${positionals.length === 0 ? '没有写命令' : `没有这个命令：${positionals.join(' ')}`}\n\n${usage()}`);
};

const say = (line: string): void => {
  if (!json) console.log(line);
};

const run = async (): Promise<CommandResult> => {
  if (wantsHelp) return showHelp();
  const command = findCommand();
  const rest = positionals.slice(command.name.length);
  const bare = withUsage(command, () => ('prepareBare' in command ? command.prepareBare(rest) : command.prepareBareFor?.(rest)));
  if (bare !== undefined) return bare(process.env, say);
  if (!('prepare' in command)) throw new UsageError(usage());
  const prepared = withUsage(command, () => command.prepare(rest));
  const platform = await openPlatform(readConfig(process.env), createCommandLogger(), { exclusive: false });
  try {
    return await prepared(platform, say);
  } finally {
    await platform.close();
  }
};

try {
  const result = await run();
  if (json) console.log(JSON.stringify(result.data));
  process.exitCode = result.ok ? 0 : 1;
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const text = explainFailure(error);
  if (json) console.log(JSON.stringify({ error: text }));
  else console.error(text);
}
