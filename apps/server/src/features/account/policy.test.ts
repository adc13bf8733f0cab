import * as contract from '@shufang/contract';
import { type Operation, type Permission, permission, type Role } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { type Actor, callPolicy, isGranted, permissionOfCall, permissionsOf, readsBooksAsOperator } from './policy.ts';

const ACTORS: readonly Actor[] = ['anonymous', 'reader', 'teacher', 'author', 'expert', 'editor', 'finance', 'orgAdmin', 'admin'];

/** product.md §5, copied by hand: anonymous, reader, teacher, author, expert, editor, finance, orgAdmin, admin. */
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
  viewClass: '- - Y - - - - Y Y',
  seeStudentData: '- Y Y - - - - - -',
  seeStudentTotals: '- - Y - - - - Y -',
  auditStudentData: '- - - - - - - - Y',
  useTeacherResources: '- - Y Y - Y - - Y',
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
  seeBookStatistics: '- - - Y - Y - - Y',
  seeClassStatistics: '- - Y - - - - - Y',
  seeLicenceUse: '- - - - - - - Y Y',
  seeRevenue: '- - - Y - - Y - Y',
  manageCodes: '- - - - - - Y - Y',
  requestCodes: '- - - - - Y - - -',
  seeCodes: '- - - - - Y Y - Y',
  approveRefund: '- - - - - - Y - Y',
  issueInvoice: '- - - - - Y Y - Y',
  manageLicence: '- - - - - - Y - Y',
  manageLicenceMembers: '- - - - - - Y Y Y',
  viewLicence: '- - - - - Y Y Y Y',
  answerTickets: '- - - - - Y Y - Y',
  runPlatform: '- - - - - - - - Y',
};

const operations = Object.values<unknown>(contract).filter(
  (value): value is Operation => typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value,
);

describe('the policy', () => {
  it('grants exactly what the table of the product grants', () => {
    const granted = Object.fromEntries(
      permission.options.map((name) => [name, ACTORS.map((actor) => (isGranted([actor], name) ? 'Y' : '-')).join(' ')]),
    );
    expect(granted).toEqual(PRODUCT_TABLE);
  });

  it('knows every operation of the contract, and asks no session where anyone may call', () => {
    expect(operations.length).toBeGreaterThan(50);
    for (const { name, audience } of operations) {
      const needs = permissionOfCall(name);
      if (needs === undefined) throw new Error(`${name} has no line in features/account/policy.ts: nobody may call it`);
      expect({ name, audience }).toEqual({ name, audience: isGranted(['anonymous'], needs) ? 'anyone' : 'reader' });
    }
  });

  it('denies a call it does not know, to everybody', () => {
    for (const name of ['', 'dropAllBooks', 'constructor', '__proto__', 'toString']) {
      expect(callPolicy.needs(name)).toBeUndefined();
      expect([callPolicy.admits(name, undefined), callPolicy.admits(name, ['admin'])]).toEqual([false, false]);
    }
  });

  it('adds up the roles a person holds, and gives nothing to who holds none', () => {
    expect([callPolicy.admits('listImports', ['reader']), callPolicy.admits('listImports', ['reader', 'editor'])]).toEqual([false, true]);
    expect([callPolicy.admits('pushChanges', ['finance']), callPolicy.admits('pushChanges', ['finance', 'reader'])]).toEqual([false, true]);
    expect(callPolicy.admits('getHome', [])).toBe(false);
    expect(permissionsOf([])).toEqual([]);
    expect(permissionsOf(['finance', 'reader'])).toEqual(expect.arrayContaining(['approveRefund', 'annotate']));
  });

  it('opens every book only to who works on all of them', () => {
    const roles = ACTORS.filter((actor): actor is Role => actor !== 'anonymous');
    expect(roles.filter((role) => readsBooksAsOperator([role]))).toEqual(['editor', 'admin']);
  });
});
