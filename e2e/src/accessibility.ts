/** What a machine can judge of the screen as it stands: accessibility, and whether anything is wider than the window. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** As sentences, `rule: element why`. Books in their frames are not ours to judge. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  // What moves in is judged where it comes to rest.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .exclude('iframe')
    .analyze();
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200) ?? ''}`),
  );
  const overflow = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    return [
      ...(scrollWidth > innerWidth ? [`${scrollWidth - innerWidth} px wider than the window`] : []),
      // The content scrolls; a window that scrolls too takes the title bar away.
      ...(scrollHeight > innerHeight ? [`${scrollHeight - innerHeight} px taller than the window`] : []),
    ];
  });
  return [...faults, ...overflow];
};
