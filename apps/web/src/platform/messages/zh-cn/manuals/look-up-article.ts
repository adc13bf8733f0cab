/** Articles of the students' manual about what a passage can be looked up in, and what documents of a book can do. */
import { interactiveBooksArticle } from './interactive-books-article.ts';
import type { ManualArticle } from './manual.ts';

const lookUpArticle: ManualArticle = {
  id: 'look-up',
  title: '查词和翻译',
  lead: '登录后选中文字就能查词典或翻译，不用离开这一页。学校或出版社提供了词典、翻译，菜单里才有这一项。',
  steps: [
    '选中一个词或一句话，点“查词翻译”。词典从选中的开头找最长的词，列出拼音、释义和词典的名称。',
    '点“翻译这段文字”：中文译成英文，其他文字译成中文。',
    '点“关闭”或按 Esc 回到原处，选中的文字还在。',
  ],
  notes: ['查词和翻译需要网络，只送出选中的文字，不送出您是谁。', '每个词条下面写着词典的许可，引用时请遵守。'],
};

export const lookUpArticles: readonly ManualArticle[] = [lookUpArticle, interactiveBooksArticle];
