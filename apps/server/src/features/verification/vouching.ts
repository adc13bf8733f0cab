/** Decides whether an institution's statement about a user verifies a teacher without an editor (product.md §7.3). Pure functions. */
import { type InstitutionAffiliation, isSameName, type TeacherForm, type Voucher } from '@shufang/contract';
import type { InstitutionStatement } from '../institution/institution-statements.ts';
import { VERIFICATION_LIMITS } from './limits.ts';
import type { StoredApplication } from './store.ts';

/**
 * The affiliation of teachers in eduPerson: `faculty` teaches or does research; `staff` and `employee` work at the institution in other
 * ways.
 */
const TEACHING = 'faculty';

const isTeaching = (statement: InstitutionStatement): boolean =>
  statement.via === 'roster' ? statement.kind === 'teacher' : statement.affiliation === TEACHING;
/**
 * Returns whether the statement is certainly about this user. Others may know a staff number and a name, so an entry of the institution's
 * list that was matched by them is only shown, and an editor decides.
 */
const isProven = (statement: InstitutionStatement): boolean => statement.via !== 'roster' || statement.byPhone;
const isRecent = (statement: InstitutionStatement, now: number): boolean =>
  statement.via === 'roster' || now - statement.seenAt <= VERIFICATION_LIMITS.teachingAffiliationMs;

/**
 * Compares a statement of an institution with the applicant's form. An entry of the institution's list without a name identifies the user
 * by the phone number, which is verified.
 */
export const weigh = (
  statement: InstitutionStatement,
  form: Pick<TeacherForm, 'realName' | 'institution'>,
  now: number,
): InstitutionAffiliation => ({
  via: statement.via,
  institution: statement.institution,
  ...(statement.via === 'roster' ? { kind: statement.kind } : { affiliation: statement.affiliation, seenAt: statement.seenAt }),
  ...(statement.via === 'roster' && statement.name !== '' ? { name: statement.name } : {}),
  isProven: isProven(statement),
  isTeaching: isTeaching(statement),
  fitsInstitution: isSameName(statement.institution, form.institution),
  fitsName: statement.via !== 'roster' || statement.name === '' || isSameName(statement.name, form.realName),
  isRecent: isRecent(statement, now),
});

/** Returns the institutions that confirm the user as a teacher, whatever the form says. */
export const vouchersAmong = (statements: readonly InstitutionStatement[], now: number): Voucher[] => {
  const found = statements.filter((statement) => isProven(statement) && isTeaching(statement) && isRecent(statement, now));
  return found
    .filter((statement, at) => found.findIndex(({ institution }) => institution === statement.institution) === at)
    .map(({ institution, via }) => ({ institution, via }));
};

/** Returns the institution that confirms this form; undefined if an editor must decide. */
export const voucherFor = (
  statements: readonly InstitutionStatement[],
  form: Pick<TeacherForm, 'realName' | 'institution'>,
  now: number,
): Voucher | undefined =>
  statements
    .map((statement) => weigh(statement, form, now))
    .find(
      (statement) => statement.isProven && statement.isTeaching && statement.fitsInstitution && statement.fitsName && statement.isRecent,
    );

/**
 * Returns whether an institution's statement may verify the user: not after an editor revoked an approval, because then only an editor can
 * approve again. `applications`: newest first.
 */
export const mayBeVouchedFor = (applications: readonly StoredApplication[]): boolean =>
  applications.find(({ state }) => state !== 'pending')?.state !== 'revoked';

/** Returns the reason of an approval by an institution, for the applicant and the audit log. */
export const vouchedReason = ({ institution, via }: Voucher): string =>
  via === 'roster' ? `${institution}的名单里有这位教师，自动通过。` : `${institution}在机构登录时确认是教师，自动通过。`;
