/** What people's own files and the data kept about people need, taken from an open platform. */
import { createAccountData } from '../features/account/personal-data.ts';
import { createAnnotationData } from '../features/annotation/personal-data.ts';
import { applicationData } from '../features/application/personal-data.ts';
import { auditData } from '../features/audit/personal-data.ts';
import { bookshelfData } from '../features/bookshelf/personal-data.ts';
import { catalogData } from '../features/catalog/books-of-author.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { commerceData } from '../features/commerce/personal-data.ts';
import { errataData } from '../features/errata/personal-data.ts';
import type { ExportDependencies, FileDependencies } from '../features/files/file-dependencies.ts';
import { createFileData } from '../features/files/personal-data.ts';
import { helpData } from '../features/help/personal-data.ts';
import { institutionData } from '../features/institution/personal-data.ts';
import { mediaData } from '../features/media/personal-data.ts';
import { noticeData } from '../features/notice/personal-data.ts';
import { orderData } from '../features/orders/personal-data.ts';
import { readingData } from '../features/reading/personal-data.ts';
import { syncData } from '../features/sync/personal-data.ts';
import type { PersonalDataHolder } from '../platform/personal-data.ts';
import { importTemporaryFolder } from './import-parts.ts';
import type { Platform } from './open-platform.ts';

export const fileParts = (platform: Platform): FileDependencies => ({
  db: platform.db,
  objects: platform.objects,
  clock: platform.clock,
  jobs: platform.jobs,
  log: platform.log,
  temporaryFolder: importTemporaryFolder(platform.config),
});

/** Every slice that keeps something about people. The account comes last: the others may ask whom they are about. */
export const personalDataHolders = (platform: Pick<Platform, 'db' | 'objects' | 'clock' | 'log'>): readonly PersonalDataHolder[] => [
  createAnnotationData({ titleOf: (bookId) => findBook(platform.db.orm, bookId) }),
  bookshelfData,
  readingData,
  syncData,
  orderData,
  commerceData,
  mediaData,
  helpData,
  applicationData,
  catalogData,
  errataData,
  auditData,
  noticeData,
  institutionData,
  createFileData(platform),
  createAccountData(platform),
];

export const exportParts = (platform: Platform): ExportDependencies => ({ ...fileParts(platform), holders: personalDataHolders(platform) });
