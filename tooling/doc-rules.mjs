// Rules about documents: a comment or a document cites only documents of this repository.

/** Names of Markdown files that do not mean a document of the repository: examples, patterns, file names in other packages. */
const NOT_CITED = /^(?:notes|readme|changelog|name|license)\.md$/i;

const CITATION = /(?<![\w*<>{}$-])((?:\.{1,2}\/)*(?:[\w.-]+\/)*[\w-]+\.md)\b/g;

/** Removes `./` and resolves `../` of a path that is given as its parts. */
const normalize = (parts) => {
  const out = [];
  for (const part of parts) {
    if (part === '..') out.pop();
    else if (part !== '.' && part !== '') out.push(part);
  }
  return out.join('/');
};

const folderOf = (file) => file.split('/').slice(0, -1);

/**
 * Returns the text of a file in which citations are searched: the comments of a source file, and the whole text of a document. Other text
 * is replaced by its line breaks, so that line numbers stay the same.
 */
const proseOf = (file, text) =>
  file.endsWith('.md')
    ? text
    : text
        .split('\n')
        .map((line) => {
          const start = file.endsWith('.sql') ? line.indexOf('--') : line.search(/\/\*|(?<!:)\/\/|^\s*\*/);
          return start < 0 ? '' : line.slice(start);
        })
        .join('\n');

/**
 * Returns the citations in `text` of documents that `documents` (paths of all Markdown files) does not have, as `{ line, text }`. A name is
 * looked up beside the citing file, at the root and, as a bare name, in `docs` and its folders.
 */
export const missingDocuments = (file, text, documents) => {
  const findings = [];
  proseOf(file, text)
    .split('\n')
    .forEach((line, index) => {
      for (const [, cited] of line.matchAll(CITATION)) {
        if (NOT_CITED.test(cited.split('/').at(-1))) continue;
        const candidates = [
          normalize([...folderOf(file), ...cited.split('/')]),
          normalize(cited.split('/')),
          ...['docs', 'docs/flows', 'docs/decisions'].map((folder) => normalize([folder, ...cited.split('/')])),
        ];
        if (!candidates.some((candidate) => documents.has(candidate)))
          findings.push({ line: index + 1, text: `引用了仓库里没有的文档 ${cited}：改为 docs/ 里的文档，或去掉引用` });
      }
    });
  return findings;
};

/** Names of documents outside of the repository: the original specification, and tasks by their number. */
const OUTSIDE = /\bproduct spec(?:ification)?\b|\bissue #?\d+\b/gi;
const SECTION = /(?<![\w/-])([\w-]+\.md)((?:,? (?:and )?§\d+(?:\.\d+)?)+)/g;

/**
 * Returns the citations in `text` of documents outside of the repository, and of sections (`limits.md §3`) that a document in `docs` does
 * not have, as `{ line, text }`. `read` returns the text of a document, or undefined.
 */
export const missingSections = (file, text, read) => {
  const findings = [];
  proseOf(file, text)
    .split('\n')
    .forEach((line, index) => {
      for (const [cited] of line.matchAll(OUTSIDE))
        findings.push({ line: index + 1, text: `引用了仓库外的文档“${cited}”：写成 specification.md §N 或 docs/ 里的其他文档` });
      for (const [, document, sections] of line.matchAll(SECTION)) {
        const cited = read(`docs/${document}`);
        if (cited === undefined) continue;
        for (const [number] of sections.matchAll(/\d+(?:\.\d+)?/g))
          if (!new RegExp(`^#+ ${number.replace('.', '\\.')}[. ]`, 'm').test(cited))
            findings.push({ line: index + 1, text: `${document} 没有第 ${number} 节` });
      }
    });
  return findings;
};

/** Pattern of folders that a build or a test run makes. */
const MADE = /\/(?:out|dist[\w-]*)(?:\/|$)/;
const PATH = /^(?:apps|packages|e2e|bench|tooling|demo|deploy|docs)\/[\w@./-]+$/;
const FILE = /^[\w.-]*[\w-]\/?(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql|md)$/;

/**
 * Returns the files that a document names in links and inline code and that are not among `files`. A partial path may be the end of a
 * file's path.
 */
export const missingFiles = (file, text, files) => {
  const ends = (name) => files.has(name) || [...files].some((each) => each.endsWith(`/${name}`));
  const folders = (name) => [...files].some((each) => each.startsWith(`${name.replace(/\/$/, '')}/`));
  const findings = [];
  text.split('\n').forEach((line, index) => {
    const say = (name) => findings.push({ line: index + 1, text: `${name} 不存在：文件可能改了名` });
    for (const [, target] of line.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const name = normalize([...folderOf(file), ...target.split('/')]);
      if (!files.has(name) && !folders(name)) say(target);
    }
    for (const [, code] of line.matchAll(/`([^`]+)`/g)) {
      if (/[<>*…{}\s$]/.test(code) || MADE.test(code)) continue;
      if (PATH.test(code)) {
        if (!files.has(code) && !folders(code)) say(code);
      } else if (FILE.test(code) && !ends(code)) say(code);
    }
  });
  return findings;
};
