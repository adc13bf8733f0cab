// Reports retired terms (tooling/vocabulary/retired-terms.mjs) in sources, CSS modules, migrations and documents: `node tooling/vocabulary.mjs [PATH…]`, a part of `npm run
// check`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';
import {
  findRetired,
  findRetiredInDocument,
  findRetiredInMigration,
  findRetiredInStyles,
  retiredInMessage,
} from './vocabulary/find-retired.mjs';

/** Returns whether a file is a document for engineers, in which terms are checked; CHANGELOG.md is not, because it records the past. */
const isDocument = (file) => /^(?:docs\/.+|README|CONTRIBUTING|SECURITY)\.md$/.test(file);
const finders = [
  [/\.(?:ts|tsx|mjs)$/, findRetired],
  [/\.module\.css$/, findRetiredInStyles],
  [/\/migrations\/[^/]+\.sql$/, findRetiredInMigration],
];
const finderOf = (file) => (isDocument(file) ? findRetiredInDocument : finders.find(([pattern]) => pattern.test(file))?.[1]);
const paths = process.argv.slice(2);
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', ...(paths.length > 0 ? ['--', ...paths] : [])],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  },
)
  .split('\n')
  .filter((file) => finderOf(file) !== undefined)
  .filter((file) => !file.startsWith('tooling/vocabulary/') && !file.startsWith('demo/books/'));

const hashOf = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** File with the findings of earlier runs by the hash of the file's name and text; dropped when the terms or the search change. */
const cacheFile = path.join(root, 'node_modules/.cache/vocabulary.json');
const version = hashOf(read('tooling/vocabulary/retired-terms.mjs'), read('tooling/vocabulary/find-retired.mjs'));
const readCache = () => {
  try {
    const cached = JSON.parse(readFileSync(cacheFile, 'utf8'));
    return cached.version === version ? cached.findings : {};
  } catch {
    // If the cache is missing or unreadable, every file is searched.
    return {};
  }
};
const cached = readCache();
const current = {};
const found = files.flatMap((file) => {
  const text = read(file);
  const key = hashOf(file, text);
  current[key] = cached[key] ?? finderOf(file)(file, text);
  return current[key].map(({ line, text: finding }) => ({ file, line, text: finding }));
});
mkdirSync(path.dirname(cacheFile), { recursive: true });
writeFileSync(cacheFile, JSON.stringify({ version, findings: paths.length > 0 ? { ...cached, ...current } : current }));

/** Returns the messages of the commits since the introduction of this check; none if there is no history, as in a downloaded archive. */
const readMessages = () => {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const since = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'tooling/vocabulary/retired-terms.mjs');
    if (since === '') return [];
    return git('log', '--format=%h%n%B%x00', `${since}..HEAD`)
      .split('\0')
      .map((each) => each.trim())
      .filter(Boolean);
  } catch {
    return [];
  }
};
const messages =
  paths.length > 0
    ? []
    : readMessages().flatMap((message) => {
        const [hash = ''] = message.split('\n', 1);
        return retiredInMessage(message.slice(hash.length).trim()).map(
          ({ term, use }) => `commit ${hash}  “${term}” is retired; use ${use}`,
        );
      });
for (const { file, line, text } of found) console.log(`${file}${line > 0 ? `:${line}` : ''}  ${text}`);
for (const text of messages) console.log(text);
process.exit(found.length + messages.length > 0 ? 1 : 0);
