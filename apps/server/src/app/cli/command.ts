/** The interface of a command of the operator's command line. */
import path from 'node:path';
import type { Platform } from '../open-platform.ts';

export interface CommandResult {
  /** Whether the command succeeded; determines the exit status. */
  readonly ok: boolean;
  /** Result that `--json` prints. */
  readonly data: unknown;
}

export type PreparedCommand = (platform: Platform, say: (line: string) => void) => Promise<CommandResult>;

/**
 * A command that opens only what it needs (settings, database, files) instead of the whole platform, because opening the platform may fail
 * or would change it.
 */
export type BarePreparedCommand = (env: NodeJS.ProcessEnv, say: (line: string) => void) => Promise<CommandResult>;

interface CommandInfo {
  /** The name of the command, e.g. `user create`. */
  readonly name: readonly string[];
  readonly usage: string;
  readonly summary: string;
}

/** Returns the function that runs the command. Checks the arguments before anything is opened. Throws `UsageError`. */
export interface PlatformCommand extends CommandInfo {
  prepare(args: readonly string[]): PreparedCommand;
  /** Returns how the command runs without the platform with these arguments; undefined if it needs the platform. */
  prepareBareFor?(args: readonly string[]): BarePreparedCommand | undefined;
}
export interface BareCommand extends CommandInfo {
  prepareBare(args: readonly string[]): BarePreparedCommand;
}
export type Command = PlatformCommand | BareCommand;

/**
 * Resolves a file argument against the folder of the caller: npm runs the command in the project's folder and passes the original folder in
 * INIT_CWD.
 */
export const resolveFile = (argument: string, env: NodeJS.ProcessEnv = process.env): string =>
  path.resolve(env['INIT_CWD'] ?? process.cwd(), argument);

/** Error of a command that was called with wrong arguments; exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns whether Node's argument parser threw the error, for an unknown option or a missing value. It is then a usage error. */
export const withUsage = <T>({ usage }: Pick<Command, 'usage'>, prepare: () => T): T => {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')) {
      const option = /--[\w-]+|'-\w'/.exec(error.message)?.[0];
      throw new UsageError(`参数有误${option === undefined ? '' : `：${option}`}\n用法：npm run shufang -- ${usage}`, {
        cause: error,
      });
    }
    throw error;
  }
};
