/** The slices that store personal data, for the export and the erasure of an account. */
import { createAccountData } from '../features/account/profile/personal-data.ts';
import { activationCodeData } from '../features/activation-code/personal-data.ts';
import { adoptionData } from '../features/adoption/personal-data.ts';
import { createAnnotationData } from '../features/annotation/personal-data.ts';
import { createAssignmentData } from '../features/assignment/personal-data.ts';
import { auditData } from '../features/audit/personal-data.ts';
import { bookshelfData } from '../features/bookshelf/personal-data.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { catalogData } from '../features/catalog/personal-data.ts';
import { classroomData } from '../features/classroom/personal-data.ts';
import { discussionData } from '../features/discussion/personal-data.ts';
import { entitlementData } from '../features/entitlement/personal-data.ts';
import { errataData } from '../features/errata/personal-data.ts';
import { createFileData } from '../features/files/personal-data.ts';
import { createGradebookData } from '../features/gradebook/personal-data.ts';
import { helpData } from '../features/help/personal-data.ts';
import { institutionData } from '../features/institution/personal-data.ts';
import { licenseData } from '../features/license/personal-data.ts';
import { notificationData } from '../features/notification/personal-data.ts';
import { orderData } from '../features/orders/personal-data.ts';
import { publicationData } from '../features/publication/personal-data.ts';
import { questionData } from '../features/question/personal-data.ts';
import { readingData } from '../features/reading/personal-data.ts';
import { readingTimeData } from '../features/reading-time/personal-data.ts';
import { royaltyData } from '../features/royalty/personal-data.ts';
import { sampleData } from '../features/sample/personal-data.ts';
import { statisticsData } from '../features/statistics/personal-data.ts';
import { syncData } from '../features/sync/personal-data.ts';
import { teachingData } from '../features/teaching/personal-data.ts';
import { applicationData } from '../features/verification/personal-data.ts';
import type { PersonalDataHolder } from '../platform/personal-data.ts';
import type { Platform } from './open-platform.ts';

/** Returns every slice that stores personal data. The account is last, because the others may read it. */
export const personalDataHolders = (platform: Pick<Platform, 'db' | 'objects' | 'clock' | 'log'>): readonly PersonalDataHolder[] => [
  createAnnotationData({ titleOf: (bookId) => findBook(platform.db.orm, bookId) }),
  questionData,
  createAssignmentData(platform),
  sampleData,
  createGradebookData(platform),
  adoptionData,
  classroomData,
  discussionData,
  teachingData,
  bookshelfData,
  readingData,
  readingTimeData,
  statisticsData,
  syncData,
  orderData,
  royaltyData,
  entitlementData,
  activationCodeData,
  licenseData,
  publicationData,
  helpData,
  applicationData,
  catalogData,
  errataData,
  auditData,
  notificationData,
  institutionData,
  createFileData(platform),
  createAccountData(platform),
];
