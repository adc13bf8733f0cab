/**
 * `npm run bench`: measures the product and prints a table for each section. `--only a,b` runs some sections; `--write` writes the tables
 * to docs/performance.md; `--compare` prints each ratio beside the one in that file, and those that are worse by more than 20 % in red.
 */
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { measureAccount } from './account-speed.ts';
import { measureExam } from './assignment-load.ts';
import { measureSizes } from './bundle-size.ts';
import { measureCatalog } from './catalog-scale.ts';
import { committedRatios, compareFigures, comparisonLines } from './compare.ts';
import { measureDesktop } from './desktop-start.ts';
import { runDurability } from './durability.ts';
import { measureEventLoop } from './event-loop-delay.ts';
import type { Figure } from './figure.ts';
import { measureGrades } from './grades-speed.ts';
import { measureImport } from './import-speed.ts';
import { measureLibrary } from './library-speed.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureOffline } from './offline/offline-speed.ts';
import { measureOpening } from './reading/opening-speed.ts';
import { measureReading } from './reading/reading-speed.ts';
import { circumstances, PAGE, printFigures, writeFigures } from './report.ts';
import { measureRoyalties } from './royalties-speed.ts';
import { measureSearch } from './search-speed.ts';
import { measureServer } from './server-start.ts';
import { measureServing } from './serving-cost.ts';
import { measureSlider } from './slider-gestures.ts';
import { measureStatistics } from './statistics-speed.ts';
import { runSyncDurability } from './sync-durability.ts';

const sections: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
  import: { title: 'Import', measure: measureImport },
  server: { title: 'Server', measure: measureServer },
  serving: { title: 'Serving', measure: measureServing },
  opening: { title: 'Opening', measure: measureOpening },
  offline: { title: 'Offline', measure: measureOffline },
  desktop: { title: 'Desktop client', measure: measureDesktop },
  reading: { title: 'Reading', measure: measureReading },
  sizes: { title: 'Sizes', measure: measureSizes },
  search: { title: 'Search', measure: measureSearch },
  eventLoop: { title: 'Event loop', measure: measureEventLoop },
  library: { title: 'Library', measure: measureLibrary },
  catalog: { title: 'Catalog', measure: measureCatalog },
  lighthouse: { title: 'Lighthouse', measure: measureLighthouse },
  account: { title: 'Account', measure: measureAccount },
  grades: { title: 'Grades', measure: measureGrades },
  exam: { title: 'Exam', measure: measureExam },
  royalties: { title: 'Royalties', measure: measureRoyalties },
  statistics: { title: 'Statistics', measure: measureStatistics },
  slider: { title: 'Slider', measure: measureSlider },
  durability: { title: 'Durability', measure: async () => [...(await runDurability()), ...(await runSyncDurability())] },
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false }, compare: { type: 'boolean', default: false } },
});
const wanted = values.only?.split(',') ?? Object.keys(sections);
const unknown = wanted.filter((name) => !(name in sections));
if (unknown.length > 0) throw new Error(`no section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}`);

const load = (): number => os.loadavg()[0] ?? 0;
for (const name of wanted) {
  const section = sections[name];
  if (section === undefined) continue;
  const before = load();
  const figures = await section.measure();
  const measured = circumstances(before, load());
  printFigures(`${section.title} (${measured})`, figures);
  if (values.compare) console.log(comparisonLines(compareFigures(figures, committedRatios(await readFile(PAGE, 'utf8'), name))).join('\n'));
  if (values.write) await writeFigures(name, figures, measured);
}
