/** Converts what a version contains of scripts to the object of the API for editors, and finds the version that a decision is about. */
import { type BookScripts, CodedError } from '@shufang/contract';
import { findReleasedVersion, type PublicationVersion } from '../../publication/versions/read-version.ts';
import { listScriptFiles } from '../../publication/versions/script-files.ts';
import type { Book } from '../book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBook } from '../find-books.ts';
import { findScriptApproval, type StoredApproval } from './script-approval-store.ts';

export type ScriptDependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'objects' | 'findUsers'>;

/** Our choice: what an editor reads of a file, and of all files together. */
const FILE_CHARS_MAX = 100_000;
const ALL_CHARS_MAX = 1_000_000;

/** Returns the book with its current version. Throws `catalog.bookNotFound`. */
export const requireCurrentVersion = async (
  { db }: Pick<ScriptDependencies, 'db'>,
  bookId: string,
): Promise<{ book: Book; version: PublicationVersion }> => {
  const book = await findBook(db.orm, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db.orm, book.currentVersionId);
  if (book === undefined || version === undefined) throw new CodedError('catalog.bookNotFound');
  return { book, version };
};

const approvalView = async (
  { findUsers }: ScriptDependencies,
  userId: string,
  { requestedBy, decidedBy, requestedAt, decidedAt, ...rest }: StoredApproval,
): Promise<NonNullable<BookScripts['approval']>> => {
  const users = await findUsers([requestedBy, ...(decidedBy === undefined ? [] : [decidedBy])]);
  return {
    state: rest.state,
    reason: rest.reason,
    reply: rest.reply,
    requestedAt,
    requestedBy: users.get(requestedBy)?.nickname ?? '',
    isOwn: requestedBy === userId,
    ...(decidedBy === undefined ? {} : { decidedBy: users.get(decidedBy)?.nickname ?? '' }),
    ...(decidedAt === undefined ? {} : { decidedAt }),
  };
};

/** Returns the scripts of the current version and their approval. Throws `catalog.bookNotFound`. */
export const readBookScripts = async (deps: ScriptDependencies, userId: string, bookId: string): Promise<BookScripts> => {
  const { version } = await requireCurrentVersion(deps, bookId);
  const scripted = version.manifest.readingOrder.filter((document) => document.scripted !== undefined);
  const stored = scripted.length === 0 ? [] : await listScriptFiles({ db: deps.db.orm, objects: deps.objects }, version.id);
  const shown = stored.filter(({ mediaType }) => /(?:java|ecma)script|xhtml|svg|json/.test(mediaType));
  let remaining = ALL_CHARS_MAX;
  const files: BookScripts['files'] = [];
  for (const { path, bytes, read } of shown) {
    const most = Math.min(FILE_CHARS_MAX, remaining);
    const text = most === 0 ? '' : (await read()).toString('utf8').toWellFormed().replaceAll('\0', '');
    remaining -= Math.min(most, text.length);
    files.push({ path, bytes, text: text.slice(0, most), isCut: most === 0 || text.length > most });
  }
  const approval = await findScriptApproval(deps.db.orm, version.id);
  return {
    bookId,
    versionNo: version.no,
    documents: scripted.map(({ href, title = '' }) => ({ href, title })),
    files,
    otherFiles: stored.length - shown.length,
    ...(approval === undefined ? {} : { approval: await approvalView(deps, userId, approval) }),
  };
};
