/** Words by which the files and copied texts of other reading apps are recognized and read, in the languages of these apps. */

/** The text that WeChat Read copies. */
export const wereadPhrases = {
  name: /来自微信读书/,
  end: /^-{1,2}\s*来自微信读书/,
  title: /^《(.+)》$/,
  titleLine: /^\s*\ufeff?《.+》\s*$/m,
  count: /^\d+\s*[个個条]笔记$/,
  thought: /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})\s*(?:发表想法|發表想法)$/,
  quoted: /^(?:原文|划线)[：:]\s*/,
} as const;

/** Kindle's clippings, Chinese and English. */
export const kindlePhrases = {
  meta: /^\s*-\s.*(?:\||添加于|Added on)/im,
  bookmark: /书签|書籤|bookmark/i,
  note: /笔记|筆記|备注|your note|- note/i,
  highlight: /标注|標註|醒目|highlight|文章剪切|clip/i,
  location: /(?:位置|location|loc\.)\s*#?\s*(\d{1,9})(?:\s*-\s*#?(\d{1,9}))?/i,
  time: /(\d{4})年(\d{1,2})月(\d{1,2})日[^\d]*?(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?/,
  afternoon: '下午',
} as const;
