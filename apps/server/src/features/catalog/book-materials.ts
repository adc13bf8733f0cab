/** Files that go with a book: what there is, who may have which, and what editors do with them. */
import {
  type addBookMaterial as addOperation,
  type BookMaterial,
  CodedError,
  LIMITS,
  type listBookMaterials as listOperation,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type Role,
  type removeBookMaterial as removeOperation,
  type saveBookMaterial as saveOperation,
} from '@shufang/contract';
import { changeBetween, type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import { findBook } from './find-books.ts';
import { findVisibleBook } from './get-book-info.ts';
import { lockOfMaterial } from './material-rule.ts';
import {
  countMaterials,
  deleteMaterial,
  findMaterial,
  insertMaterial,
  listMaterials,
  lockMaterial,
  type StoredMaterial,
  updateMaterial,
} from './material-store.ts';
import type { Asker, Personal } from './personal-marks.ts';

type Materials = OutputOf<typeof listOperation>;

interface TakenFile {
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface MaterialDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly personal: Personal;
  /** Whether these roles use the teachers' resources of every book. */
  readonly usesAll: (roles: readonly Role[]) => boolean;
  /** Takes a document or picture out of a person's own files. Throws `file.notFound`. */
  readonly takeFile: (tx: Transaction, ownerId: string, fileId: string) => Promise<TakenFile>;
  /** Bytes that no row names any more may be removed in time. */
  readonly releaseObject: (tx: Transaction, sha256: string) => Promise<void>;
}

const viewOf = ({ id, title, note, audience, fileName, mediaType, sizeBytes, createdAt }: StoredMaterial, open: boolean): BookMaterial => ({
  id,
  title,
  note,
  audience,
  fileName,
  mediaType,
  sizeBytes,
  createdAt,
  open,
});

/** Throws `catalog.bookNotFound`. */
export const listBookMaterials = async (deps: MaterialDependencies, asker: Asker, bookId: string): Promise<Materials> => {
  const { right } = await findVisibleBook({ db: deps.db.orm, personal: deps.personal }, asker, bookId);
  const usesAll = deps.usesAll(asker.reader?.roles ?? []);
  const found = await listMaterials(deps.db.orm, bookId);
  return { items: found.map((material) => viewOf(material, lockOfMaterial(material.audience, { right, usesAll }) === undefined)) };
};

/** Throws `catalog.materialNotFound`, `catalog.bookNotFound`, `catalog.materialLocked`. */
export const openBookMaterial = async (
  deps: MaterialDependencies,
  asker: Asker & { readonly reader: SignedInReader },
  id: string,
): Promise<StoredMaterial> => {
  const material = await findMaterial(deps.db.orm, id);
  if (material === undefined) throw new CodedError('catalog.materialNotFound');
  const { right } = await findVisibleBook({ db: deps.db.orm, personal: deps.personal }, asker, material.bookId);
  const lock = lockOfMaterial(material.audience, { right, usesAll: deps.usesAll(asker.reader.roles) });
  if (lock !== undefined) throw new CodedError('catalog.materialLocked', { reason: lock });
  return material;
};

/** Everything is open to who may change it. */
const deskList = async (deps: MaterialDependencies, bookId: string): Promise<Materials> => ({
  items: (await listMaterials(deps.db.orm, bookId)).map((material) => viewOf(material, true)),
});

const requireTitle = async (deps: MaterialDependencies, bookId: string): Promise<string> => {
  const book = await findBook(deps.db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return book.title;
};

/** Throws `catalog.bookNotFound`, `catalog.materialsFull`, `file.notFound`. */
export const addBookMaterial = async (
  deps: MaterialDependencies,
  operator: DeskOperator,
  { bookId, fileId, ...words }: ParsedInputOf<typeof addOperation>,
): Promise<Materials> => {
  const bookTitle = await requireTitle(deps, bookId);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if ((await countMaterials(tx, bookId)) >= LIMITS.materialsPerBook)
      throw new CodedError('catalog.materialsFull', { max: LIMITS.materialsPerBook });
    const { name: fileName, ...file } = await deps.takeFile(tx, operator.userId, fileId);
    await insertMaterial(tx, { id: newId(now), bookId, ...words, fileName, ...file, createdAt: now });
    const target = { kind: 'book', id: bookId, name: bookTitle } as const;
    await recordAct(tx, operator, { act: 'book.addMaterial', target, after: { ...words, fileName } }, now);
  });
  return deskList(deps, bookId);
};

const factsOf = ({ title, note, audience }: Pick<StoredMaterial, 'title' | 'note' | 'audience'>) => ({ title, note, audience });

/** Throws `catalog.bookNotFound`, `catalog.materialNotFound`. */
export const saveBookMaterial = async (
  deps: MaterialDependencies,
  operator: DeskOperator,
  { bookId, id, ...words }: ParsedInputOf<typeof saveOperation>,
): Promise<Materials> => {
  const bookTitle = await requireTitle(deps, bookId);
  await deps.db.transaction(async (tx) => {
    const before = await lockMaterial(tx, bookId, id);
    if (before === undefined) throw new CodedError('catalog.materialNotFound');
    await updateMaterial(tx, id, words);
    const target = { kind: 'book', id: bookId, name: bookTitle } as const;
    const change = changeBetween(factsOf(before), factsOf(words));
    await recordAct(tx, operator, { act: 'book.saveMaterial', target, ...change }, deps.clock.now());
  });
  return deskList(deps, bookId);
};

/** Throws `catalog.bookNotFound`, `catalog.materialNotFound`. */
export const removeBookMaterial = async (
  deps: MaterialDependencies,
  operator: DeskOperator,
  { bookId, id }: ParsedInputOf<typeof removeOperation>,
): Promise<Materials> => {
  const bookTitle = await requireTitle(deps, bookId);
  await deps.db.transaction(async (tx) => {
    const before = await lockMaterial(tx, bookId, id);
    if (before === undefined) throw new CodedError('catalog.materialNotFound');
    await deleteMaterial(tx, id);
    await deps.releaseObject(tx, before.sha256);
    const target = { kind: 'book', id: bookId, name: bookTitle } as const;
    await recordAct(
      tx,
      operator,
      { act: 'book.removeMaterial', target, before: { ...factsOf(before), fileName: before.fileName } },
      deps.clock.now(),
    );
  });
  return deskList(deps, bookId);
};
