/// <reference types="node" />
/** Checks that error codes, docs/errors.md and the operations that declare them agree. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';

const { COMMON_ERRORS, errorCodes, errorSentences } = contract;

/** Codes that no operation declares, and where they are returned. */
const RETURNED_ELSEWHERE: Readonly<Partial<Record<contract.ErrorCode, string>>> = {
  'request.notFound': 'addresses that are no operation',
  'annotation.targetOutsideBook': 'the result of one op of a push',
};

const isOperation = (value: unknown): value is contract.Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'errors' in value && 'audience' in value;
const operations = Object.values<unknown>(contract).filter(isOperation);

const table = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, code = '', sentence = '', advice = '']) => ({ code: code.replaceAll('`', ''), sentence, advice }));

describe('error codes', () => {
  it('are listed once each in docs/errors.md, with the same sentence and advice for clients', () => {
    expect(table.map(({ code, sentence }) => [code, sentence])).toEqual(Object.entries(errorSentences));
    expect(table.filter(({ advice }) => advice === '')).toEqual([]);
  });

  it('are common, declared by an operation, or listed as returned elsewhere', () => {
    const declared = new Set<string>(operations.flatMap((operation) => operation.errors));
    const orphans = errorCodes.filter((code) => !COMMON_ERRORS.includes(code) && !declared.has(code) && !(code in RETURNED_ELSEWHERE));
    expect(orphans).toEqual([]);
    expect(Object.keys(RETURNED_ELSEWHERE).filter((code) => declared.has(code))).toEqual([]);
    expect(operations.length).toBeGreaterThan(20);
  });

  it('are not declared by operations if they are common', () => {
    const again = operations.flatMap(({ name, errors }) =>
      errors.filter((code) => COMMON_ERRORS.includes(code)).map((code) => `${name}: ${code}`),
    );
    expect(again).toEqual([]);
  });

  it('have Chinese sentences whose placeholders are filled', () => {
    expect(errorCodes.filter((code) => !/[一-鿿]|^\{reason\}$/.test(errorSentences[code]))).toEqual([]);
    expect(contract.errorSentence('account.smsTooSoon', { seconds: 42 })).toBe('请在 42 秒后重试');
    expect(contract.errorSentence('account.smsTooSoon')).toBe('请在  秒后重试');
  });
});
