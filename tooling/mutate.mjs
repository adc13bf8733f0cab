// `npm run mutate`: changes the code of the named slices in small ways, one at a time, and lists the changes that no test notices
// (docs/testing.md).
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hashOf, instrument } from './mutate/instrument.mjs';
import { equivalents, sampleOf, summaryOf } from './mutate/report.mjs';
import { failedControls, readLines, settledPairs, unfinished } from './mutate/results.mjs';
import { resolveSlice, slices, sourceFiles } from './mutate/slices.mjs';
import { findNode, root, toolEnvironment } from './runtime.mjs';

const { values: options } = parseArgs({
  options: {
    slice: { type: 'string' },
    file: { type: 'string' },
    tests: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '20261123' },
    shards: { type: 'string', default: '2' },
    fresh: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(`npm run mutate -- [options]
  --slice a,b    only these slices (${slices.map(({ name }) => name).join(', ')})
  --file REGEX   only mutants of files whose path matches
  --tests REGEX  only test files whose path matches judge: quicker while tests are written, what survives is judged by all later
  --sample N     at most N mutants of each slice ("all" for every one); each slice has its own number otherwise
  --seed N       which mutants the sample holds (20261123)
  --shards N     processes at work side by side (2)
  --fresh        forget the results of earlier runs
  --control      judge without switching any mutant on: whatever is killed then, a test kills by itself, and the run fails
  --list         name the files, tests and mutants, and run nothing`);
  process.exit(0);
}

const out = path.join(root, 'out', 'mutate');
const cacheFile = path.join(out, 'cache.json');
if (options.fresh) rmSync(out, { recursive: true, force: true });
mkdirSync(path.join(out, 'instrumented'), { recursive: true });

const wanted = options.slice?.split(',');
for (const name of wanted ?? []) {
  if (!slices.some((slice) => slice.name === name)) {
    console.error(`There is no slice "${name}". Slices: ${slices.map((slice) => slice.name).join(', ')}`);
    process.exit(2);
  }
}
const allFiles = sourceFiles(root);
const chosen = slices
  .filter(({ name }) => wanted === undefined || wanted.includes(name))
  .map((slice) => ({ ...slice, ...resolveSlice(root, slice, allFiles) }))
  .map((slice) => ({ ...slice, tests: slice.tests.filter((file) => new RegExp(options.tests ?? '').test(file)) }));
for (const { name, code, tests } of chosen) {
  if (code.length === 0 || tests.length === 0) {
    console.error(`Slice "${name}" has ${code.length} files and ${tests.length} tests: mend tooling/mutate/slices.mjs`);
    process.exit(2);
  }
}

// Slices by file; a file that belongs to two slices is counted in the first one.
const owner = new Map();
for (const slice of chosen) for (const file of slice.code) if (!owner.has(file)) owner.set(file, slice);
const files = [...owner.keys()].sort();
const { texts, contents, mutants } = await instrument(root, files);
const instrumented = {};
for (const [file, text] of texts) {
  const stored = path.join(out, 'instrumented', `${hashOf(text).slice(0, 24)}.ts`);
  writeFileSync(stored, text);
  instrumented[file] = stored;
}

const sampled = chosen.flatMap((slice) => {
  const own = mutants.filter(
    ({ file }) => owner.get(file) === slice && (options.file === undefined || new RegExp(options.file).test(file)),
  );
  const size = options.sample === 'all' ? Infinity : Number(options.sample ?? slice.sample);
  return sampleOf(own, size, options.seed).map((mutant) => ({ ...mutant, slice: slice.name }));
});
console.log(
  chosen
    .map(({ name, code, tests }) => {
      const of = sampled.filter(({ slice }) => slice === name).length;
      return `${name}: ${of} of ${mutants.filter(({ file }) => owner.get(file)?.name === name).length} mutants in ${code.length} files, ${tests.length} test files`;
    })
    .join('\n'),
);
if (options.list) {
  for (const { name, code, tests } of chosen) console.log(`\n${name}\n  ${code.join('\n  ')}\n tests\n  ${tests.join('\n  ')}`);
  for (const mutant of sampled) console.log(`${mutant.file}:${mutant.line} ${mutant.operator} ${mutant.original} → ${mutant.replacement}`);
  process.exit(0);
}

/** Returns the results of earlier runs in a file. Two runs at the same time append to the same file. */
const stored = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const store = (file, values) => writeFileSync(file, JSON.stringify({ ...stored(file), ...values }));

const textOf = new Map();
const testText = (file) => {
  if (!textOf.has(file)) textOf.set(file, readFileSync(path.join(root, file), 'utf8'));
  return textOf.get(file);
};

// The product is built first, because the tests read files that are built from the sources.
const node = findNode();
const built = spawnSync(node, ['tooling/build.mjs'], { cwd: root, stdio: 'inherit', env: toolEnvironment(node) });
if (built.status !== 0) process.exit(built.status ?? 1);

// One PostgreSQL server is started for all processes; its URL is passed by the environment.
const { default: prepareTestServer } = await import('../apps/server/src/platform/testing/test-server.ts');
process.env['TEST_DATABASE'] ??= 'embedded';
const stopServer = await prepareTestServer();
const children = new Set();
/** Ends vitest with its child processes, which form a process group. */
const endGroup = (child) => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};
const stopAll = () => {
  for (const child of children) endGroup(child);
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopAll();
    void stopServer().finally(() => process.exit(1));
  });
}

