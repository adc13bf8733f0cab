/** Reads the EPUB container (OCF): mimetype, container.xml and the choice of the package document. */
import type { Archive } from '../archive/archive.ts';
import { refusalOfKind } from '../archive/file-kind.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { PathIndex, resolveReference } from './paths.ts';
import { attribute, childElements, firstChild, parseXml } from './xml.ts';

const CONTAINER_PATH = 'META-INF/container.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';
const MIMETYPE = 'application/epub+zip';

/**
 * Returns the path of the package document. Refuses files that are no EPUB; repairs a missing or wrong container if there is only one
 * package document.
 */
export const findPackageDocument = (archive: Archive, findings: Findings): string => {
  const packages = [...archive.entries.keys()].filter((path) => path.toLowerCase().endsWith('.opf'));
  const index = new PathIndex(archive.entries.keys());
  const container = index.find(CONTAINER_PATH);
  if (!container && packages.length === 0) refuseOtherArchives(archive);
  checkMimetype(archive, findings);
  if (container) {
    const chosen = readContainer(archive, container.path, index, findings);
    if (chosen) return chosen;
  }
  const [only, ...others] = packages;
  if (only === undefined) throw new ImportRefusal('container.noPackage', '找不到书的包文件（.opf），无法确定书的内容');
  if (others.length > 0)
    throw new ImportRefusal('container.ambiguous', `缺少 ${CONTAINER_PATH}，且有多个包文件（.opf），无法确定以哪个为准`);
  findings.add({
    severity: 'repaired',
    code: 'container.missing',
    message: `${CONTAINER_PATH} 缺失或无效，已改用找到的包文件`,
    path: only,
  });
  return only;
};

const readContainer = (archive: Archive, path: string, index: PathIndex, findings: Findings): string | undefined => {
  const root = parseXml(archive.read(path), path, findings);
  const rootfiles = childElements(firstChild(root, 'rootfiles'), 'rootfile');
  const declared: string[] = [];
  for (const rootfile of rootfiles) {
    const fullPath = attribute(rootfile, 'full-path');
    const type = attribute(rootfile, 'media-type');
    if (!fullPath || (type !== undefined && type !== PACKAGE_TYPE)) continue;
    const reference = resolveReference('', fullPath);
    const found = reference.kind === 'inside' ? index.find(reference.path) : undefined;
    if (found) declared.push(found.path);
    else if (reference.kind !== 'inside' || reference.leaked) {
      throw new ImportRefusal('container.outside', '包文件的路径指向压缩包之外', { path });
    }
  }
  if (declared.length > 1) {
    findings.add({ severity: 'notice', code: 'container.renditions', message: `书内有 ${declared.length} 个版式，已采用第一个`, path });
  }
  return declared[0];
};

const checkMimetype = (archive: Archive, findings: Findings): void => {
  const note = (code: string, message: string): void => findings.add({ severity: 'repaired', code, message, path: 'mimetype' });
  const entry = archive.entries.get('mimetype');
  if (!entry) return note('mimetype.missing', '缺少 mimetype 文件，已按 EPUB 处理');
  const content = entry.bytes <= 256 ? archive.read('mimetype').toString('latin1') : '';
  if (content !== MIMETYPE) return note('mimetype.wrong', 'mimetype 文件内容不规范，已按 EPUB 处理');
  if (archive.firstPath !== 'mimetype') note('mimetype.order', 'mimetype 不是压缩包的第一个文件，已按 EPUB 处理');
};

const refuseOtherArchives = (archive: Archive): never => {
  const has = (path: string): boolean => archive.entries.has(path);
  const wrong = (name: string): never => {
    throw new ImportRefusal('file.wrongType', refusalOfKind(name));
  };
  if (has('word/document.xml')) return wrong(' Word 文档（.docx）');
  if (has('xl/workbook.xml')) return wrong(' Excel 表格（.xlsx）');
  if (has('ppt/presentation.xml')) return wrong(' PowerPoint 演示文稿（.pptx）');
  if (has('AndroidManifest.xml')) return wrong(' Android 应用（.apk）');
  if (has('META-INF/MANIFEST.MF')) return wrong(' Java 程序（.jar）');
  throw new ImportRefusal('container.notEpub', '压缩包里既没有 META-INF/container.xml，也没有包文件（.opf），不是 EPUB 电子书');
};
