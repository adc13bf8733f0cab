/**
 * The operator's command line: `npm run shufang -- COMMAND …`. Can run beside a running server. With `--json`, standard output is always
 * one JSON document.
 */
import { type Command, type CommandResult, UsageError, withUsage } from './cli/command.ts';
import { COMMANDS, describeCommands, generalUsage, loadAll } from './cli/commands.ts';

const args = process.argv.slice(2);
const json = args.includes('--json');
const wantsHelp = args.includes('--help') || args.includes('-h');
const positionals = args.filter((arg) => arg !== '--json' && arg !== '--help' && arg !== '-h');

const say = (line: string): void => {
  if (!json) console.log(line);
};

/** Returns whether the arguments begin with the name. */
const isCalled = (name: string): boolean => name.split(' ').every((word, index) => positionals[index] === word);

/** Returns whether the name begins with the arguments. */
const isInFamily = (name: string): boolean => positionals.length > 0 && positionals.every((word, index) => name.split(' ')[index] === word);

const describe = ({ usage: line, summary }: Command): string => `用法：npm run shufang -- ${line}\n\n${summary}`;

/**
 * Returns the help for `--help`: of one command, of all commands that begin with the given word (`user`), or of all commands if none is
 * named. Opens neither the database nor the object store.
 */
const showHelp = async (): Promise<CommandResult> => {
  const family = COMMANDS.filter(({ name }) => isInFamily(name));
  const chosen = family.length > 0 ? family : COMMANDS.filter(({ name }) => isCalled(name)).slice(0, 1);
  if (chosen.length === 0 && positionals.length > 0)
    throw new UsageError(`没有这个命令：${positionals.join(' ')}\n\n${await generalUsage()}`);
  const described = await loadAll(chosen);
  say(described.length === 0 ? await generalUsage() : described.map(describe).join('\n\n'));
  return { ok: true, data: describeCommands(described.length === 0 ? await loadAll() : described) };
};

const findCommand = async (): Promise<Command> => {
  const entry = COMMANDS.find(({ name }) => isCalled(name));
  if (entry !== undefined) return entry.load();
  throw new UsageError(`${positionals.length === 0 ? '没有写命令' : `没有这个命令：${positionals.join(' ')}`}\n\n${await generalUsage()}`);
};

const run = async (): Promise<CommandResult> => {
  if (wantsHelp) return showHelp();
  const command = await findCommand();
  const rest = positionals.slice(command.name.length);
  if ('prepareBare' in command) return withUsage(command, () => command.prepareBare(rest))(process.env, say);
  const bare = withUsage(command, () => command.prepareBareFor?.(rest));
  if (bare !== undefined) return bare(process.env, say);
  const prepared = withUsage(command, () => command.prepare(rest));
  // The platform is loaded after the arguments were checked, because it takes longer than many commands.
  const [{ openPlatform }, { readConfig }, { createCommandLogger }] = await Promise.all([
    import('./open-platform.ts'),
    import('../platform/config.ts'),
    import('../platform/logger.ts'),
  ]);
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
  const { explainFailure } = await import('./explain-failure.ts');
  const text = explainFailure(error);
  if (json) console.log(JSON.stringify({ error: text }));
  else console.error(text);
}