/** Time without a new line of results after which a mutant is considered to loop endlessly. */
const STALL_MS = 240_000;

/** Runs vitest over the files of a job until it ends or makes no progress. */
const runVitest = (job, name) =>
  new Promise((resolve) => {
    const jobFile = path.join(out, `${process.pid}-${name}.job.json`);
    writeFileSync(jobFile, JSON.stringify(job));
    const child = spawn(
      node,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', path.join(root, 'tooling/mutate/vitest.config.mjs')],
      { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...toolEnvironment(node), SHUFANG_MUTATION_JOB: jobFile } },
    );
    children.add(child);
    let output = '';
    const take = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const began = Date.now();
    let stalled = false;
    const watch = setInterval(() => {
      const at = existsSync(job.out) ? Math.max(statSync(job.out).mtimeMs, began) : began;
      if (Date.now() - at < STALL_MS) return;
      stalled = true;
      endGroup(child);
    }, 2_000);
    child.on('close', () => {
      clearInterval(watch);
      children.delete(child);
      resolve({ stalled, output });
    });
  });

const shards = Number(options.shards);
const tests = [...new Set(chosen.flatMap((slice) => slice.tests))].sort();

// Step 1 finds out which tests reach which mutants.
/** Version of the method, a part of the keys of stored results, so that results of an earlier method are ignored. */
const METHOD = '2';
const worldHash = hashOf(METHOD, ...files.map((file) => contents.get(file)));
const coverFile = path.join(out, 'coverage.json');
const coverage = stored(coverFile);
const coverKey = (file) => hashOf(worldHash, file, testText(file));
const uncovered = tests.filter((file) => coverage[coverKey(file)] === undefined);
if (uncovered.length > 0) console.log(`Looking which of ${uncovered.length} test files reach which mutants …`);
await Promise.all(
  Array.from({ length: shards }, async (_, shard) => {
    const mine = uncovered.filter((_file, index) => index % shards === shard);
    if (mine.length === 0) return;
    const lines = path.join(out, `${process.pid}-cover-${shard}.jsonl`);
    rmSync(lines, { force: true });
    const { output } = await runVitest(
      { mode: 'cover', root, out: lines, instrumented, files: Object.fromEntries(mine.map((file) => [file, {}])) },
      `cover-${shard}`,
    );
    for (const line of readLines(lines)) if (line.kind === 'cover') coverage[coverKey(line.file)] = line;
    for (const file of mine) if (coverage[coverKey(file)] === undefined) console.log(`${file} could not be run:\n${output.slice(-2_000)}`);
  }),
);
// The result of a failed file is not stored, so the next run tries it again: the failure may have a temporary cause.
store(coverFile, Object.fromEntries(Object.entries(coverage).filter(([, { unsound }]) => unsound === undefined)));
const reached = new Map(tests.flatMap((file) => (coverage[coverKey(file)] === undefined ? [] : [[file, coverage[coverKey(file)]]])));
for (const [file, { failedTests, unsound }] of reached) {
  if (failedTests.length > 0) console.log(`${file}: ${failedTests.length} tests fail without any mutant and judge nothing`);
  if (unsound !== undefined) {
    console.log(`${file} fails without any mutant, or when it is repeated in one process, and judges nothing (${unsound})`);
    reached.delete(file);
  }
}

// Step 2 finds out which mutants are killed. Results of an earlier run are valid while the file and its tests are unchanged.
const cache = options.control ? {} : stored(cacheFile);
const cacheKey = (mutant) => hashOf(METHOD, contents.get(mutant.file), mutant.key);
const judges = (mutant) =>
  owner
    .get(mutant.file)
    .tests.filter((file) => reached.get(file)?.hits[mutant.id] !== undefined)
    .sort((a, b) => reached.get(a).ms - reached.get(b).ms);
const judgesHash = (mutant) => hashOf(...judges(mutant).map(testText));
const results = new Map();
for (const mutant of sampled) {
  const known = cache[cacheKey(mutant)];
  if (known?.killedBy !== undefined && existsSync(path.join(root, known.file)) && hashOf(testText(known.file)) === known.testHash)
    results.set(mutant.key, known);
  else if (known !== undefined && known.killedBy === undefined && known.judgesHash === judgesHash(mutant)) results.set(mutant.key, known);
}
const open = sampled.filter(({ key }) => !results.has(key));
console.log(`${open.length} mutants to judge, ${results.size} known from earlier runs`);

