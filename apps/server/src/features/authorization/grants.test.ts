import * as contract from '@shufang/contract';
import { isOperation, type Permission, permission, type Role } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { type Actor, isAllowed, isGranted, permissionsOf, readsBooksAsOperator } from './grants.ts';

const ACTORS: readonly Actor[] = ['anonymous', 'reader', 'teacher', 'author', 'expert', 'editor', 'finance', 'orgAdmin', 'admin'];

/** The table of product.md §5, copied by hand. Columns: anonymous, reader, teacher, author, expert, editor, finance, orgAdmin, admin. */
const PRODUCT_TABLE: Readonly<Record<Permission, string>> = {
  signIn: 'Y Y Y Y Y Y Y Y Y',
  browse: 'Y Y Y Y Y Y Y Y Y',
  ownAccount: '- Y Y Y Y Y Y Y Y',
  exportOwnData: '- Y Y Y Y Y Y Y Y',
  readFullText: '- Y Y Y Y Y - Y Y',
  annotate: '- Y Y Y Y Y - Y Y',
  buy: '- Y Y Y Y Y - Y -',
  joinClass: '- Y Y Y Y - - - -',
  runClass: '- - Y - - - - - Y',
  requestSample: '- - Y - - - - - Y',
  adoptTextbook: '- - Y - - - - - -',
  reviewAdoption: '- - - - - - - Y Y',
  viewClass: '- - Y - - - - Y Y',
  seeStudentData: '- Y Y - - - - - -',
  seeStudentTotals: '- - Y - - - - Y -',
  auditStudentData: '- - - - - - - - Y',
  useTeacherResources: '- - Y Y - Y - - Y',
  manageQuestions: '- - Y Y - - - - -',
  editChapters: '- - - Y - Y - - -',
  submitVersion: '- - - Y - Y - - Y',
  runReviewRound: '- - - - - Y - - Y',
  scoreReview: '- - - - Y Y - - -',
  replyInReview: '- - - Y - - - - -',
  seeExpertIdentity: '- - - - Y Y - - Y',
  importBook: '- - - - - Y - - Y',
  publishBook: '- - - - - Y - - Y',
  requestPublication: '- - - Y - - - - -',
  curate: '- - - - - Y - - Y',
  shareList: '- Y Y - - - - - -',
  approveApplication: '- - - - - Y - - Y',
  confirmApplication: '- - - - - - - Y -',
  seeDashboard: '- - - - - Y Y - Y',
  seeBookStatistics: '- - - Y - Y - - Y',
  seeClassStatistics: '- - Y - - - - - Y',
  seeLicenseUse: '- - - - - - - Y Y',
  manageRoyalties: '- - - - - - Y - Y',
  seeRevenue: '- - - Y - - Y - Y',
  manageCodes: '- - - - - - Y - Y',
  requestCodes: '- - - - - Y - - -',
  seeCodes: '- - - - - Y Y - Y',
  approveRefund: '- - - - - - Y - Y',
  issueInvoice: '- - - - - Y Y - Y',
  manageLicense: '- - - - - - Y - Y',
  manageLicenseMembers: '- - - - - - Y Y Y',
  viewLicense: '- - - - - Y Y Y Y',
  answerTickets: '- - - - - Y Y - Y',
  runPlatform: '- - - - - - - - Y',
};

const operations = Object.values<unknown>(contract).filter(isOperation);

describe('the grants', () => {
  it('grants exactly what the table of the product grants', () => {
    const granted = Object.fromEntries(
      permission.options.map((name) => [name, ACTORS.map((actor) => (isGranted([actor], name) ? 'Y' : '-')).join(' ')]),
    );
    expect(granted).toEqual(PRODUCT_TABLE);
  });

  it('requires a session for an operation unless its permission is granted to anonymous users', () => {
    expect(operations.length).toBeGreaterThan(200);
    for (const { name, audience, permission: needed } of operations)
      expect({ name, audience }).toEqual({ name, audience: isGranted(['anonymous'], needed) ? 'anyone' : 'reader' });
  });

  it('gives a user the union of the permissions of their roles, and none without a role', () => {
    const { listImports, pushChanges, getHome } = contract;
    expect([isAllowed(listImports, ['reader']), isAllowed(listImports, ['reader', 'editor'])]).toEqual([false, true]);
    expect([isAllowed(pushChanges, ['finance']), isAllowed(pushChanges, ['finance', 'reader'])]).toEqual([false, true]);
    expect(isAllowed(getHome, [])).toBe(false);
    expect(permissionsOf([])).toEqual([]);
    expect(permissionsOf(['finance', 'reader'])).toEqual(expect.arrayContaining(['approveRefund', 'annotate']));
  });

  it('announces only permissions that an operation requires or a use case checks', () => {
    const announced = permissionsOf(['reader', 'teacher', 'author', 'expert', 'editor', 'finance', 'orgAdmin', 'admin']);
    expect(announced).toEqual(expect.arrayContaining(['publishBook', 'readFullText', 'useTeacherResources', 'runClass']));
    expect(announced).not.toContain('seeExpertIdentity');
  });

  it('opens every book only to who works on all of them', () => {
    const roles = ACTORS.filter((actor): actor is Role => actor !== 'anonymous');
    expect(roles.filter((role) => readsBooksAsOperator([role]))).toEqual(['editor', 'admin']);
  });
});
