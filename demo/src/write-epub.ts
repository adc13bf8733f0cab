/** Writes a book's folder as an EPUB 3.3 file: package document, navigation, NCX for old readers, documents, resources. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { BookSource } from './book-source.ts';
import { highlightListings } from './highlight-python.ts';

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface PackagedFile {
  /** Path inside `EPUB/`. */
  readonly href: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

const readFolder = async (folder: string, name: string): Promise<PackagedFile[]> => {
  const entries = await readdir(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(
    entries.toSorted().map(async (entry) => {
      const mediaType = MEDIA_TYPES[path.extname(entry)];
      if (mediaType === undefined) throw new Error(`${folder}/${name}/${entry}: no media type for this kind of file`);
      return { href: `${name}/${entry}`, bytes: new Uint8Array(await readFile(path.join(folder, name, entry))), mediaType };
    }),
  );
};

const documentOf = (book: BookSource, chapter: BookSource['chapters'][number], body: string): string => {
  const styles = book.styles.map((style) => `<link rel="stylesheet" type="text/css" href="../style/${style}"/>`).join('');
  const viewport =
    book.viewport === undefined ? '' : `<meta name="viewport" content="width=${book.viewport.width}, height=${book.viewport.height}"/>`;
  const className = book.className === '' ? '' : ` class="${book.className}"`;
  const type = chapter.type === undefined ? '' : ` epub:type="${chapter.type}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${book.language}" lang="${book.language}"${className}>
<head><meta charset="UTF-8"/><title>${escapeXml(chapter.title)}</title>${viewport}${styles}</head>
<body${type}>
${body.trim()}
</body>
</html>
`;
};

/** Returns the `properties` attribute (EPUB 3.3) of a document's manifest item, by what the document contains. */
const propertiesOf = (body: string): string => {
  const properties: string[] = [];
  if (/<math[\s>]|<m:math[\s>]/.test(body)) properties.push('mathml');
  if (/<svg[\s>]/.test(body)) properties.push('svg');
  return properties.length === 0 ? '' : ` properties="${properties.join(' ')}"`;
};

const navigationOf = (book: BookSource, pages: readonly { href: string; label: string }[]): string => {
  const entries = book.chapters
    .filter((chapter) => !chapter.hidden)
    .map((chapter) => {
      const sections = chapter.sections
        .map((section) => `<li><a href="text/${chapter.file}#${section.id}">${escapeXml(section.title)}</a></li>`)
        .join('');
      return `<li><a href="text/${chapter.file}">${escapeXml(chapter.title)}</a>${sections === '' ? '' : `<ol>${sections}</ol>`}</li>`;
    })
    .join('\n');
  const landmarks = book.chapters
    .filter((chapter) => chapter.type !== undefined)
    .map((chapter) => `<li><a epub:type="${chapter.type}" href="text/${chapter.file}">${escapeXml(chapter.title)}</a></li>`)
    .join('');
  const pageList =
    pages.length === 0
      ? ''
      : `<nav epub:type="page-list" hidden="hidden"><h2>页码</h2><ol>${pages.map((page) => `<li><a href="${page.href}">${escapeXml(page.label)}</a></li>`).join('')}</ol></nav>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${book.language}" lang="${book.language}">
<head><meta charset="UTF-8"/><title>目录</title></head>
<body>
<nav epub:type="toc"><h1>目录</h1><ol>
${entries}
</ol></nav>
${landmarks === '' ? '' : `<nav epub:type="landmarks" hidden="hidden"><h2>导览</h2><ol>${landmarks}</ol></nav>`}
${pageList}
</body>
</html>
`;
};

const ncxOf = (book: BookSource): string => {
  let order = 0;
  const point = (title: string, href: string, children = ''): string => {
    order += 1;
    return `<navPoint id="p${order}" playOrder="${order}"><navLabel><text>${escapeXml(title)}</text></navLabel><content src="${href}"/>${children}</navPoint>`;
  };
  const points = book.chapters
    .filter((chapter) => !chapter.hidden)
    .map((chapter) => {
      const open = point(chapter.title, `text/${chapter.file}`);
      const sections = chapter.sections.map((section) => point(section.title, `text/${chapter.file}#${section.id}`)).join('');
      return open.replace('</navPoint>', `${sections}</navPoint>`);
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${book.language}">
<head><meta name="dtb:uid" content="${escapeXml(book.identifier)}"/></head>
<docTitle><text>${escapeXml(book.title)}</text></docTitle>
<navMap>${points.join('\n')}</navMap>
</ncx>
`;
};

const metadataOf = (book: BookSource): string => {
  const meta = (property: string, value: string, refines = ''): string =>
    `<meta property="${property}"${refines === '' ? '' : ` refines="#${refines}"`}>${escapeXml(value)}</meta>`;
  const contributors = book.contributors.map((contributor, index) => {
    const element = contributor.role === 'aut' ? 'creator' : 'contributor';
    const id = `c${index + 1}`;
    return `<dc:${element} id="${id}">${escapeXml(contributor.name)}</dc:${element}><meta refines="#${id}" property="role" scheme="marc:relators">${contributor.role}</meta>${contributor.fileAs === undefined ? '' : meta('file-as', contributor.fileAs, id)}`;
  });
  const { accessibility } = book;
  return [
    `<dc:identifier id="pub-id">${escapeXml(book.identifier)}</dc:identifier>`,
    book.isbn === undefined ? '' : `<dc:identifier>urn:isbn:${book.isbn}</dc:identifier>`,
    `<dc:title id="t1">${escapeXml(book.title)}</dc:title>${meta('title-type', 'main', 't1')}`,
    book.subtitle === undefined ? '' : `<dc:title id="t2">${escapeXml(book.subtitle)}</dc:title>${meta('title-type', 'subtitle', 't2')}`,
    `<dc:language>${book.language}</dc:language>`,
    ...contributors,
    `<dc:publisher>${escapeXml(book.publisher)}</dc:publisher>`,
    book.placeOfPublication === undefined ? '' : meta('schema:locationCreated', book.placeOfPublication),
    `<dc:date>${book.published}</dc:date>`,
    `<dc:description>${escapeXml(book.description)}</dc:description>`,
    `<dc:rights>${escapeXml(book.rights)}</dc:rights>`,
    ...book.subjects.map((subject) => `<dc:subject>${escapeXml(subject)}</dc:subject>`),
    meta('dcterms:modified', book.modified),
    ...(book.layout === 'pre-paginated'
      ? [meta('rendition:layout', 'pre-paginated'), meta('rendition:spread', 'auto'), meta('rendition:orientation', 'auto')]
      : []),
    ...accessibility.modes.map((mode) => meta('schema:accessMode', mode)),
    ...accessibility.sufficient.map((modes) => meta('schema:accessModeSufficient', modes)),
    ...accessibility.features.map((feature) => meta('schema:accessibilityFeature', feature)),
    ...accessibility.hazards.map((hazard) => meta('schema:accessibilityHazard', hazard)),
    meta('schema:accessibilitySummary', accessibility.summary),
  ]
    .filter((line) => line !== '')
    .join('\n');
};

/** Returns the bytes of the EPUB of a book; equal sources give equal bytes. Throws when a chapter or the cover is missing. */
export const writeEpub = async (folder: string, book: BookSource): Promise<Uint8Array> => {
  const resources = (await Promise.all(['style', 'images', 'media'].map((name) => readFolder(folder, name)))).flat();
  if (!resources.some((file) => file.href === `images/${book.cover}`)) throw new Error(`${folder}: cover images/${book.cover} is missing`);
  const pages: { href: string; label: string }[] = [];
  const documents = await Promise.all(
    book.chapters.map(async (chapter) => ({
      chapter,
      body: highlightListings(await readFile(path.join(folder, 'text', chapter.file), 'utf8')),
    })),
  );
  for (const { chapter, body } of documents) {
    for (const mark of body.matchAll(/<span[^>]*epub:type="pagebreak"[^>]*>/g)) {
      const id = /\sid="([^"]+)"/.exec(mark[0])?.[1];
      const label = /\saria-label="([^"]+)"/.exec(mark[0])?.[1];
      if (id === undefined || label === undefined) throw new Error(`${chapter.file}: a page break needs id and aria-label`);
      pages.push({ href: `text/${chapter.file}#${id}`, label });
    }
  }

  const manifest = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    ...documents.map(
      ({ chapter, body }, index) =>
        `<item id="d${index + 1}" href="text/${chapter.file}" media-type="application/xhtml+xml"${propertiesOf(body)}/>`,
    ),
    ...resources.map(
      (file, index) =>
        `<item id="r${index + 1}" href="${file.href}" media-type="${file.mediaType}"${file.href === `images/${book.cover}` ? ' properties="cover-image"' : ''}/>`,
    ),
  ];
  const spine = documents.map(({ chapter }, index) => {
    const spread =
      chapter.spread === undefined
        ? ''
        : ` properties="${chapter.spread === 'center' ? 'rendition:page-spread-center' : `page-spread-${chapter.spread}`}"`;
    return `<itemref idref="d${index + 1}"${chapter.linear ? '' : ' linear="no"'}${spread}/>`;
  });
  const packageDocument = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="pub-id" xml:lang="${book.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadataOf(book)}
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine toc="ncx" page-progression-direction="${book.progression}">
${spine.join('\n')}
</spine>
</package>
`;
  const container =
    '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n';

  const mtime = new Date(book.modified);
  const stored = { level: 0, mtime } as const;
  const packed = { level: 9, mtime } as const;
  const files: Zippable = {
    mimetype: [strToU8('application/epub+zip'), stored],
    'META-INF/container.xml': [strToU8(container), packed],
    'EPUB/package.opf': [strToU8(packageDocument), packed],
    'EPUB/nav.xhtml': [strToU8(navigationOf(book, pages)), packed],
    'EPUB/toc.ncx': [strToU8(ncxOf(book)), packed],
  };
  for (const { chapter, body } of documents) files[`EPUB/text/${chapter.file}`] = [strToU8(documentOf(book, chapter, body)), packed];
  for (const file of resources)
    files[`EPUB/${file.href}`] = [file.bytes, /^(audio|video|image\/(png|jpeg|webp))/.test(file.mediaType) ? stored : packed];
  return zipSync(files);
};
