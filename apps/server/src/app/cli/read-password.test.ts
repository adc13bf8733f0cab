/** Tests how commands read a password: without echo, and from an argument only if the option is given. */
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { UsageError } from './command.ts';
import { assertPasswordSource, readPassword } from './read-password.ts';

const terminal = (isTTY: boolean) => {
  const input = Object.assign(new PassThrough(), { isTTY });
  const shown: string[] = [];
  /** Types each response only after its prompt was printed, as a user at a terminal does. */
  const type = (...lines: string[]): void => {
    const left = [...lines];
    output.on('question', () => {
      const next = left.shift();
      if (next === undefined) input.end();
      else input.write(next);
    });
  };
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      shown.push(chunk.toString());
      done();
      if (chunk.toString().endsWith('：')) setImmediate(() => output.emit('question'));
    },
  });
  return { input, output, shown, type };
};

describe('at a terminal', () => {
  it('the user enters the password twice and it is never shown', async () => {
    const { shown, type, ...streams } = terminal(true);
    type('Moyun-Zhai-2026\r', 'Moyun-Zhai-2026\r');
    expect(await readPassword({}, streams)).toBe('Moyun-Zhai-2026');
    expect(shown.join('')).toBe('密码（输入不显示）：\n再输入一次：\n');
  });

  it('two different passwords are rejected', async () => {
    const { type, ...streams } = terminal(true);
    type('Moyun-Zhai-2026\r', 'Moyun-Zhai-2027\r');
    await expect(readPassword({}, streams)).rejects.toThrow('两次输入的密码不一致');
  });

  it('Ctrl-C and the end of the input cancel the command', async () => {
    for (const lines of [['Moyun\u0003'], []]) {
      const { type, ...streams } = terminal(true);
      type(...lines);
      await expect(readPassword({}, streams)).rejects.toThrow(UsageError);
    }
  });
});

describe('without a terminal', () => {
  it('the password is the first line of standard input', async () => {
    const streams = terminal(false);
    streams.input.end('Moyun Zhai 2026\nsecond line\n');
    expect(await readPassword({ 'password-stdin': true }, streams)).toBe('Moyun Zhai 2026');
    const empty = terminal(false);
    empty.input.end('');
    await expect(readPassword({ 'password-stdin': true }, empty)).rejects.toThrow('标准输入里没有密码');
  });

  it('the command reads no password unless one is required', () => {
    expect(() => assertPasswordSource({}, terminal(false).input)).toThrow(/--password-stdin/);
    expect(() => assertPasswordSource({ password: 'a', 'password-stdin': true }, terminal(true).input)).toThrow(/只能写一个/);
  });
});
