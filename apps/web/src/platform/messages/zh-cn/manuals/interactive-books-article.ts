/** The article of the students' manual about interactive documents. */
import type { ManualArticle } from './manual.ts';

export const interactiveBooksArticle: ManualArticle = {
  id: 'interactive-books',
  title: '打开书里的互动内容',
  lead: '有的书里有可以操作的演示和练习。它们是书里的程序，出版社的两位编辑审核过才会出现，您同意以后才运行。',
  steps: [
    '翻到有互动内容的一页，页面下方会出现“打开互动内容”。点它，就在原来的页面上运行。',
    '像在网页里一样操作。您做到哪里，互动内容保存的数据会跟着账号到别的设备。',
    '想回到没有程序的正文，点“看静态的正文”；以后翻到这里不再自动运行，随时可以再打开。',
    '想从头来过，点“清除它保存的数据”。',
  ],
  notes: [
    '互动内容不能上网，看不到您的账号、笔记和别的书。',
    '划线、笔记和搜索在静态的正文里使用。离线下载的书没有互动内容。',
    '书有了新版本，出版社要重新审核，您也会再被问一次。',
  ],
};
