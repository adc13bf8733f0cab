/**
 * Reads a password for a command from the terminal without echo, or from standard input, so that it appears in no shell history and no
 * process list.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './command.ts';

export interface PasswordTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Where prompts are shown: standard error, because standard output may be one JSON document. */
  readonly output: NodeJS.WritableStream;
}

export interface PasswordOptions {
  /** Password given as an argument, which stays in the shell history. */
  readonly password?: string | undefined;
  readonly 'password-stdin'?: boolean | undefined;
}

export const PASSWORD_OPTIONS = { password: { type: 'string' }, 'password-stdin': { type: 'boolean' } } as const;

/** Prompts once, without echo. Throws `UsageError` on Ctrl-C and at the end of the input. */
const ask = ({ input, output }: PasswordTerminal, question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    output.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output: silent, terminal: input.isTTY === true });
    let isDone = false;
    lines.once('line', (line) => {
      isDone = true;
      lines.close();
      output.write('\n');
      resolve(line);
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      if (isDone) return;
      output.write('\n');
      reject(new UsageError('没有输入密码，已取消'));
    });
  });

/** Checks that a password can be read, before anything is opened. Throws `UsageError` if not. */
export const assertPasswordSource = (options: PasswordOptions, input: PasswordTerminal['input'] = process.stdin): void => {
  if (options.password !== undefined && options['password-stdin'] === true)
    throw new UsageError('--password 与 --password-stdin 只能写一个');
  if (options.password === undefined && options['password-stdin'] !== true && input.isTTY !== true)
    throw new UsageError('缺少密码：请在终端里运行（会询问，输入不显示），或用 --password-stdin 从标准输入读取');
};

/** Returns the password: from the arguments, from the first line of standard input, or as the user enters it twice at the terminal. */
export const readPassword = async (
  options: PasswordOptions,
  terminal: PasswordTerminal = { input: process.stdin, output: process.stderr },
): Promise<string> => {
  assertPasswordSource(options, terminal.input);
  if (options.password !== undefined) return options.password;
  if (options['password-stdin'] === true) {
    const line = (await text(terminal.input)).split(/\r?\n/)[0] ?? '';
    if (line === '') throw new UsageError('标准输入里没有密码');
    return line;
  }
  const first = await ask(terminal, '密码（输入不显示）：');
  const second = await ask(terminal, '再输入一次：');
  if (first !== second) throw new UsageError('两次输入的密码不一致');
  return first;
};
