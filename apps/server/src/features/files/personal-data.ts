/** The files slice's part of a user's personal data: their files and data exports. */
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError } from '../../gateways/object-storage/object-storage.ts';
import { type ExportedFile, exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteExportsOf, listExportsOf } from './data-export-store.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { listFilesToExport, removeFilesOf } from './store.ts';
import { type StoredFile, viewFile } from './user-file.ts';

type Parts = Pick<FileDependencies, 'objects' | 'clock' | 'log'>;

/** Reads the content of a file. If its object is missing in the store, the export continues: the file is listed without content. */
const readFile = async function* ({ objects, log }: Parts, file: StoredFile): AsyncGenerator<Uint8Array> {
  if (file.sizeBytes === 0) return;
  try {
    const { stream } = await objects.get(contentKey(file.sha256));
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof ObjectNotFoundError)) throw error;
    log.error({ sha256: file.sha256 }, 'the object of a user file is missing');
  }
};

export const createFileData = (parts: Parts): PersonalDataHolder => ({
  slice: 'files',
  async exportOf(db, userId) {
    const files = await listFilesToExport(db, userId);
    const own = files.map(
      (file): ExportedFile => ({
        path: `files/${file.id}/${file.name}`,
        about: '您上传的文件与图片',
        bytes: file.sizeBytes,
        read: () => readFile(parts, file),
      }),
    );
    const list = files.map((file) => ({ ...viewFile(file), kind: file.kind, sha256: file.sha256 }));
    return [
      exportedJson('files.json', '您上传的文件与图片的清单', list),
      exportedJson('exports.json', '您何时要求过导出数据', await listExportsOf(db, userId)),
      ...own,
    ];
  },
  async eraseOf(tx, userId) {
    await deleteExportsOf(tx, userId);
    await removeFilesOf(tx, userId, parts.clock.now());
  },
});
