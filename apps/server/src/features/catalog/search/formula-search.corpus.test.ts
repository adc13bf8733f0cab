/**
 * Tests of formula search with real books and their various kinds of MathML: every formula has a location, and each is found by its own
 * TeX.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importDependenciesOf } from '../../../app/import-dependencies.ts';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';
import { corpusPath } from '../../publication/content/testing/corpus.ts';
import { importFile } from '../../publication/import/import-file.ts';
import { toFormulaTsquery } from '../../publication/text-index/formula-terms.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { findFormulas } from './find-extras.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const count = async (q: string): Promise<number> => {
  const { orm } = shop.platform.db;
  const query = toFormulaTsquery(q);
  return query === undefined ? 0 : (await findFormulas(orm, await openCatalog(orm), query)).total;
};

/** Minimum number of formulas of a book that are searched by their own TeX. */
const SAMPLE_MIN = 30;

test.each([
  ['epub-samples/idpf-linear-algebra.epub', 2_000, ['\\lambda_1', 'A x = b', 'Ax=b', 'x_1 + x_2'], []],
  [
    'epub-books/zh-d2l-part1.epub',
    500,
    ['\\frac{1}{n}', '1/n', '\\hat{y}', '\\mathbf{w}^\\top \\mathbf{x} + b', '\\partial L'],
    ['\\text{prod}'],
  ],
  [
    'epub-books/zh-oiwiki-string.epub',
    500,
    ['O(n\\log n)', '|s|', 's[i]', '\\pi[i]', 'O(n)'],
    [
      'string',
      'pat',
      '\\begin{array}{ll} \\textbf{int}\\ delta2(\\textbf{int}\\ j) \\quad\\textbf{//}\\ \\text{j为失配字符在pat上对应字符的位置} \\\\ \\qquad\\qquad\\textbf{return}\\ patlastpos-rpr(j) \\\\ \\end{array}',
      'string',
      'patlen',
      'pat',
      '\\operatorname{endpos}',
      '\\operatorname{endpos}',
      '\\textit{last}',
      'cur',
      'cnt',
    ],
  ],
])('formulas of the book %s are located and found by their TeX', async (file, least, queries, searchedAsText) => {
  const job = await importFile(importDependenciesOf(shop.platform), corpusPath(file), { publish: true });
  expect(job.stage).toBe('done');
  const { rows } = await shop.platform.db.pool.query<{ latex: string; size: number; block_text: string; text: string; found: boolean }>(
    `select f.latex, f.size, f.block_text, d.block_id is not null as found from search_formula f join book_version v on v.search_key = f.search_key
     left join publication_block d on d.version_id = v.id and d.block_id = f.block_id where v.id = $1 order by f.position`,
    [job.versionId],
  );
  expect(rows.length).toBeGreaterThan(least);
  expect(rows.filter(({ found }) => !found)).toEqual([]);
  for (const q of queries) expect(await count(q), q).toBeGreaterThan(0);
  // Searches a sample of the book's formulas by their own TeX, as a reader would copy it.
  const sample = rows.filter(({ size }, index) => size > 2 && size < 90 && index % Math.ceil(rows.length / 60) === 0);
  expect(sample.length).toBeGreaterThan(SAMPLE_MIN);
  const lost: string[] = [];
  for (const { latex } of sample) if ((await count(latex)) === 0) lost.push(latex);
  // TeX that consists of words alone or contains Chinese is searched as text (`toFormulaTsquery`), so these formulas are not found.
  expect(lost).toEqual(searchedAsText);
});
