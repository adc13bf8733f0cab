/** Whose tables are whose (docs/architecture.md): SQL of one slice names the tables of another only where it is written down here, with the reason. */
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

/** Everything else has one slice. */
const SHARED: Readonly<Record<string, Shared>> = {
  // An import makes a book and its newest version in one transaction; what it is called, costs and shows is the catalogue's from then on.
  book: { owner: 'catalog', others: { media: 'writes' } },
  book_search: { owner: 'catalog', others: { media: 'writes' } },
  // Finding a book, a chapter or a passage joins what stands in the catalogue with what an import wrote: one statement, or the search is slow.
  book_version: { owner: 'media', others: { catalog: 'reads' } },
  publication_block: { owner: 'media', others: { catalog: 'reads' } },
  passage_tokens: { owner: 'media', others: { catalog: 'reads' } },
  search_passage: { owner: 'media', others: { catalog: 'reads' } },
  search_formula: { owner: 'media', others: { catalog: 'reads' } },
  search_resource: { owner: 'media', others: { catalog: 'reads' } },
  // A licence is registered with the name of its institution, which is there from then on; who may read is decided with its networks.
  institution: { owner: 'institution', others: { commerce: 'writes' } },
  // How many licences an institution has stands in its list.
  institution_licence: { owner: 'commerce', others: { institution: 'reads' } },
};

const tables = new Set(
  globSync('*.sql', { cwd: path.join(SERVER, 'migrations') }).flatMap((file) =>
    Array.from(
      readFileSync(path.join(SERVER, 'migrations', file), 'utf8').matchAll(/create table (?:if not exists )?(?:\w+\.)?(\w+)/gi),
      ([, name = '']) => name,
    ),
  ),
);

/** What the SQL of each slice does with each table; a table an `insert`, `update` or `delete` names is written. */
const uses = new Map<string, Map<string, Use>>();
for (const file of globSync('**/*.ts', { cwd: FEATURES })) {
  if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
  const [slice = ''] = file.split(path.sep);
  const code = readFileSync(path.join(FEATURES, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  for (const [, verb = '', name = ''] of code.matchAll(
    /\b(from|join|insert into|update|delete from|using|pgTable\(')\s*(?:only\s+)?(?:\w+\.)?(\w+)\b/g,
  )) {
    if (!tables.has(name)) continue;
    const ofTable = uses.get(name) ?? new Map<string, Use>();
    if (/insert|update|delete|pgTable/.test(verb)) ofTable.set(slice, 'writes');
    else if (!ofTable.has(slice)) ofTable.set(slice, 'reads');
    uses.set(name, ofTable);
  }
}

test('the statements of every slice are found', () => {
  expect(new Set([...uses.values()].flatMap((ofTable) => [...ofTable.keys()])).size).toBeGreaterThan(12);
  expect(uses.size).toBeGreaterThan(60);
});

test('a table that several slices name stands in the list, and each does there what the list says', () => {
  const found = [...uses].filter(([, ofTable]) => ofTable.size > 1).map(([name, ofTable]) => [name, Object.fromEntries(ofTable)] as const);
  const wanted = Object.entries(SHARED).map(
    ([name, { owner, others }]) => [name, { [owner]: uses.get(name)?.get(owner), ...others }] as const,
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
});
