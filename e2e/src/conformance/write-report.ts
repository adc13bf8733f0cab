/** Writes the results: the JSON form of the W3C's implementation reports, and a table in Markdown. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Decision } from './decision.ts';
import type { ConformanceTest } from './read-test.ts';

export interface Outcome {
  readonly test: ConformanceTest;
  readonly decision: Decision;
  readonly pictures: readonly string[];
  /** Whether the scripts of the test ran, with approval by two people and the consent of the reader. */
  readonly isApproved: boolean;
}

const isDeprecated = ({ test }: Outcome): boolean => test.level === 'deprecated';
const word = ({ result, by }: Decision): string =>
  by === 'undecided' ? 'undecided' : result === null ? 'not applicable' : result ? 'pass' : 'fail';

const count = (outcomes: readonly Outcome[], wanted: string): number => outcomes.filter(({ decision }) => word(decision) === wanted).length;

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 220);

const summary = (name: string, outcomes: readonly Outcome[]): string =>
  `| ${name} | ${outcomes.length} | ${count(outcomes, 'pass')} | ${count(outcomes, 'fail')} | ${count(outcomes, 'not applicable')} | ${count(outcomes, 'undecided')} |`;

export const tableOf = (outcomes: readonly Outcome[]): string => {
  const live = outcomes.filter((outcome) => !isDeprecated(outcome));
  const levels = [...new Set(live.map(({ test }) => test.level))];
  return [
    '# Results of the W3C reading-system tests',
    '',
    'Made by `npm run conformance FOLDER`: each test is imported and opened in Chromium as any book. `undecided` is not a pass.',
    'How a test was decided: `import` by the result of the import, `DOM` by what the page contains and where, `behavior` by using the page,',
    '`eye` by readers of its pictures (`e2e/src/conformance/eye-verdicts.json`, valid only for pictures that look the same).',
    'Scripts run only in approved books, with the consent of the reader. Tests with scripts are therefore `run with approval`: an editor requests',
    'it, a second person gives it, and the page is opened by a reader who consents. All others are run as any book after its import.',
    '',
    '| tests | all | pass | fail | not applicable | undecided |',
    '|---|---|---|---|---|---|',
    summary('live', live),
    ...levels.map((level) =>
      summary(
        `live, ${level}`,
        live.filter(({ test }) => test.level === level),
      ),
    ),
    summary('deprecated', outcomes.filter(isDeprecated)),
    summary(
      'live, run with approval',
      live.filter(({ isApproved }) => isApproved),
    ),
    '',
    '| id | level | result | decided by | reason |',
    '|---|---|---|---|---|',
    ...outcomes.map(
      ({ test, decision, isApproved }) =>
        `| ${test.id} | ${test.level} | ${word(decision)} | ${decision.by}${isApproved ? ', run with approval' : ''} | ${cell(decision.reason)} |`,
    ),
    '',
  ].join('\n');
};

export const writeReport = async (folder: string, outcomes: readonly Outcome[]): Promise<void> => {
  const tests = Object.fromEntries(outcomes.map(({ test, decision }) => [test.id, decision.result]));
  await writeFile(
    path.join(folder, 'report.json'),
    `${JSON.stringify({ name: 'Shufang 书房', ref: 'https://www.w3.org/TR/epub-rs/', tests }, undefined, 4)}\n`,
  );
  await writeFile(path.join(folder, 'table.md'), tableOf(outcomes));
};
