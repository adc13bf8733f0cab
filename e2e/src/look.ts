/** How a page looks at the three promised sizes: loaded once, its window then made smaller. */
import { faultsOf } from './accessibility.ts';
import { sizes, type Visitor } from './browser.ts';
import { settle } from './settle.ts';

/** Pictures at the three sizes, and what a machine finds: at each size, or only at the narrowest. */
export const look = async ({ page, picture }: Visitor, name: string, judged: 'each' | 'narrowest' = 'each'): Promise<string[]> => {
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await settle(page);
    await picture(`${name}-${size}`);
    if (judged === 'each' || size === 'phone') faults.push(...(await faultsOf(page)).map((fault) => `${name} ${size}: ${fault}`));
  }
  await page.setViewportSize(sizes.desktop);
  return faults;
};
