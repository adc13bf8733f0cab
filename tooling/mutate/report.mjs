// Selects the sample of a mutation run, and writes its report.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './instrument.mjs';

const KILLED_MIN = 0.9;
const EQUIVALENT_MAX = 0.03;

/** Selects `size` mutants by the seed and the key of each mutant, so that a change of one file does not change the selection in others. */
export const sampleOf = (mutants, size, seed) =>
  [...mutants]
    .map((mutant) => ({ mutant, at: hashOf(seed, mutant.key) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);

/** Returns the equivalent mutants with a reason for each, by the key of the mutant. */
export const equivalents = (root) =>
  new Map(Object.entries(JSON.parse(readFileSync(path.join(root, 'tooling/mutate/equivalents.json'), 'utf8'))));

const percent = (part, whole) => `${whole === 0 ? '100.0' : ((part / whole) * 100).toFixed(1)} %`;

/**
 * Returns the report as text and as data. `all`: all existing mutants, sampled or not. A listed equivalent mutant that is not among them is
 * reported, because it no longer exists.
 */
export const summaryOf = (judged, equivalentMutants, all) => {
  const isKilled = ({ killedBy }) => killedBy !== undefined;
  const isEquivalent = (mutant) => !isKilled(mutant) && equivalentMutants.has(mutant.key);
  const lines = [];
  const names = [...new Set(judged.map(({ slice }) => slice))];
  const row = (name, list) => {
    const equivalent = list.filter(isEquivalent).length;
    const killed = list.filter(isKilled).length;
    return `${name.padEnd(18)} ${String(list.length).padStart(5)} mutants, ${String(killed).padStart(5)} killed (${percent(killed, list.length - equivalent)}), ${list.length - equivalent - killed} survived, ${equivalent} equivalent (${percent(equivalent, list.length)})`;
  };
  for (const name of names) {
    const own = judged.filter(({ slice }) => slice === name);
    const survivors = own
      .filter((mutant) => !isKilled(mutant) && !isEquivalent(mutant))
      .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
    if (survivors.length === 0) continue;
    lines.push(`Survivors of ${name}:`);
    for (const { file, line, operator, original, replacement, reached } of survivors)
      lines.push(
        `  ${file}:${line} ${operator}${reached === 0 ? ' (no test reaches it)' : ''}\n    - ${original.slice(0, 200)}\n    + ${replacement.slice(0, 200)}`,
      );
  }
  const gone = [...equivalentMutants.keys()].filter(
    (key) => all.some(({ file }) => key.startsWith(`${file} | `)) && !all.some((mutant) => mutant.key === key),
  );
  for (const key of gone) lines.push(`tooling/mutate/equivalents.json names a mutant that no longer exists: ${key}`);
  for (const mutant of judged.filter((one) => isKilled(one) && equivalentMutants.has(one.key)))
    lines.push(`tooling/mutate/equivalents.json calls equivalent what "${mutant.killedBy}" kills: ${mutant.key}`);
  lines.push(
    '',
    ...names.map((name) =>
      row(
        name,
        judged.filter(({ slice }) => slice === name),
      ),
    ),
    row('all', judged),
  );
  const equivalent = judged.filter(isEquivalent).length;
  const killed = judged.filter(isKilled).length;
  const isGoodEnough = killed >= KILLED_MIN * (judged.length - equivalent) && equivalent <= EQUIVALENT_MAX * judged.length;
  return { text: `${lines.join('\n')}\n`, isGoodEnough, json: { total: judged.length, killed, equivalent, mutants: judged } };
};
