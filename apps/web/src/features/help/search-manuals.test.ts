import { describe, expect, it } from 'vitest';
import { manuals } from '../../platform/messages/zh-cn/manuals/manuals.ts';
import { searchManuals } from './search-manuals.ts';

const idsOf = (typed: string): string[] => searchManuals(manuals, typed).map(({ article }) => article.id);

describe('search in the manuals', () => {
  it('matches single characters, several words in any order, and full-width letters', () => {
    expect(idsOf('码').length).toBeGreaterThan(0);
    expect(idsOf('导出 笔记')).toEqual(idsOf('笔记 导出'));
    expect(idsOf('导出 笔记')).toContain('my-notes');
    expect(idsOf('Ｍａｒｋｄｏｗｎ')).toEqual(idsOf('markdown'));
  });

  it('lists articles with a match in the title first, and shows the matching sentence', () => {
    const [first] = searchManuals(manuals, '登录');
    expect(first?.article.title).toContain('登录');
    const hit = searchManuals(manuals, 'Markdown')[0];
    expect(hit?.sentence).toContain('Markdown');
  });

  it('finds nothing for an empty query or for words that do not occur', () => {
    expect(idsOf('  ')).toEqual([]);
    expect(idsOf('量子色动力学')).toEqual([]);
  });
});

describe('a manual', () => {
  it.each(manuals.map((manual) => [manual.title, manual] as const))(
    '%s has a unique id for every article, and its links lead to existing pages',
    (_, manual) => {
      const ids = manual.articles.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, lead, steps = [], notes = [], terms = [], goTo } of manual.articles) {
        expect(id).toMatch(/^[a-z][a-z0-9-]{1,40}$/);
        expect(lead).not.toBe('');
        expect(steps.length + notes.length + terms.length).toBeGreaterThan(0);
        expect(goTo?.to ?? '/').toMatch(/^\//);
      }
    },
  );
});