const remember = (lines) => {
  const { killed } = settledPairs(lines);
  for (const mutant of open) {
    const end = killed.get(mutant.key);
    if (end === undefined) continue;
    results.set(mutant.key, end);
    cache[cacheKey(mutant)] = { killedBy: end.killedBy, file: end.file, testHash: hashOf(testText(end.file)) };
  }
};

await Promise.all(
  Array.from({ length: shards }, async (_, shard) => {
    const mine = open.filter((_mutant, index) => index % shards === shard);
    const lines = path.join(out, `${process.pid}-judge-${shard}.jsonl`);
    rmSync(lines, { force: true });
    for (let stableRuns = 0; stableRuns < 3; ) {
      const settled = settledPairs(lines);
      const written = readLines(lines);
      const isSound = (file) => failedControls(written, file) < 2;
      const pending = new Map();
      for (const mutant of mine) {
        if (settled.isKilled(mutant.key)) continue;
        for (const file of judges(mutant)) {
          if (settled.isJudged(file, mutant.key) || !isSound(file)) continue;
          const { by, hits } = reached.get(file);
          pending.set(file, [...(pending.get(file) ?? []), { id: mutant.id, key: mutant.key, by: by[mutant.id], hits: hits[mutant.id] }]);
        }
      }
      if (pending.size === 0) break;
      const before = written.length;
      const ordered = [...pending].sort(([a], [b]) => reached.get(a).ms - reached.get(b).ms);
      const job = {
        mode: 'judge',
        isControl: options.control,
        root,
        out: lines,
        instrumented,
        files: Object.fromEntries(
          ordered.map(([file, list]) => [file, { ms: reached.get(file).ms, failedTests: reached.get(file).failedTests, mutants: list }]),
        ),
      };
      const { stalled, output } = await runVitest(job, `judge-${shard}`);
      const left = unfinished(lines);
      if (left !== undefined) {
        // The job is tried again, because a process may end for a reason other than the mutant. If it ends twice at the same mutant, the
        // mutant is the cause.
        const again = readLines(lines).some(({ kind, file, key }) => kind === 'ended' && file === left.file && key === left.key);
        const end =
          stalled || again
            ? { ...left, kind: 'end', killedBy: stalled ? 'it never ends' : 'the process ended' }
            : { ...left, kind: 'ended' };
        appendFileSync(lines, `${JSON.stringify(end)}\n`);
        if (!stalled) console.log(`a process ended at ${left.key}:\n${output.slice(-2_000)}`);
      }
      remember(lines);
      if (!options.control) store(cacheFile, cache);
      stableRuns = readLines(lines).length === before ? stableRuns + 1 : 0;
      if (stableRuns > 0) console.log(output.slice(-3_000));
    }
  }),
);
const found = Array.from({ length: shards }, (_, shard) => {
  const file = path.join(out, `${process.pid}-judge-${shard}.jsonl`);
  return { lines: readLines(file), settled: settledPairs(file) };
});
for (const { lines } of found) {
  for (const { file, failure, error } of lines.filter((line) => line.kind === 'control' && line.failure !== undefined))
    console.log(`${file} failed by itself after some mutants, so that what it found there does not count (${failure}: ${error})`);
}
const unjudged = open.filter((mutant, index) => {
  const { lines, settled } = found[index % shards];
  return !results.has(mutant.key) && judges(mutant).some((file) => !settled.isJudged(file, mutant.key) && failedControls(lines, file) < 2);
});
for (const mutant of open) {
  if (!results.has(mutant.key) && !unjudged.includes(mutant)) {
    const result = { file: judges(mutant)[0], judgesHash: judgesHash(mutant), reached: judges(mutant).length };
    results.set(mutant.key, result);
    cache[cacheKey(mutant)] = result;
  }
}
if (!options.control) store(cacheFile, cache);
await stopServer();
for (const name of readdirSync(out)) if (name.startsWith(`${process.pid}-`)) rmSync(path.join(out, name));

if (options.control) {
  const killed = open.filter(({ key }) => results.get(key)?.killedBy !== undefined);
  for (const { key } of killed) console.log(`"${results.get(key).killedBy}" fails without a mutant: ${key}`);
  console.log(`control: ${open.length} judged without a mutant, ${killed.length} killed`);
  process.exit(killed.length === 0 && unjudged.length === 0 ? 0 : 1);
}
if (unjudged.length > 0) console.log(`${unjudged.length} mutants could not be judged; run the command again`);
const { text, json, isGoodEnough } = summaryOf(
  sampled
    .filter((mutant) => !unjudged.includes(mutant))
    .map((mutant) => ({ ...mutant, ...results.get(mutant.key), file: mutant.file, test: results.get(mutant.key).file })),
  equivalents(root),
  mutants,
);
writeFileSync(path.join(out, 'report.json'), JSON.stringify(json, null, 1));
writeFileSync(path.join(out, 'report.txt'), text);
console.log(text);
process.exit(isGoodEnough && unjudged.length === 0 ? 0 : 1);
