/** The shape of one command of the operator's command line. */
import path from 'node:path';
import type { Platform } from '../open-platform.ts';

export interface CommandResult {
  /** Decides the exit status. */
  readonly ok: boolean;
  /** What `--json` prints. */
  readonly data: unknown;
}

export type PreparedCommand = (platform: Platform, say: (line: string) => void) => Promise<CommandResult>;

/** A command that opens by itself what it needs, because the platform may not be openable or must not be changed by opening. */
export type BarePreparedCommand = (env: NodeJS.ProcessEnv, say: (line: string) => void) => Promise<CommandResult>;

interface CommandWords {
  /** The words that name it, e.g. `user create`. */
  readonly words: readonly string[];
  readonly usage: string;
  readonly summary: string;
}

/** `prepare` checks the arguments before anything is opened. Throws `UsageError`. */
export interface PlatformCommand extends CommandWords {
  prepare(args: readonly string[]): PreparedCommand;
}
export interface BareCommand extends CommandWords {
  prepareBare(args: readonly string[]): BarePreparedCommand;
}
export type Command = PlatformCommand | BareCommand;

/** A file named by an argument, seen from where the person typed it: npm runs us in the project's folder and keeps theirs in INIT_CWD. */
export const resolveFile = (argument: string, env: NodeJS.ProcessEnv = process.env): string =>
  path.resolve(env['INIT_CWD'] ?? process.cwd(), argument);

/** The command was called with wrong arguments; exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Node's complaint about an option it does not know, or one without its value, is the caller's fault and not ours. */
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
