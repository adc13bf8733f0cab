/** When an institution's word makes a teacher without an editor: product.md §7.3. Pure. */
import { type InstitutionWord, isSameName, LIMITS, type TeacherForm, type Voucher } from '@shufang/contract';
import type { WordAbout } from '../institution/words-about.ts';
import type { StoredApplication } from './store.ts';

/** eduPerson: `faculty` teaches or does research; `staff` and `employee` work there in other ways. */
const TEACHING = 'faculty';

const isTeaching = (word: WordAbout): boolean => (word.via === 'roster' ? word.kind === 'teacher' : word.affiliation === TEACHING);
/** A staff number and a name may be known to others: such a line speaks for the person, but an editor decides. */
const isProven = (word: WordAbout): boolean => word.via !== 'roster' || word.byPhone;
const isRecent = (word: WordAbout, now: number): boolean => word.via === 'roster' || now - word.seenAt <= LIMITS.teachingWordMs;

/** A word beside what the applicant says. A list without the name says who it means by the number, which the person has proven. */
export const weigh = (word: WordAbout, form: Pick<TeacherForm, 'realName' | 'institution'>, now: number): InstitutionWord => ({
  via: word.via,
  institution: word.institution,
  ...(word.via === 'roster' ? { kind: word.kind } : { affiliation: word.affiliation, seenAt: word.seenAt }),
  ...(word.via === 'roster' && word.name !== '' ? { name: word.name } : {}),
  isProven: isProven(word),
  isTeaching: isTeaching(word),
  fitsInstitution: isSameName(word.institution, form.institution),
  fitsName: word.via !== 'roster' || word.name === '' || isSameName(word.name, form.realName),
  isRecent: isRecent(word, now),
});

/** Who says of the person that they teach, whatever the person says. */
export const vouchersAmong = (words: readonly WordAbout[], now: number): Voucher[] => {
  const found = words.filter((word) => isProven(word) && isTeaching(word) && isRecent(word, now));
  return found
    .filter((word, at) => found.findIndex(({ institution }) => institution === word.institution) === at)
    .map(({ institution, via }) => ({ institution, via }));
};

/** Who vouches for this form; undefined: an editor decides. */
export const voucherFor = (
  words: readonly WordAbout[],
  form: Pick<TeacherForm, 'realName' | 'institution'>,
  now: number,
): Voucher | undefined =>
  words
    .map((word) => weigh(word, form, now))
    .find((word) => word.isProven && word.isTeaching && word.fitsInstitution && word.fitsName && word.isRecent);

/** What an editor took back stays theirs to give again. `applications`: the newest first. */
export const mayBeVouchedFor = (applications: readonly StoredApplication[]): boolean =>
  applications.find(({ state }) => state !== 'pending')?.state !== 'revoked';

/** Why it was approved, for the applicant and the log. */
export const vouchedAnswer = ({ institution, via }: Voucher): string =>
  via === 'roster' ? `${institution}的名单里有这位教师，自动通过。` : `${institution}在机构登录时确认是教师，自动通过。`;
