/**
 * Checks which slice owns each table (docs/architecture.md): SQL of one slice may use a table of another only if it is listed here with the
 * reason.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SERVER = path.resolve(import.meta.dirname, '../..');
const FEATURES = path.join(SERVER, 'src/features');

type Use = 'reads' | 'writes';
interface Shared {
  readonly owner: string;
  readonly others: Readonly<Record<string, Use>>;
}

/** Tables used by several slices; every other table is used by one. */
const SHARED: Readonly<Record<string, Shared>> = {
  // The sample slice filters its list by the title of a book.
  // An import creates a book and its newest version in one transaction; the title, price and presentation of the book then belong to the
  // catalog.
  book: { owner: 'catalog', others: { publication: 'writes', sample: 'reads', statistics: 'reads', royalty: 'reads' } },
  book_search: { owner: 'catalog', others: { publication: 'writes' } },
  // The catalog searches books, chapters and passages in one statement that joins its tables with imported data, because several statements
  // would be slow.
  book_version: { owner: 'publication', others: { catalog: 'reads', statistics: 'reads' } },
  publication_block: { owner: 'publication', others: { catalog: 'reads' } },
  passage_tokens: { owner: 'publication', others: { catalog: 'reads' } },
  search_passage: { owner: 'publication', others: { catalog: 'reads' } },
  search_formula: { owner: 'publication', others: { catalog: 'reads' } },
  search_resource: { owner: 'publication', others: { catalog: 'reads' } },
  // The account slice reads the roles of a session at every call, and filters the list of users by role; separate statements would double
  // the queries.
  user_role: { owner: 'authorization', others: { account: 'reads' } },
  // The notification slice stores a notification only for an account that still exists, in the transaction of the event.
  user_account: { owner: 'account', others: { notification: 'reads', statistics: 'reads' } },
  // The assignment slice checks the class and the membership of a student in the statement that finds the assignment, because a thousand
  // students may start an exam in the same second.
  class_group: { owner: 'teaching', others: { assignment: 'reads', statistics: 'reads' } },
  class_member: { owner: 'teaching', others: { assignment: 'reads', statistics: 'reads' } },
  class_co_teacher: { owner: 'teaching', others: { assignment: 'reads' } },
  // The license slice registers a license under the name of an institution, and creates the institution if it does not exist.
  institution: { owner: 'institution', others: { license: 'writes', royalty: 'reads' } },
  // The institution slice counts the licenses of each institution for the list of institutions in the admin area.
  institution_license: { owner: 'license', others: { institution: 'reads', royalty: 'reads', statistics: 'reads' } },
  // The dashboard counts over the books of a publisher in one statement per number.
  purchase_order: { owner: 'orders', others: { statistics: 'reads' } },
  order_item: { owner: 'orders', others: { statistics: 'reads' } },
  order_refund: { owner: 'orders', others: { statistics: 'reads' } },
  royalty_receipt_share: { owner: 'royalty', others: { statistics: 'reads' } },
  royalty_book: { owner: 'royalty', others: { statistics: 'reads' } },
  entitlement: { owner: 'entitlement', others: { statistics: 'reads' } },
  trial_opening: { owner: 'reading', others: { statistics: 'reads' } },
  license_use: { owner: 'license', others: { statistics: 'reads' } },
  // The statistics slice counts in one statement per number over the rows of a book: with functions of the owners it would load them all.
  block_time: { owner: 'reading-time', others: { statistics: 'reads' } },
  time_recording: { owner: 'reading-time', others: { statistics: 'reads' } },
  annotation: { owner: 'annotation', others: { statistics: 'reads' } },
  practice_answer: { owner: 'reading', others: { statistics: 'reads' } },
  activation_code: { owner: 'activation-code', others: { statistics: 'reads' } },
  code_batch: { owner: 'activation-code', others: { statistics: 'reads', royalty: 'reads' } },
  book_rating_sum: { owner: 'catalog', others: { statistics: 'reads' } },
  erratum: { owner: 'errata', others: { statistics: 'reads' } },
  // The royalty slice divides receipts by reading, and names the batches and licenses of a book, in one statement each.
  reading_day: { owner: 'reading', others: { royalty: 'reads', statistics: 'reads' } },
  book_contributor: { owner: 'catalog', others: { royalty: 'reads' } },
  institution_link: { owner: 'institution', others: { statistics: 'reads', royalty: 'reads' } },
  institution_member: { owner: 'institution', others: { statistics: 'reads', royalty: 'reads' } },
};

const tables = new Set(
  globSync('*.sql', { cwd: path.join(SERVER, 'migrations') }).flatMap((file) =>
    Array.from(
      readFileSync(path.join(SERVER, 'migrations', file), 'utf8').matchAll(/create table (?:if not exists )?(?:\w+\.)?(\w+)/gi),
      ([, name = '']) => name,
    ),
  ),
);

/** Returns how the SQL of each slice uses each table: a table in an `insert`, `update` or `delete` is written. */
const uses = new Map<string, Map<string, Use>>();
for (const file of globSync('**/*.ts', { cwd: FEATURES })) {
  if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
  const [slice = ''] = file.split(path.sep);
  const code = readFileSync(path.join(FEATURES, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  for (const [, verb = '', name = ''] of code.matchAll(
    /\b(from|join|insert into|update|delete from|using)\s+(?:only\s+)?(?:\w+\.)?(\w+)\b/g,
  )) {
    if (!tables.has(name)) continue;
    const ofTable = uses.get(name) ?? new Map<string, Use>();
    if (/insert|update|delete/.test(verb)) ofTable.set(slice, 'writes');
    else if (!ofTable.has(slice)) ofTable.set(slice, 'reads');
    uses.set(name, ofTable);
  }
}

test('the SQL statements of every slice are found', () => {
  expect(new Set([...uses.values()].flatMap((ofTable) => [...ofTable.keys()])).size).toBeGreaterThan(12);
  expect(uses.size).toBeGreaterThan(60);
});

test('every table used by several slices is listed, and each slice uses it as listed', () => {
  const found = [...uses].filter(([, ofTable]) => ofTable.size > 1).map(([name, ofTable]) => [name, Object.fromEntries(ofTable)] as const);
  const wanted = Object.entries(SHARED).map(
    ([name, { owner, others }]) => [name, { [owner]: uses.get(name)?.get(owner), ...others }] as const,
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
});
