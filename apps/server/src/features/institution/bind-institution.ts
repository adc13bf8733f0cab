/** Which account a newcomer has here, and untying. Knows no HTTP. */
import { type bindInstitution as bindOperation, CodedError, type LoginResult, type ParsedInputOf, TERMS_VERSION } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { networkOfAddress } from '../account/budgets.ts';
import { getUserInfo } from '../account/get-user-info.ts';
import { withProvenNumber } from '../account/prove-number.ts';
import { type Device, startSession } from '../account/sessions.ts';
import { type TakenIn, takeInPerson } from '../account/take-in-person.ts';
import { requireUsableAccount } from '../account/usable-account.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { beginInstitutionSession, hashOfTicket, sessionOfLogin } from './institution-session.ts';
import { listLinks, tie, untie } from './link-store.ts';
import { releaseMember } from './member-store.ts';
import { findInstitution } from './settings-store.ts';
import { findTicket, type Ticket, useTicket } from './walk-store.ts';

/** As long as a nickname of ours may be, with the word behind it. */
const NAME_CHARS = 26;

const nicknameAt = (institution: string): string => `${[...institution].slice(0, NAME_CHARS).join('')}读者`;

const takeIn = async (
  deps: InstitutionDependencies,
  tx: Transaction,
  ticket: Ticket,
  person: { tel: string | undefined; nickname: string; network: string },
): Promise<TakenIn> => {
  const now = deps.account.clock.now();
  if (!(await useTicket(tx, ticket.ticketHash))) throw new CodedError('institution.signInFailed');
  const { tel, nickname, network } = person;
  const found = await takeInPerson(tx, { tel, nickname: tel === undefined ? nickname : '' }, now, { version: TERMS_VERSION, network });
  await requireUsableAccount(tx, found.user);
  const { protocol, scope, subject, institutionId, affiliation } = ticket;
  const link = { protocol, scope, subject, institutionId, userId: found.user.id, affiliation, createdAt: now };
  if (!(await tie(tx, link))) throw new CodedError('institution.linkTaken');
  return found;
};

/**
 * Ties the person of the ticket to who holds the number, making the account when there is none, or to a new account without a number, and
 * signs in with the institution's right. Ticket and code are used up together or not at all. Throws `institution.signInFailed` for a ticket
 * that is unknown, used or too old, `account.consentOutdated`, `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`,
 * `institution.linkTaken`.
 */
export const bindInstitution = async (
  deps: InstitutionDependencies,
  input: ParsedInputOf<typeof bindOperation>,
  device: Device & { address: string },
): Promise<LoginResult> => {
  const { account } = deps;
  const { db, clock } = account;
  if (input.terms !== TERMS_VERSION) throw new CodedError('account.consentOutdated');
  const ticket = await findTicket(db.orm, hashOfTicket(input.ticket), clock.now());
  const record = ticket && (await findInstitution(db.orm, ticket.institutionId));
  if (ticket === undefined || record === undefined) throw new CodedError('institution.signInFailed');
  const { tel, code } = input;
  const person = { tel, nickname: nicknameAt(record.name), network: networkOfAddress(device.address) };
  const signIn = async ({ user, registered }: TakenIn): Promise<LoginResult> => {
    const login = await startSession(account, tel === undefined ? user : { ...user, provenTel: tel }, device, registered);
    await beginInstitutionSession(deps, sessionOfLogin(deps, login), ticket);
    return login;
  };
  if (tel === undefined || code === undefined) return signIn(await db.transaction((tx) => takeIn(deps, tx, ticket, person)));
  return withProvenNumber(account, { tel, type: 'binding', code }, device.address, async (proven) =>
    signIn(
      await db.transaction(async (tx) => {
        await proven.useUp(tx);
        return takeIn(deps, tx, ticket, person);
      }),
    ),
  );
};

/**
 * Unties; the right ends in every session at once, and a claimed place on the list is given back. Untying again changes nothing. Throws
 * `account.phoneMissing` to who has no other way in: nobody could sign in any more.
 */
export const unbindInstitution = async ({ account }: InstitutionDependencies, userId: string, institutionId: string): Promise<void> => {
  const user = await getUserInfo(account, userId);
  const others = (await listLinks(account.db.orm, userId)).filter((link) => link.institutionId !== institutionId);
  if (user.tel === '' && !user.wechatBound && others.length === 0) throw new CodedError('account.phoneMissing');
  await account.db.transaction(async (tx) => {
    await untie(tx, userId, institutionId);
    await releaseMember(tx, userId, institutionId);
  });
};
