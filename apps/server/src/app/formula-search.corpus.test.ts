/** Formulas of real books, whatever made their MathML: every one has a place, and each is found by its own TeX. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalogue } from '../features/catalog/catalogue.ts';
import { findFormulas } from '../features/catalog/find-extras.ts';
import { corpusPath } from '../features/media/content/testing/corpus.ts';
import { importFile } from '../features/media/import/import-file.ts';
import { toFormulaTsquery } from '../features/media/text-index/formula-terms.ts';
import { importParts } from './import-parts.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const count = async (q: string): Promise<number> => {
  const { orm } = shop.platform.db;
  const query = toFormulaTsquery(q);
  return query === undefined ? 0 : (await findFormulas(orm, await openCatalogue(orm), query)).total;
};

test.each([
  ['epub-samples/idpf-linear-algebra.epub', 2_000, ['\\lambda', 'A x = b', 'Ax=b', 'x_1 + x_2']],
  ['epub-books/zh-d2l-part1.epub', 500, ['\\frac{1}{n}', '1/n', '\\hat{y}', '\\mathbf{w}^\\top \\mathbf{x} + b', '\\partial L']],
  ['epub-books/zh-oiwiki-string.epub', 500, ['n\\log n', '|s|', 's[i]', '\\pi[i]', 'O(n)']],
])('%s', async (file, least, queries) => {
  const job = await importFile(importParts(shop.platform), corpusPath(file), { publish: true });
  expect(job.stage).toBe('done');
  const { rows } = await shop.platform.db.pool.query<{ latex: string; size: number; block_text: string; text: string; found: boolean }>(
    `select f.latex, f.size, f.block_text, d.block_id is not null as found from search_formula f join book_version v on v.search_key = f.search_key
     left join publication_block d on d.version_id = v.id and d.block_id = f.block_id where v.id = $1 order by f.position`,
    [job.versionId],
  );
  expect(rows.length).toBeGreaterThan(least);
  expect(rows.filter(({ found }) => !found)).toEqual([]);
  for (const q of queries.filter((each) => toFormulaTsquery(each) !== undefined)) expect(await count(q), q).toBeGreaterThan(0);
  // Each by its own TeX, as a reader would copy it: a sample over the whole book.
  const sample = rows.filter(({ size }, index) => size > 2 && size < 90 && index % Math.ceil(rows.length / 60) === 0);
  const lost: string[] = [];
  for (const { latex } of sample) if (toFormulaTsquery(latex) !== undefined && (await count(latex)) === 0) lost.push(latex);
  expect(lost).toEqual([]);
});
