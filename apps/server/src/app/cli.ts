/** The operator's command line: `npm run shufang -- COMMAND …`. Works beside a running server; `--json` answers for machines. */
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
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
];

const usage = (): string =>
  [
    '用法：npm run shufang -- 命令 [参数]',
    '',
    ...commands.map((command) => `  ${command.usage}\n      ${command.summary}`),
    '',
    '所有命令都可加 --json，以便程序读取结果。',
  ].join('\n');

const run = async (args: readonly string[]): Promise<number> => {
  const json = args.includes('--json');
  const words = args.filter((arg) => arg !== '--json');
  const command = commands.find((candidate) => candidate.words.every((word, index) => words[index] === word));
  if (command === undefined) {
    console.error(
      words.length > 0 && words[0] !== 'help' && words[0] !== '--help' ? `没有这个命令：${words.join(' ')}\n\n${usage()}` : usage(),
    );
    return words[0] === 'help' || words[0] === '--help' ? 0 : 2;
  }
  const rest = words.slice(command.words.length);
  const say = (line: string): void => {
    if (!json) console.log(line);
  };
  const finish = (result: CommandResult): number => {
    if (json) console.log(JSON.stringify(result.data));
    return result.ok ? 0 : 1;
  };
  if ('prepareBare' in command) return finish(await withUsage(command, () => command.prepareBare(rest))(process.env, say));
  const prepared = withUsage(command, () => command.prepare(rest));
  const config = readConfig(process.env);
  const platform = await openPlatform(config, createLogger('warn'), { exclusive: false });
  try {
    return finish(await prepared(platform, say));
  } finally {
    await platform.close();
  }
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const text = explainFailure(error);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: text }));
  else console.error(text);
}
