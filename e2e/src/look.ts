/** How a page looks at the promised sizes: loaded once, its window then resized. */
import { faultsOf, makeOf, overflowOf } from './accessibility.ts';
import { type SizeName, sizes, type Visitor } from './browser.ts';
import { settle } from './settle.ts';

/** What was judged in this file of frames and of what stands in them, by their make. */
const judged = new Set<string>();

/** Whether the judge has not seen such a frame or such a content at this size. */
const isNew = async ({ page }: Visitor, size: SizeName): Promise<boolean> => {
  const { frame, content } = await makeOf(page);
  const makes = [frame, content].map((make) => `${size} ${make}`);
  const isKnown = makes.every((make) => judged.has(make));
  for (const make of makes) judged.add(make);
  return !isKnown;
};

const lookAt = async (visitor: Visitor, name: string, size: SizeName, isJudged: boolean): Promise<string[]> => {
  const { page, picture } = visitor;
  await page.setViewportSize(sizes[size]);
  await settle(page);
  await picture(`${name}-${size}`);
  const faults = await (isJudged && (await isNew(visitor, size)) ? faultsOf(page) : overflowOf(page));
  return faults.map((fault) => `${name} ${size}: ${fault}`);
};

/** Pictures at the three sizes, and what a machine finds at each. */
export const look = async (visitor: Visitor, name: string): Promise<string[]> => {
  const faults: string[] = [];
  for (const size of ['desktop', 'tablet', 'phone'] as const) faults.push(...(await lookAt(visitor, name, size, true)));
  await visitor.page.setViewportSize(sizes.desktop);
  return faults;
};

/** The same for a state of a page that is otherwise known: judged in the narrowest layout, and seen at the other sizes where its like was not seen before. */
export const lookAtState = async (visitor: Visitor, name: string): Promise<string[]> => {
  const { page, picture } = visitor;
  await page.setViewportSize(sizes.phone);
  await settle(page);
  await picture(`${name}-phone`);
  if (!(await isNew(visitor, 'phone'))) return (await overflowOf(page)).map((fault) => `${name} phone: ${fault}`);
  const faults = (await faultsOf(page)).map((fault) => `${name} phone: ${fault}`);
  for (const size of ['tablet', 'desktop'] as const) faults.push(...(await lookAt(visitor, name, size, false)));
  return faults;
};
