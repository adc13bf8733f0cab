import { describe, expect, it } from 'vitest';
import { manuals } from '../../platform/messages/zh-cn/manuals/manuals.ts';
import { searchManuals } from './search-manuals.ts';

const idsOf = (typed: string): string[] => searchManuals(manuals, typed).map(({ article }) => article.id);

describe('search in the manuals', () => {
  it('finds by one character, by several words in any order, and in full-width letters', () => {
    expect(idsOf('码').length).toBeGreaterThan(0);
    expect(idsOf('导出 笔记')).toEqual(idsOf('笔记 导出'));
    expect(idsOf('导出 笔记')).toContain('my-notes');
    expect(idsOf('Ｍａｒｋｄｏｗｎ')).toEqual(idsOf('markdown'));
  });

  it('puts articles whose title speaks of it first, and says the sentence that does', () => {
    const [first] = searchManuals(manuals, '登录');
    expect(first?.article.title).toContain('登录');
    const hit = searchManuals(manuals, 'Markdown')[0];
    expect(hit?.sentence).toContain('Markdown');
  });

  it('finds nothing for no words, and for words that stand nowhere', () => {
    expect(idsOf('  ')).toEqual([]);
    expect(idsOf('量子色动力学')).toEqual([]);
  });
});

describe('a manual', () => {
  it.each(manuals.map((manual) => [manual.title, manual] as const))(
    '%s: every article has an id of its own and leads somewhere that exists',
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
