// The project rules for a single file, by its path and its text. Each finding says what to do instead.

const isSource = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('demo/books/');

/** Files with Chinese that users do not see: names of fonts, and patterns of footnotes in books. */
const readsChinese = [
  'packages/reading-engine/src/style/faces.ts',
  'packages/reading-engine/src/input/follow-link.ts',
  'packages/reading-engine/src/speech/chinese-reading.ts',
];

/**
 * Forms that send nothing: the search box and the command palette open what the user chose. The note editor stores every keystroke in the
 * drafts of annotations and may restore or discard it.
 */
const formsWithoutHook = [
  'apps/web/src/features/catalog/search-box.tsx',
  'apps/web/src/features/annotation/note-editor.tsx',
  'apps/web/src/areas/admin/screens/admin-palette.tsx',
];

/** Returns whether a file contains the patterns that the rules search for, so that these rules cannot apply to it. */
const namesPatterns = (file) => /^tooling\/(file|project)-rules/.test(file);

const withoutComments = (line) =>
  line
    .replace(/\/\/.*$/, '')
    .replace(/\/\*.*?\*\//g, '')
    .replace(/^\s*(\/\*|\*).*$/, '');

/**
 * Returns the findings in a file as `{ line, text }`; line 0 is the file itself. `read` returns its text, and is not called for files that
 * are checked by name only.
 */
export const findingsOfFile = (file, read) => {
  const findings = [];
  const report = (line, text) => findings.push({ line, text });
  if (
    !/^(README\.md|DEVELOPERS\.md|LICENSE)$/.test(file) &&
    /^(apps|packages|e2e|bench|tooling|docs)\//.test(file) &&
    !/^([a-z0-9./@_-]+|packages\/[a-z-]+\/LICENSE)$/.test(file)
  ) {
    report(0, '文件名须为 kebab-case 小写');
  }
  if (/(^|\/)(utils?|helpers?|common|misc|new|index2)\.(ts|tsx)$/.test(file))
    report(0, '文件名要说明它做什么，而不是 utils、helpers、common');
  if (!isSource(file)) return findings;
  const text = read(file);
  if (!/^packages\/[^/]+\/src\/index\.ts$/.test(file) && /^export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s/m.test(text))
    report(0, '只有包自己的 index.ts 可以转出别处的内容：请从定义它的文件引用');
  for (const [, given, name] of text.matchAll(/\bclass (\w+) extends \w*Error\b[^{]*\{\s*override readonly name = '(\w+)'/g))
    if (name !== given) report(0, `错误类 ${given} 的 name 须与类同名，现在是 ${name}`);
  const lines = text.split('\n');
  // The index of the contract is written by `make-contract-index.mjs`: one line for each file.
  if (lines.length > 450 && file !== 'packages/contract/src/index.ts') report(0, `${lines.length} 行：一个文件只做一件事，请拆分`);
  const isTest = /\.test\.tsx?$/.test(file);
  // Whether users see the texts in this file. They belong in the one message catalog, so Chinese text in the code of the client and the
  // engine is reported.
  const isShown =
    /^(apps\/web\/src\/(app|areas|features)|packages\/(ui|reading-engine)\/src)\/.*\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\/testing\//.test(file) &&
    !readsChinese.includes(file);
  // Whether the file must use the form controls of the component kit instead of native ones (docs/decisions/0019-component-kit.md).
  const usesKit = /^apps\/web\/src\/.*\.tsx$/.test(file) && !isTest;
  const needsFormHook = usesKit && !/\bhandleSubmit\(/.test(text) && !formsWithoutHook.includes(file);
  let before = '';
  lines.forEach((line, index) => {
    const number = index + 1;
    // Two comments in a row are reported: the first one has lost the code that it described. The first line of a file is excepted, because
    // it is the file's header.
    if (number > 2 && line.trimStart().startsWith('/**') && /^\s*\/\*\*.*\*\/$/.test(before))
      report(number, '两条说明相连：上一条离开了它所说明的代码');
    if (!namesPatterns(file)) {
      if (/\b(TODO|FIXME|XXX)\b/.test(line)) report(number, '未完成的标记不能留在代码里');
      if (/catch\s*(\([^)]*\))?\s*\{\s*\}/.test(line)) report(number, '不能有空的 catch：说明为何可以忽略，或处理它');
      if (isTest && /\.(only|skip|todo)\(/.test(line)) report(number, '测试不能跳过或独占');
      if (isTest && /\.(runIf|skipIf)\(/.test(line) && !/\/\/ Skipped\b.{10,}/.test(before))
        report(number, '有条件的测试须在上一行说明何处为何跳过：// Skipped where …: …');
    }
    if (isShown && /[\u4e00-\u9fff]/.test(withoutComments(line)))
      report(number, '界面文字放进 platform/messages/zh-cn，不写在这里；阅读引擎的文字由嵌入它的一方给出');
    if (usesKit && /<(input|select|textarea)\b/.test(withoutComments(line)))
      report(number, '表单控件请用 @shufang/ui 的组件（TextField、Input、Select、CheckboxOption、FileButton 等），不直接写 HTML 元素');
    if (needsFormHook && /<form\b|\bas="form"/.test(withoutComments(line)))
      report(number, '表单用 platform/forms/use-form.ts：onSubmit 来自它的 handleSubmit，校验、错误和焦点都由它负责');
    before = line;
  });
  return findings;
};
