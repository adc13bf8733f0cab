/**
 * The operator's command line: `npm run shufang -- COMMAND …`. Works beside a running server; with `--json` standard output is one JSON
 * document, whatever happens.
 */
import { readConfig } from '../platform/config.ts';
import { createCommandLogger } from '../platform/logger.ts';
import { backup, backupVerify, restore } from './cli/backup.ts';
import { priceBook } from './cli/book-price.ts';
import { mintActivationCodes } from './cli/codes.ts';
import { type Command, type CommandResult, UsageError, withUsage } from './cli/command.ts';
import { doctor } from './cli/doctor.ts';
import { importBooks } from './cli/import-books.ts';
import { changePassword, changeRoles, createPerson, grantBookToPerson, revokeBookFromPerson } from './cli/people.ts';
import { makeSigningKey, publishRelease, withdrawRelease } from './cli/release.ts';
import { explainFailure } from './explain-failure.ts';
import { openPlatform } from './open-platform.ts';

const help: Command = {
  words: ['help'],
  usage: 'help',
  summary: '列出全部命令',
  prepareBare: () => async (_env, say) => {
    say(usage());
    return { ok: true, data: { commands: commands.map((command) => ({ usage: command.usage, summary: command.summary })) } };
  },
};
const commands: readonly Command[] = [
  importBooks,
  createPerson,
  changeRoles,
  changePassword,
  grantBookToPerson,
  revokeBookFromPerson,
  priceBook,
  mintActivationCodes,
  makeSigningKey,
  publishRelease,
  withdrawRelease,
  backupVerify,
  backup,
  restore,
  doctor,
  help,
];

const usage = (): string =>
  [
    '用法：npm run shufang -- 命令 [参数]',
    '',
    ...commands.map((command) => `  ${command.usage}\n      ${command.summary}`),
    '',
    '所有命令都可加 --json，以便程序读取结果：npm run -s shufang -- 命令 --json。',
  ].join('\n');

const args = process.argv.slice(2);
const json = args.includes('--json');
const words = args.filter((arg) => arg !== '--json');

const findCommand = (): Command => {
  if (words[0] === '--help') return help;
  const command = commands.find((candidate) => candidate.words.every((word, index) => words[index] === word));
  if (command !== undefined) return command;
  throw new UsageError(`${words.length === 0 ? '没有写命令' : `没有这个命令：${words.join(' ')}`}\n\n${usage()}`);
};

const say = (line: string): void => {
  if (!json) console.log(line);
};

const run = async (): Promise<CommandResult> => {
  const command = findCommand();
  const rest = words[0] === '--help' ? [] : words.slice(command.words.length);
  if ('prepareBare' in command) return withUsage(command, () => command.prepareBare(rest))(process.env, say);
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
