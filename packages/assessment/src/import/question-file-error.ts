/** The error of a file of questions that cannot be read at all. Pure. */

const SENTENCES = {
  empty: '文件是空的',
  tooLarge: '文件太大',
  wrongType: '不认识这种文件：可以导入 QTI 题包（zip、xml）、Moodle XML、GIFT、Aiken、Word（docx）与 Excel（xlsx）',
  oldOffice: '这是旧版 Office 文件：请在 Word、WPS 或 Excel 里另存为 docx 或 xlsx，再导入',
  encrypted: '文件有密码：请去掉密码后再导入',
  damaged: '文件已损坏或不完整',
  tooManyEntries: '压缩包里的文件太多',
  tooLargeUnpacked: '解压后的内容太大',
  ratio: '压缩比异常，疑似压缩炸弹',
  unsafeName: '压缩包里有不安全的文件名',
  overlap: '压缩包里的数据互相重叠，疑似压缩炸弹',
  repeatedName: '压缩包里有同名的文件',
  method: '压缩包用了不支持的压缩方法',
  doctype: 'XML 里有 DTD 或实体声明，不能使用',
  malformedXml: 'XML 写法有误',
  largeXml: 'XML 太复杂：层数、元素或属性过多',
  encoding: '文字编码不能识别：请保存为 UTF-8',
  noManifest: '压缩包里没有 imsmanifest.xml，不是 QTI 题包',
  noColumns: '表格里没有“题干”和“答案”两列：请用导出的表格作模板',
  noItems: '文件里没有题目',
  tooManyItems: '文件里的题目太多，请分成几个文件',
} as const;
export type QuestionFileProblem = keyof typeof SENTENCES;

/** Thrown when a file of questions cannot be read. The message is a Chinese sentence for the teacher who chose the file. */
export class QuestionFileError extends Error {
  override readonly name = 'QuestionFileError';
  readonly problem: QuestionFileProblem;
  constructor(problem: QuestionFileProblem, options?: ErrorOptions) {
    super(SENTENCES[problem], options);
    this.problem = problem;
  }
}
