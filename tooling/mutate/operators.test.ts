/** Tests of our own mutation operators: what each changes in a piece of code, and what it leaves because no test could find it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instrument } from './instrument.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shufang-operators-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the changes that an operator makes in `code`, each as `original → replacement`. */
const changesBy = async (operator: string, code: string): Promise<string[]> => {
  writeFileSync(path.join(folder, 'example.ts'), `${code}\n`);
  const { mutants } = (await instrument(folder, ['example.ts'])) as {
    mutants: { operator: string; original: string; replacement: string }[];
  };
  return mutants.filter((one) => one.operator === operator).map(({ original, replacement }) => `${original} → ${replacement}`);
};

describe('the removal of a statement', () => {
  const changes = (code: string) => changesBy('StatementRemoval', code);

  it('removes calls, assignments and exceptions', async () => {
    expect(await changes('const f = () => { a(); b = 1; throw new Refusal("x"); };')).toEqual([
      'a(); → ;',
      'b = 1; → ;',
      'throw new Refusal("x"); → ;',
    ]);
  });

  it('leaves declarations and returned values, which the code needs to run', async () => {
    expect(await changes('const f = () => { const a = 1; const b = 2; return a + b; };')).toEqual([]);
  });

  it('leaves the only statement of a block, because an operator of Stryker empties the block', async () => {
    expect(await changes('const f = () => { a(); };')).toEqual([]);
  });

  it('leaves the call of the constructor of the base class, without which an object cannot be created', async () => {
    expect(await changes('class A extends B { constructor() { super(); a(); } }')).toEqual(['a(); → ;']);
  });

  it('leaves lines of the log', async () => {
    expect(await changes('const f = () => { log.info("read"); deps.logger.warn({ no }, "late"); log.write("x"); };')).toEqual([
      'log.write("x"); → ;',
    ]);
  });
});

describe('the removal of a condition', () => {
  const changes = (code: string) => changesBy('ConditionRemoval', code);

  it('replaces a conjunction and a disjunction by each side', async () => {
    expect(await changes('const f = a && b;')).toEqual(['a && b → b', 'a && b → a']);
    expect(await changes('const f = a || b;')).toEqual(['a || b → b', 'a || b → a']);
  });

  it('does not repeat what Stryker does: a comparison is already replaced by true and false', async () => {
    expect(await changes('const f = a > 1 && b;')).toEqual(['a > 1 && b → a > 1']);
    expect(await changes('const f = a > 1 && b < 2;')).toEqual([]);
  });

  it('replaces a choice by each result', async () => {
    expect(await changes('const f = a ? b : c;')).toEqual(['a ? b : c → b', 'a ? b : c → c']);
  });

  it('replaces a fallback by each side, but keeps the fallback of an element of a list', async () => {
    expect(await changes('const f = a ?? b;')).toEqual(['a ?? b → a', 'a ?? b → b']);
    expect(await changes('const f = list[0] ?? b;')).toEqual(['list[0] ?? b → b']);
  });

  it('removes one condition of a composed query', async () => {
    expect(await changes('const f = and(a, b, c);')).toEqual([
      'and(a, b, c) → and(b, c)',
      'and(a, b, c) → and(a, c)',
      'and(a, b, c) → and(a, b)',
    ]);
    expect(await changes('const f = or(a, b);')).toEqual(['or(a, b) → or(b)', 'or(a, b) → or(a)']);
    expect(await changes('const f = and(a);')).toEqual([]);
    expect(await changes('const f = add(a, b);')).toEqual([]);
  });
});

describe('the removal of a condition of an SQL query', () => {
  const changes = async (query: string) =>
    (await changesBy('SqlConditionRemoval', `const f = sql\`${query}\`;`)).map((change) => change.replace(/^.* → sql`(.*)`$/, '$1'));

  it('removes each condition, with the values in it', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code of a query
    expect(await changes('select 1 from t where a = ${a} and b = ${b} order by c')).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code of a query
      'select 1 from t where a = ${a} order by c',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code of a query
      'select 1 from t where b = ${b} order by c',
    ]);
  });

  it('removes a whole subquery', async () => {
    expect(await changes('delete from t where a and not exists (select 1 from u where u.id = t.id) returning id')).toContain(
      'delete from t where a returning id',
    );
  });

  it('removes the lock', async () => {
    expect(await changes('select 1 from t where a for update of t skip locked')).toEqual(['select 1 from t where a']);
  });

  it('leaves a query with one condition, and texts that are no query', async () => {
    expect(await changes('select 1 from t where a')).toEqual([]);
    expect(await changesBy('SqlConditionRemoval', 'const f = css`where a and b`;')).toEqual([]);
  });
});

describe('code that no operator changes', () => {
  const originals = async (code: string) => {
    writeFileSync(path.join(folder, 'example.ts'), `${code}\n`);
    return ((await instrument(folder, ['example.ts'])) as { mutants: { original: string }[] }).mutants.map(({ original }) => original);
  };

  it('is the text of a log line, and what it is composed of', async () => {
    const changed = await originals('const f = () => { log.info("read", a && b); c("read", a && b); };');
    expect(changed.filter((text) => text === '"read"')).toHaveLength(1);
    expect(changed.filter((text) => text === 'a && b')).toHaveLength((await originals('const f = a && b;')).length);
  });

  it('is the text of an error for developers, but not that of a refusal', async () => {
    expect(await originals('const f = new Error("broken");')).toEqual([]);
    expect(await originals('const f = new Refusal("broken");')).toEqual(['"broken"']);
  });
});
