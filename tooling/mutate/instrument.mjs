// Puts every mutant of a source file into that file, each behind a switch (`globalThis.__stryker__.activeMutant`), by Stryker's
// instrumenter.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { ignorers, ownOperators } from './operators.mjs';

// The list of mutators is not exported by the package, so it is imported from its file.
const entry = fileURLToPath(import.meta.resolve('@stryker-mutator/instrumenter'));
const { allMutators } = await import(path.join(path.dirname(entry), 'mutators', 'index.js'));
for (const operator of ownOperators) if (!allMutators.includes(operator)) allMutators.push(operator);

const quiet = () => undefined;
const logger = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, isDebugEnabled: () => false };

export const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * Returns the instrumented text of each file and all mutants. The `key` of a mutant identifies it by the surrounding code, not by a line
 * number, so it stays the same while that code does; `id` activates the mutant.
 */
export const instrument = async (root, files) => {
  const contents = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const result = await new Instrumenter(logger).instrument(
    files.map((file) => ({ name: file, content: contents.get(file), mutate: true })),
    { plugins: null, excludedMutations: [], ignorers },
  );
  const seen = new Map();
  const mutants = [];
  for (const mutant of result.mutants) {
    if (mutant.status === 'Ignored') continue;
    const file = mutant.fileName;
    const lines = contents.get(file).split('\n');
    const { start, end } = mutant.location;
    const original =
      start.line === end.line
        ? lines[start.line].slice(start.column, end.column)
        : [lines[start.line].slice(start.column), ...lines.slice(start.line + 1, end.line), lines[end.line].slice(0, end.column)].join(
            '\n',
          );
    const replacement = oneLine(mutant.replacement);
    if (oneLine(original) === replacement) continue;
    const stem = `${file} | ${mutant.mutatorName} | ${oneLine(lines[start.line])} | ${oneLine(original)} → ${replacement}`;
    const number = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, number);
    const key = number === 1 ? stem : `${stem} | ${number}`;
    mutants.push({
      id: mutant.id,
      file,
      line: start.line + 1,
      operator: mutant.mutatorName,
      original: oneLine(original),
      replacement,
      key,
    });
  }
  return { texts: new Map(result.files.map(({ name, content }) => [name, content])), contents, mutants };
};
